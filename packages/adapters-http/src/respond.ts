import type { ServerResponse } from 'node:http';
import type { Answer } from './refusal.ts';

/** Sends an answer: JSON, never cached, never guessed to be anything else by a browser. */
export const respond = (response: ServerResponse, { status, headers = {}, body }: Answer): void => {
  const content = body === null ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, {
    ...content,
    'Content-Length': body === null ? 0 : Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body ?? undefined);
};
