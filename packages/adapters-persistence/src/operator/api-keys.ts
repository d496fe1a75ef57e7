import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey, ApiKeyRepository } from '@carryover/application/ports/api-keys';
import type { Administration } from '@carryover/application/ports/operator/administration';
import { type EntityManager, type InferEntity, LockMode, type RawQueryFragment, raw } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { ApiKey as ApiKeyEntity, ApiKeyUse, Organisation } from '../schema/entities/organisation.ts';

/** The condition that an API key may be used at a time. */
export const isLive = (at: Date | RawQueryFragment) => ({
  revokedAt: null,
  $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }],
});

const toApiKey = ({ organisation, ...key }: InferEntity<typeof ApiKeyEntity>): ApiKey => ({
  ...key,
  organisationId: organisation.id,
});

const find = (em: EntityManager, where: { readonly id: string } | { readonly prefix: string }) =>
  stored(async () => {
    const found = await forReading(em).findOne(ApiKeyEntity, where);
    return found === null ? null : toApiKey(found);
  });

/** A token does not wait for longer, nor is it refused because a node of a Citus cluster is away. */
const MARK_MS = 1_000;

/** API keys as the service uses them. */
export const makePostgresApiKeyRepository = (em: EntityManager): ApiKeyRepository => ({
  byPrefix: (prefix) => find(em, { prefix }),
  byId: (id) => find(em, { id }),
  countLive: (at) => stored(() => forReading(em).count(ApiKeyEntity, isLive(at))),
  markUsed: (id, at) => async () => {
    const marked = em.fork().upsert(ApiKeyUse, { apiKeyId: id, usedAt: at });
    await Promise.race([marked.catch(() => undefined), delay(MARK_MS, undefined, { ref: false })]);
  },
  replaceDigest: (id, digests) =>
    stored(async () => {
      const old = { id, digest: Buffer.from(digests.old) };
      await em.fork().nativeUpdate(ApiKeyEntity, old, { digest: Buffer.from(digests.new) });
    }),
});

const lastUses = async (em: EntityManager, keys: ReadonlyArray<{ readonly id: string }>) => {
  const uses = await forReading(em).find(ApiKeyUse, { apiKeyId: { $in: keys.map(({ id }) => id) } });
  return new Map(uses.map(({ apiKeyId, usedAt }) => [apiKeyId, usedAt]));
};

/** API keys as the operator sets them up. */
export const makeApiKeyAdministration = (em: EntityManager): Pick<Administration, 'addApiKey' | 'listApiKeys'> => ({
  addApiKey: ({ organisationId, digest, ...key }) =>
    stored(async () => {
      const row = { ...key, organisation: organisationId, digest: Buffer.from(digest), createdAt: raw('now()') };
      await em.insert(ApiKeyEntity, row);
    }),
  listApiKeys: (organisation) =>
    stored(async () => {
      const where = { organisation: organisation.id };
      const found = await forReading(em).find(ApiKeyEntity, where, { orderBy: { createdAt: 'desc' } });
      const lastUse = await lastUses(em, found);
      return found.map(({ id, prefix, label, createdAt, expiresAt, revokedAt }) => ({
        prefix,
        label,
        createdAt,
        expiresAt,
        revokedAt,
        lastUsedAt: lastUse.get(id) ?? null,
      }));
    }),
});

/** Revokes an API key and holds its lock until the transaction of `em` ends; a key that is already revoked keeps its time. */
export const revokeApiKey = async (em: EntityManager, prefix: string, at: Date) => {
  const key = await em.findOne(ApiKeyEntity, { prefix }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (key === null) return null;
  const revokedBefore = key.revokedAt;
  key.revokedAt ??= at;
  await em.flush();
  const { name } = await em.findOneOrFail(Organisation, key.organisation.id);
  return { organisation: name, revokedBefore };
};
