import { setTimeout as delay } from 'node:timers/promises';
import type {
  ApiKey,
  ApiKeyRepository,
  PlatformKeyRepository,
  SecretFingerprints,
  Sessions,
} from '@carryover/application/ports/access';
import type { Stored } from '@carryover/application/ports/store-failure';
import { type EntityManager, type InferEntity, LockMode } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { forReading } from '../orm.ts';
import {
  ApiKeyEntity,
  ApiKeyUseEntity,
  ConsoleSessionEntity,
  ConsoleSignInLinkEntity,
  OrganisationEntity,
  PlatformKeyEntity,
  SecretFingerprintEntity,
} from '../schema/entities.ts';
import { changed, stored } from '../sql/store-failure.ts';

const toApiKey = ({ organisation, ...key }: InferEntity<typeof ApiKeyEntity>): ApiKey => ({
  ...key,
  organisationId: organisation.id,
});

const find = (em: EntityManager, where: { readonly id: string } | { readonly prefix: string }) =>
  stored(async () => {
    const found = await forReading(em).findOne(ApiKeyEntity, { ...where, organisation: { archivedAt: null } });
    return found === null ? null : toApiKey(found);
  });

/** A token does not wait for longer, nor is it refused because a node of a cluster is away. */
const MARK_MS = 1_000;

/** API keys as the service uses them: those of an archived organisation are not found. */
export const makePostgresApiKeyRepository = (em: EntityManager): ApiKeyRepository => ({
  byPrefix: (prefix) => find(em, { prefix }),
  byId: (id) => find(em, { id }),
  countLive: (at) =>
    stored(() =>
      forReading(em).count(ApiKeyEntity, { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }] }),
    ),
  markUsed: (id, at) => async () => {
    const marked = em.fork().upsert(ApiKeyUseEntity, { apiKeyId: id, usedAt: at });
    await Promise.race([marked.catch(() => undefined), delay(MARK_MS, undefined, { ref: false })]);
  },
  replaceDigest: (id, digests) =>
    stored(async () => {
      const old = { id, digest: Buffer.from(digests.old) };
      await em.fork().nativeUpdate(ApiKeyEntity, old, { digest: Buffer.from(digests.new) });
    }),
});

/** Revokes an API key and holds its lock until the transaction of `em` ends; a key that is already revoked keeps its time. */
export const revokeApiKey = async (em: EntityManager, prefix: string, at: Date) => {
  const key = await em.findOne(ApiKeyEntity, { prefix }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (key === null) return null;
  const revokedBefore = key.revokedAt;
  key.revokedAt ??= at;
  await em.flush();
  const { name } = await em.findOneOrFail(OrganisationEntity, key.organisation.id);
  return { organisation: name, revokedBefore };
};

/** The same of a platform key. */
export const revokePlatformKey = async (em: EntityManager, prefix: string, at: Date) => {
  const key = await em.findOne(PlatformKeyEntity, { prefix }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (key === null) return null;
  const revokedBefore = key.revokedAt;
  key.revokedAt ??= at;
  await em.flush();
  const organisation = key.organisation && (await em.findOneOrFail(OrganisationEntity, key.organisation.id));
  return { organisation: organisation?.name ?? null, revokedBefore };
};

/** The maximum age of a result of {@link cacheApiKeys}: a revoked key stops working within 5 seconds in every process (decisions 10). */
const MAX_AGE_MS = 4_000;
const MAX_CACHED = 10_000;

/** Reads each key once in four seconds, however many requests carry it. Failures are not cached. */
const remember = <Key>(find: (id: string) => Stored<Key | null>): ((id: string) => Stored<Key | null>) => {
  type Answer = ReturnType<Stored<Key | null>>;
  const cache = new LRUCache<string, Answer>({ max: MAX_CACHED, ttl: MAX_AGE_MS });
  const read = (id: string): Answer => {
    const answer = find(id)();
    cache.set(id, answer);
    void answer.then((found) => {
      const isKnown = E.isRight(found) && found.right !== null;
      if (!isKnown && cache.peek(id) === answer) cache.delete(id);
    });
    return answer;
  };
  return (id) => () => cache.get(id) ?? read(id);
};

export const cacheApiKeys = (repository: ApiKeyRepository): ApiKeyRepository => ({
  ...repository,
  byId: remember(repository.byId),
});

/** Platform keys as the service uses them, as API keys. */
export const makePostgresPlatformKeyRepository = (em: EntityManager): PlatformKeyRepository => ({
  byPrefix: remember((prefix) =>
    stored(async () => {
      const isOfAnybody = { $or: [{ organisation: null }, { organisation: { archivedAt: null } }] };
      const found = await forReading(em).findOne(PlatformKeyEntity, { prefix, ...isOfAnybody });
      if (found === null) return null;
      const { organisation, ...key } = found;
      return { ...key, organisationId: organisation?.id ?? null };
    }),
  ),
  replaceDigest: (id, digests) =>
    stored(async () => {
      const old = { id, digest: Buffer.from(digests.old) };
      await em.fork().nativeUpdate(PlatformKeyEntity, old, { digest: Buffer.from(digests.new) });
    }),
});

export const makePostgresSecretFingerprints = (em: EntityManager): SecretFingerprints => ({
  latest: () =>
    stored(async () => {
      const [latest] = await forReading(em).find(
        SecretFingerprintEntity,
        {},
        { orderBy: { generation: 'desc' }, limit: 1 },
      );
      return latest ?? null;
    }),
  add: (next) =>
    stored(async () => {
      const insert = em.createQueryBuilder(SecretFingerprintEntity).insert(next).onConflict('generation').ignore();
      return (await insert.execute('run')).affectedRows === 1;
    }),
});

export const makePostgresSessions = (em: EntityManager): Sessions => ({
  add: (session) => changed(() => em.fork().insert(ConsoleSessionEntity, { ...session, grants: [...session.grants] })),
  find: (idSha256) => stored(() => forReading(em).findOne(ConsoleSessionEntity, { idSha256 })),
  touch: (idSha256, lastSeenAt) =>
    changed(() => em.fork().nativeUpdate(ConsoleSessionEntity, { idSha256 }, { lastSeenAt })),
  end: (idSha256) => changed(() => em.fork().nativeDelete(ConsoleSessionEntity, { idSha256 })),
  list: (at) =>
    stored(() =>
      forReading(em).find(ConsoleSessionEntity, { expiresAt: { $gt: at } }, { orderBy: { lastSeenAt: 'desc' } }),
    ),
  clear: (before) =>
    stored(async () => {
      const isExpired = { expiresAt: { $lt: before } };
      await em.fork().nativeDelete(ConsoleSessionEntity, isExpired);
      await em.fork().nativeDelete(ConsoleSignInLinkEntity, isExpired);
    }),
  addLink: (tokenSha256, expiresAt) =>
    changed(() => em.fork().insert(ConsoleSignInLinkEntity, { tokenSha256, expiresAt })),
  useLink: (tokenSha256, at) =>
    stored(async () => {
      const live = { tokenSha256, expiresAt: { $gt: at } };
      return (await em.fork().nativeDelete(ConsoleSignInLinkEntity, live)) === 1;
    }),
});
