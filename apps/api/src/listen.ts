import { createServer, type RequestListener, type Server } from 'node:http';
import { respondInOrder } from '@carryover/adapters-http/parser-errors';

/** The connection of a slow or silent client is closed after these times; Node's defaults are longer. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // Node checks for slow clients at this interval.
  connectionsCheckingInterval: 2_000,
};

/** Time after which an idle connection is closed: longer than any answer takes, so that it ends only clients that do not read. */
const SILENT_MS = 90_000;

/** The number of ports that are tried if none was configured. */
const PORTS_TRIED = 20;

const makeHttpServer = (listener: RequestListener, maxSockets: number): Server => {
  const server = createServer(TIMEOUTS, listener);
  server.maxConnections = maxSockets;
  server.setTimeout(SILENT_MS);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would reject the request with an empty answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondInOrder(server);
  return server;
};

const listenOn = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) =>
      cause.code === 'EADDRINUSE'
        ? resolve(false)
        : reject(new Error(`The service cannot listen on HOST (${host}), PORT (${port}): ${cause.message}`, { cause }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

type Listening = { readonly server: Server; readonly baseUrl: string };

/**
 * Listens on the given port, or on the next free one if no port was configured, so that two clones run side by side.
 *
 * @param maxSockets the number of open connections; further ones are closed.
 * Rejects, with a message for the operator, if no port is free, or the address is not this machine's.
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
  throw new Error(`Port ${port} on ${host} is in use. Set PORT to a free port.`);
};
