import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { type Refusal, refusal } from './refusal.ts';

/** Two programs on a request's way may each believe another one of them. */
const ONCE_ONLY = new Set(['authorization', 'host', 'content-length', 'content-type', 'content-encoding']);

/** Refuses what Node's parser lets through: repeated headers and HTTP before 1.0 (decisions 3). */
export const checkProtocol = (request: IncomingMessage): E.Either<Refusal, void> => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => ONCE_ONLY.has(name) && names.indexOf(name) !== index);
  if (repeated !== undefined)
    return E.left(refusal(400, 'parse_error', { detail: `The header ${repeated} stands more than once.` }));
  return request.httpVersionMajor < 1
    ? E.left(refusal(400, 'parse_error', { detail: 'HTTP/1.0 or later is needed.' }))
    : E.right(undefined);
};
