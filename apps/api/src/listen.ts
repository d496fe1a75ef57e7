import { createServer, type RequestListener, type Server } from 'node:http';
import { respondInOrder } from '@carryover/adapters-http/pipeline/parser-errors';

/** A slow or silent client is cut off after these; the defaults of Node are for friendlier networks. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // Node looks for slow clients this often.
  connectionsCheckingInterval: 2_000,
};

/** A connection on which nothing moves: longer than any answer takes, for who does not read what it is sent. */
const SILENT_MS = 90_000;

/** How many ports are tried where none was asked for. */
const PORTS_TRIED = 20;

const makeHttpServer = (listener: RequestListener, maxSockets: number): Server => {
  const server = createServer(TIMEOUTS, listener);
  server.maxConnections = maxSockets;
  server.setTimeout(SILENT_MS);
  // An expectation we don't know is no reason to refuse a request (RFC 9110, 10.1.1), least of all with an empty answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondInOrder(server);
  return server;
};

const listenOn = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

export type Listening = { readonly server: Server; readonly baseUrl: string };

/**
 * Listens on the given port; on the next free one where the port was not asked for, so that two clones run side by side.
 *
 * @param maxSockets connections open at once; who comes beyond them is closed.
 * @returns Rejects, with a message for the operator, where no port is free.
 */
export const listen = async (
  listener: RequestListener,
  {
    host,
    port,
    isPortFixed,
    maxSockets,
  }: { readonly host: string; readonly port: number; readonly isPortFixed: boolean; readonly maxSockets: number },
): Promise<Listening> => {
  const server = makeHttpServer(listener, maxSockets);
  const last = isPortFixed ? port : port + PORTS_TRIED - 1;
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (!(await listenOn(server, host, candidate))) continue;
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : candidate;
    const shown = host.includes(':') ? `[${host}]` : host;
    return { server, baseUrl: `http://${shown}:${bound}` };
  }
  throw new Error(`Port ${port} on ${host} is in use. Set PORT to a free one.`);
};
