import type { ApiKey, ApiKeyRepository } from '@carryover/application/ports/api-keys';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { ApiKeyTable } from './tables/organisation.ts';

type ApiKeyRow = {
  readonly id: string;
  readonly organisation_id: string;
  readonly prefix: string;
  readonly digest: Buffer;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
};

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  organisationId: row.organisation_id,
  prefix: row.prefix,
  digest: row.digest,
  expiresAt: toDate(row.expires_at),
  revokedAt: toDate(row.revoked_at),
});

const find = (em: EntityManager, column: 'id' | 'prefix', value: string) =>
  stored(async () => {
    const sql = `select id, organisation_id, prefix, digest, to_json(expires_at)#>>'{}' as expires_at,
      to_json(revoked_at)#>>'{}' as revoked_at from api_key where ${column} = $1`;
    const [row] = await query<ApiKeyRow>(em, sql, [value]);
    return row === undefined ? null : toApiKey(row);
  });

export const makePostgresApiKeyRepository = (em: EntityManager): ApiKeyRepository => ({
  byPrefix: (prefix) => find(em, 'prefix', prefix),
  byId: (id) => find(em, 'id', id),
  countLive: (at) =>
    stored(() =>
      em.fork().count(ApiKeyTable, { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }] }),
    ),
  markUsed: (id, at) =>
    stored(async () => {
      await query(em, 'update api_key set last_used_at = $2 where id = $1', [id, at.toISOString()]);
    }),
  replaceDigest: (id, digests) =>
    stored(async () => {
      const sql = 'update api_key set digest = $3 where id = $1 and digest = $2';
      await query(em, sql, [id, Buffer.from(digests.old), Buffer.from(digests.new)]);
    }),
});

/** The greatest age of an answer of {@link cacheApiKeys}: a revoked key dies within 5 seconds on every process (decisions 10). */
const MAX_AGE_MS = 4_000;
const MAX_CACHED = 10_000;

/** Reads each key once in four seconds, however many requests carry its tokens. Failures are not cached. */
export const cacheApiKeys = (repository: ApiKeyRepository): ApiKeyRepository => {
  type Answer = ReturnType<ReturnType<ApiKeyRepository['byId']>>;
  const cache = new LRUCache<string, Answer>({ max: MAX_CACHED, ttl: MAX_AGE_MS });
  const read = (id: string): Answer => {
    const answer = repository.byId(id)();
    cache.set(id, answer);
    void answer.then((found) => {
      const isKnown = E.isRight(found) && found.right !== null;
      if (!isKnown && cache.peek(id) === answer) cache.delete(id);
    });
    return answer;
  };
  return { ...repository, byId: (id) => () => cache.get(id) ?? read(id) };
};
