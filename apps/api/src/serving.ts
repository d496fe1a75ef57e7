import type { RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeHttpServer } from '@carryover/adapters-http/http-server';
import type { RunningRequests } from '@carryover/adapters-http/request';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { Config } from './config.ts';

const REQUEST_MS = 60_000;
const SILENT_MS = 90_000;

/** Listens as `listenOnPort` does. */
export const listen = async (
  listener: RequestListener,
  config: Pick<Config, 'host' | 'port' | 'isPortFixed' | 'maxSockets'>,
): Promise<{ readonly server: Server; readonly baseUrl: string }> => {
  const limits = { maxSockets: config.maxSockets, requestMs: REQUEST_MS, silentMs: SILENT_MS };
  const server = makeHttpServer(listener, limits);
  const { baseUrl } = await listenOnPort(server, config, { program: 'The service', host: 'HOST', port: 'PORT' });
  return { server, baseUrl };
};

/** The state of a process. */
type Lifecycle = {
  /** Set once, when the process is told to stop. */
  isStopping: boolean;
};

/** Time for accepted requests to finish after the service stops accepting connections. */
const DEADLINE_MS = 10_000;
const SWEEP_MS = 50;

/** Accepts no new connections; each open one ends with its next answer, an idle one once no request is running. */
const closeServer = (server: Server, running: RunningRequests): Promise<void> =>
  new Promise((resolve) => {
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    const sweep = setInterval(() => {
      // Node also counts a connection as idle while its client is still reading an answer.
      if (running.count() === 0) server.closeIdleConnections();
    }, SWEEP_MS);
    const atLast = setTimeout(() => server.closeAllConnections(), DEADLINE_MS);
    // The HTTP server's own `close` would end idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(atLast);
      // Also ends Node's own check for slow clients.
      server.close();
      resolve();
    });
  });

/**
 * Reports at `/readyz` that the service is about to stop, continues to serve for `delayMs` so that load balancers
 * notice, then accepts no more connections and finishes accepted requests, also those of clients that have disconnected.
 */
export const stopServing = async (
  server: Server,
  {
    lifecycle,
    running,
    delayMs,
  }: { readonly lifecycle: Lifecycle; readonly running: RunningRequests; readonly delayMs: number },
): Promise<void> => {
  lifecycle.isStopping = true;
  await delay(delayMs);
  const deadline = delay(DEADLINE_MS, undefined, { ref: false });
  await closeServer(server, running);
  await Promise.race([running.settled(), deadline]);
};
