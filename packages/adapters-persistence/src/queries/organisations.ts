import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const organisation = t.type({
  id: t.string,
  name: t.string,
  createdAt: moment,
  suppliers: t.number,
  liveApiKeys: t.number,
  archivedAt: orNull(moment),
});

const ORGANISATIONS = `
  select id, name, to_json(created_at)#>>'{}' as "createdAt", to_json(archived_at)#>>'{}' as "archivedAt",
    (select count(*)::int from import_supplier s where s.organisation_id = o.id) as suppliers,
    (select count(*)::int from api_key k
     where k.organisation_id = o.id and revoked_at is null and (expires_at is null or expires_at > now())) as "liveApiKeys"
  from organisation o
  order by name`;

/** Lists all organisations by name, with the number of their suppliers and of their API keys that may be used now. */
export const listOrganisations = (em: EntityManager): Stored<ReadonlyArray<t.TypeOf<typeof organisation>>> =>
  stored(() => readRows(em, organisation, ORGANISATIONS));

const apiKey = t.type({
  id: t.string,
  prefix: t.string,
  label: orNull(t.string),
  createdAt: moment,
  expiresAt: orNull(moment),
  revokedAt: orNull(moment),
});

const API_KEYS = `
  select id, prefix, label, to_json(created_at)#>>'{}' as "createdAt", to_json(expires_at)#>>'{}' as "expiresAt",
    to_json(revoked_at)#>>'{}' as "revokedAt"
  from api_key
  where organisation_id = $1
  order by created_at desc`;

const platformKey = t.type({ ...apiKey.props, organisation: orNull(t.string) });

const PLATFORM_KEYS = `
  select k.id, k.prefix, k.label, to_json(k.created_at)#>>'{}' as "createdAt", to_json(k.expires_at)#>>'{}' as "expiresAt",
    to_json(k.revoked_at)#>>'{}' as "revokedAt", o.name as organisation
  from platform_key k left join organisation o on o.id = k.organisation_id
  order by k.created_at desc`;

/** Lists the keys of the billing platform, newest first; `organisation` is null if a key reads all. */
export const listPlatformKeys = (em: EntityManager): Stored<ReadonlyArray<t.TypeOf<typeof platformKey>>> =>
  stored(() => readRows(em, platformKey, PLATFORM_KEYS));

// Not a join: on a cluster, every node has all keys, and a part of the uses (ADR 28).
const USES = `
  select api_key_id as id, to_json(used_at)#>>'{}' as "usedAt" from api_key_use where api_key_id = any($1::uuid[])`;

/** A listed API key, without the key itself and its hash. `label`: the operator's; null if it has none. */
type ListedApiKey = t.TypeOf<typeof apiKey> & { readonly lastUsedAt: Date | null };

/** Lists the API keys of an organisation, newest first. */
export const listApiKeys = (em: EntityManager, organisationId: string): Stored<ReadonlyArray<ListedApiKey>> =>
  stored(async () => {
    const keys = await readRows(em, apiKey, API_KEYS, [organisationId]);
    const uses = await readRows(em, t.type({ id: t.string, usedAt: moment }), USES, [keys.map(({ id }) => id)]);
    const usedAt = new Map(uses.map((use) => [use.id, use.usedAt]));
    return keys.map((key) => ({ ...key, lastUsedAt: usedAt.get(key.id) ?? null }));
  });
