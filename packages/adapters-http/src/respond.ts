import type { ServerResponse } from 'node:http';

/** What is sent: JSON text, or anything else with its own `Content-Type`; null for an empty body. */
export type Sendable = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

/** Sends an answer: JSON that is never cached unless its headers say otherwise, never guessed to be anything else by a browser. */
export const respond = (response: ServerResponse, { status, headers = {}, body }: Sendable): void => {
  const content = body === null ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, {
    ...content,
    'Content-Length': body === null ? 0 : Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // Whatever a browser is made to take an answer for, nothing in it runs; the documentation's pages say what may.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  });
  response.end(body ?? undefined);
};
