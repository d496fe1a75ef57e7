import { randomUUID } from 'node:crypto';
import type { Administration, ApiKeyListing, Organisation } from '@carryover/application/ports/operator/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { toHex } from './insert-rows.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

const ADD_ORGANISATION = `
  insert into organisation (id, name, created_at) values ($1, $2, now()) on conflict (name) do nothing returning id`;

const LIST_ORGANISATIONS = `
  select o.id, o.name, to_json(o.created_at)#>>'{}' as created_at,
         (select count(*)::int from import_supplier s where s.organisation_id = o.id) as suppliers,
         (select count(*)::int from api_key k where k.organisation_id = o.id and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > now())) as live_api_keys
  from organisation o order by o.name`;

const ADD_API_KEY = `
  insert into api_key (id, organisation_id, prefix, digest, label, created_at, expires_at, revoked_at)
  values ($1, $2, $3, $4::bytea, $5, now(), $6, $7)`;

const LIST_API_KEYS = `
  select prefix, label, to_json(created_at)#>>'{}' as "createdAt", to_json(expires_at)#>>'{}' as "expiresAt",
         to_json(revoked_at)#>>'{}' as "revokedAt", to_json(last_used_at)#>>'{}' as "lastUsedAt"
  from api_key where organisation_id = $1 order by created_at desc`;

type ListedKey = { readonly [K in keyof ApiKeyListing]: string | null };
const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const toListing = (row: ListedKey): ApiKeyListing => ({
  prefix: row.prefix ?? '',
  label: row.label,
  createdAt: new Date(row.createdAt ?? 0),
  expiresAt: toDate(row.expiresAt),
  revokedAt: toDate(row.revokedAt),
  lastUsedAt: toDate(row.lastUsedAt),
});

const findOrganisation = async (em: EntityManager, name: string): Promise<Organisation | null> => {
  const [row] = await query<{ id: string }>(em, 'select id from organisation where name = $1', [name]);
  return row === undefined ? null : { id: row.id, name };
};

/** Organisations and their API keys. */
export const makeOrganisationAdministration = (
  em: EntityManager,
): Pick<
  Administration,
  'createOrganisation' | 'findOrganisation' | 'listOrganisations' | 'addApiKey' | 'listApiKeys'
> => ({
  createOrganisation: (name) =>
    stored(async () => {
      const [row] = await query<{ id: string }>(em, ADD_ORGANISATION, [randomUUID(), name]);
      return row === undefined ? null : { id: row.id, name };
    }),
  findOrganisation: (name) => stored(() => findOrganisation(em, name)),
  listOrganisations: () =>
    stored(async () => {
      type Listed = { id: string; name: string; created_at: string; suppliers: number; live_api_keys: number };
      const rows = await query<Listed>(em, LIST_ORGANISATIONS);
      return rows.map(({ id, name, created_at: createdAt, suppliers, live_api_keys: liveApiKeys }) => ({
        id,
        name,
        createdAt: new Date(createdAt),
        suppliers,
        liveApiKeys,
      }));
    }),

  addApiKey: ({ id, organisationId, prefix, digest, label, expiresAt, revokedAt }) =>
    stored(async () => {
      const times = [expiresAt?.toISOString() ?? null, revokedAt?.toISOString() ?? null];
      await query(em, ADD_API_KEY, [id, organisationId, prefix, toHex(digest), label, ...times]);
    }),
  listApiKeys: (organisation) =>
    stored(async () => (await query<ListedKey>(em, LIST_API_KEYS, [organisation.id])).map(toListing)),
});
