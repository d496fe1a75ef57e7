import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { IntermittentVendorFailure } from '@carryover/application/ports/payment-vendor';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, judgeAnswer, unanswered, type VendorAnswer } from './answer.ts';

/**
 * One GET request to the vendor, which takes at most `timeLimitMs`: connecting, waiting and reading the body included.
 * Its socket is then closed or back in the pool. Redirects are not followed. Never rejects.
 *
 * @param path as it is sent: absolute, already encoded.
 */
export type Exchange = (path: string, timeLimitMs: number) => TaskEither<AttemptFailure, VendorAnswer>;

/** The vendors' answers have about 2 kB. */
const MAX_BODY_BYTES = 256 * 1024;
const IDLE_SOCKETS = 8;
const IDLE_SOCKET_MS = 10_000;

/**
 * Makes exchanges with one vendor over at most `sockets` sockets, which are kept alive.
 *
 * Uses `node:http`: Stripe's client, `fetch` and undici each lack a bound or cost more than they save (docs/adr/0008).
 *
 * @param baseUrl `http` or `https`, a host and optionally a port: the vendors' paths are fixed.
 * @param secret printable ASCII without blanks.
 */
export const makeExchange = (
  { baseUrl, secret }: { readonly baseUrl: string; readonly secret: string },
  sockets: number,
  version: http.OutgoingHttpHeaders,
): Exchange => {
  const origin = new URL(baseUrl);
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${secret}`,
    'user-agent': 'carryover',
    ...version,
  };
  const client = origin.protocol === 'https:' ? https : http;
  const agent = new client.Agent({
    keepAlive: true,
    maxSockets: sockets,
    maxFreeSockets: IDLE_SOCKETS,
    timeout: IDLE_SOCKET_MS,
    scheduling: 'lifo',
  });

  return (path, timeLimitMs) => async () => {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      const request = client.get(new URL(path, origin), { agent, headers, signal });
      // `once` reports an error before the response, and reading the body reports a later one.
      request.on('error', () => undefined);
      const [response]: http.IncomingMessage[] = await once(request, 'response', { signal });
      const body = await readBody(response!);
      if (body === null) return E.left(unanswered('unreadable'));
      return judgeAnswer(response!.statusCode ?? 0, response!.headers['retry-after'], body);
    } catch (error) {
      return E.left(unanswered(signal.aborted ? 'timeout' : causeOf(error)));
    }
  };
};

/** Returns null if the body is too large; its socket is then closed. */
const readBody = async (response: http.IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Node's HTTP parser marks its errors by code: what came is not HTTP. */
const causeOf = (error: unknown): IntermittentVendorFailure['cause'] =>
  (error as NodeJS.ErrnoException).code?.startsWith('HPE_') ? 'unreadable' : 'connection';
