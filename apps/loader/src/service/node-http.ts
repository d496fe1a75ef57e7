import http from 'node:http';
import https from 'node:https';
import type { Fetch } from '@carryover/client/http/post';

/** A connection that has not been used for so long is closed: a server or proxy may be about to close it too. */
const IDLE_MS = 4_000;
const AGENT = { keepAlive: true, timeout: IDLE_MS, scheduling: 'fifo' } as const;

const textOf = (response: http.IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(Buffer.concat(chunks).toString()));
    response.on('error', reject);
  });

/** Returns a `fetch` on Node's own HTTP client with connections that are kept: a fraction of the CPU time of the built-in one. */
export const makeNodeFetch = (): Fetch => {
  const agents = { http: new http.Agent(AGENT), https: new https.Agent(AGENT) };
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body ?? '');
      const options = { method, headers: { ...headers, 'Content-Length': String(bytes.length) } };
      const onResponse = (response: http.IncomingMessage): void => {
        const { statusCode, headers: received } = response;
        resolve({
          status: statusCode!,
          headers: { get: (name) => [received[name]].flat().join(', ') || null },
          text: () => textOf(response),
        });
      };
      const request = url.startsWith('https:')
        ? https.request(url, { ...options, agent: agents.https }, onResponse)
        : http.request(url, { ...options, agent: agents.http }, onResponse);
      const onAbort = (): void => void request.destroy();
      signal.addEventListener('abort', onAbort);
      request.once('close', () => signal.removeEventListener('abort', onAbort));
      request.on('error', reject);
      request.end(bytes);
    });
};
