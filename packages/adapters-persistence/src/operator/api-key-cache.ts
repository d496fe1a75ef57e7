import type { ApiKeyRepository } from '@carryover/application/ports/api-keys';
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';

/** The maximum age of a result of {@link cacheApiKeys}: a revoked key stops working within 5 seconds in every process (decisions 10). */
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
