import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningRequests } from '@carryover/adapters-http/pipeline/telemetry';

/** What a process is about. */
export type Lifecycle = {
  /** Set once, when it is told to stop. */
  isStopping: boolean;
};

/** How long accepted requests may take to end after the service stopped taking connections. */
const DEADLINE_MS = 10_000;
const SWEEP_MS = 50;

/** Takes no new connections; each open one ends with its next answer, an idle one once nothing runs any more. */
const closeServer = (server: Server, running: RunningRequests): Promise<void> =>
  new Promise((resolve) => {
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    const sweep = setInterval(() => {
      // Idle to Node is also a connection whose client is still reading its answer.
      if (running.count() === 0) server.closeIdleConnections();
    }, SWEEP_MS);
    const atLast = setTimeout(() => server.closeAllConnections(), DEADLINE_MS);
    // Not as an HTTP server closes, which would end those connections at once.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(atLast);
      // Ends Node's own look for slow clients, too.
      server.close();
      resolve();
    });
  });

/**
 * Says at `/readyz` that the service is about to stop, goes on serving for `delayMs` so that whoever sends it requests
 * hears of it, then takes no more connections and ends what was accepted, also for clients that went away.
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
