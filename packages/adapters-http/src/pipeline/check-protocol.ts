import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { type Rejection, rejection } from '../responses/rejection.ts';

/** A proxy and this service may each read another one of two such headers. */
const ONCE_ONLY = new Set(['authorization', 'host', 'content-length', 'content-type', 'content-encoding']);

/** Rejects what Node's parser accepts: repeated headers and HTTP before 1.0 (decisions 3). */
export const checkProtocol = (request: IncomingMessage): E.Either<Rejection, void> => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => ONCE_ONLY.has(name) && names.indexOf(name) !== index);
  if (repeated !== undefined)
    return E.left(rejection(400, 'parse_error', { detail: `The header ${repeated} appears more than once.` }));
  return request.httpVersionMajor < 1
    ? E.left(rejection(400, 'parse_error', { detail: 'HTTP/1.0 or later is needed.' }))
    : E.right(undefined);
};
