import type { ChangesPage, NoChanges, readChanges } from '@carryover/adapters-persistence/queries/feed/read-changes';
import type { AuthenticatePlatform } from '@carryover/application/access/authenticate';
import type { PlatformKey } from '@carryover/application/ports/access';
import { changesParameters } from '@carryover/contract/codecs/changes';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { complain, issueAt } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { type Answer, failedValidation, ofStoreFailure, type Rejection, rejection } from '../errors/rejection.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { readQuery } from '../receive.ts';
import { respond, type Step } from '../request.ts';
import type { ChangeNews } from './news.ts';

type Parts = {
  readonly authenticate: AuthenticatePlatform;
  /** Counts the requests of a key. */
  readonly limit: RateLimiter['take'];
  /** Counts wrong keys of an address. */
  readonly attempts: RateLimiter;
  readonly readChanges: ReturnType<typeof readChanges>;
  readonly news: ChangeNews;
  readonly isStopping: () => boolean;
};

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer' } };
const BEARER = /^bearer +([^ ]+) *$/i;

const REJECTIONS: { readonly [Reason in NoChanges]: Rejection } = {
  invalid_cursor: {
    ...failedValidation([issueAt(['after'], complain('invalid_cursor'))]),
    ...{ code: 'invalid_cursor', detail: complain('invalid_cursor').detail },
  },
  unknown_organisation: failedValidation([
    issueAt(['organisation'], complain('invalid', 'The key reads no organisation of this name or id.')),
  ]),
  unknown_supplier: failedValidation([
    issueAt(['supplier'], complain('invalid', 'No organisation that the key reads has a supplier with this code.')),
  ]),
};

/** GET /v1/platform/changes/ (decisions 18). A reader that waits uses no connection to the database. */
export const makeChangesEndpoint = ({ authenticate, limit, attempts, readChanges, news, isStopping }: Parts): Step => {
  const keyOf = async (header: string | undefined, address: string): Promise<E.Either<Rejection, PlatformKey>> => {
    if (header === undefined)
      return E.left(
        rejection(401, 'not_authenticated', { ...CHALLENGE, detail: 'Send `Authorization: Bearer <PLATFORM_KEY>`.' }),
      );
    const platformKey = BEARER.exec(header)?.[1] ?? '';
    const authenticated = await authenticate({ platformKey, now: new Date() })();
    if (E.isRight(authenticated)) return authenticated;
    if (authenticated.left.kind !== 'authentication_failed') return E.left(ofStoreFailure(authenticated.left));
    const { rejected } = await attempts.take(address);
    const detail = 'The platform key is not valid. Send `Authorization: Bearer <PLATFORM_KEY>`.';
    return E.left(rejected ?? rejection(401, 'authentication_failed', { ...CHALLENGE, detail }));
  };

  type Query = ValueOf<typeof changesParameters>;
  const pageOf = async (
    query: Query,
    after: string | null,
    key: PlatformKey,
  ): Promise<E.Either<Rejection, ChangesPage>> => {
    const { limit: size, organisation, supplier } = query;
    const wanted = { after, limit: size!, organisation, supplier, organisationId: key.organisationId };
    const page = await readChanges(wanted)();
    if (E.isLeft(page)) return E.left(ofStoreFailure(page.left));
    return typeof page.right === 'string' ? E.left(REJECTIONS[page.right]) : E.right(page.right);
  };

  const answer = async (
    request: Parameters<Step>[0],
    response: Parameters<Step>[1],
  ): Promise<E.Either<Rejection, Answer>> => {
    const { authorization } = request.headers;
    const key = await keyOf(authorization, request.ip ?? '');
    if (E.isLeft(key)) return key;
    const { headers, rejected } = await limit(`platform-key ${key.right.id}`);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (rejected !== null) return E.left(rejected);

    const query = readQuery(changesParameters, request.url);
    if (E.isLeft(query)) return query;
    const endsAt = performance.now() + query.right.wait! * 1_000;
    const isOver = () => isStopping() || response.destroyed;
    let page = await pageOf(query.right, query.right.after, key.right);
    while (E.isRight(page) && page.right.changes.length === 0 && performance.now() < endsAt && !isOver()) {
      // Of a filtered reader, the first records may be of others: it reads on without a wait.
      if (page.right.caughtUp) await news.after({ newest: page.right.newest, endsAt, isOver });
      // The key may have been revoked in the meantime.
      const still = await keyOf(authorization, request.ip ?? '');
      if (E.isLeft(still)) return still;
      page = await pageOf(query.right, page.right.next, still.right);
    }
    if (E.isLeft(page)) return page;
    const { changes, next, caughtUp } = page.right;
    const rest = JSON.stringify({ next, caught_up: caughtUp }).slice(1);
    return E.right({ status: 200, body: `{"changes":[${changes.map(({ text }) => text).join(',')}],${rest}` });
  };

  return async (request, response, next) => {
    const answered = await answer(request, response);
    if (E.isRight(answered)) respond(response, answered.right);
    else next(answered.left);
  };
};
