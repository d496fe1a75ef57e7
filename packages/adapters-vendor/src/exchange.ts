import * as http from 'node:http';
import * as https from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, judgeAnswer, unanswered, type VendorAnswer } from './answer.ts';

/**
 * One GET at the vendor, over in `timeLimitMs` whatever happens: connecting, waiting and reading the body included. When
 * it is over its socket is closed or back in the pool. Redirects are not followed. Never rejects.
 *
 * @param path as it goes on the wire: absolute, already encoded.
 */
export type Exchange = (
  path: string,
  headers: http.OutgoingHttpHeaders,
  timeLimitMs: number,
) => TaskEither<AttemptFailure, VendorAnswer>;

/** The vendors' answers are about 2 kB. */
const MAX_BODY_BYTES = 256 * 1024;
const IDLE_SOCKETS = 8;
const IDLE_SOCKET_MS = 10_000;

/**
 * Exchanges with one vendor over kept-alive sockets, `sockets` of them at most.
 *
 * On `node:http` rather than `fetch`: the built-in `fetch` has no bound on its sockets (docs/adr/0008).
 */
export const makeExchange = (origin: URL, sockets: number): Exchange => {
  const client = origin.protocol === 'https:' ? https : http;
  const agent = new client.Agent({
    keepAlive: true,
    maxSockets: sockets,
    maxFreeSockets: IDLE_SOCKETS,
    timeout: IDLE_SOCKET_MS,
    scheduling: 'lifo',
  });
  // A URL keeps the brackets of an IPv6 address; a socket address has none.
  const hostname = origin.hostname.replace(/^\[|\]$/g, '');
  const { port } = origin;

  return (path, headers, timeLimitMs) => () =>
    new Promise((resolve) => {
      const request = client.request({ hostname, port, path, method: 'GET', headers, agent });
      let over = false;
      const finish = (result: E.Either<AttemptFailure, VendorAnswer>) => {
        over = true;
        clearTimeout(limit);
        resolve(result);
      };
      // Once it is over the socket may serve another request already: no destroying then.
      const giveUp = (failure: AttemptFailure) => {
        if (over) return;
        finish(E.left(failure));
        request.destroy();
      };
      // One timer for the whole exchange: a socket time-out starts anew with every byte that trickles in.
      const limit = setTimeout(() => giveUp(unanswered('timeout')), timeLimitMs);

      request.on('error', (error) => giveUp(unanswered(isProtocolError(error) ? 'unreadable' : 'connection')));
      request.on('close', () => giveUp(unanswered('connection')));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_BODY_BYTES) giveUp(unanswered('unreadable'));
          else chunks.push(chunk);
        });
        response.on('error', () => giveUp(unanswered('connection')));
        response.on('end', () =>
          finish(judgeAnswer(response.statusCode ?? 0, response.headers['retry-after'], Buffer.concat(chunks))),
        );
      });
      request.end();
    });
};

/** What came was no HTTP: Node's parser reports it with a code of its own. */
const isProtocolError = (error: NodeJS.ErrnoException): boolean => error.code?.startsWith('HPE_') ?? false;
