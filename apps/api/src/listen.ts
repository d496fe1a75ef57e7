import { createServer, type RequestListener, type Server } from 'node:http';
import { respondInOrder } from '@carryover/adapters-http/parser-errors';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { Config } from './config/config.ts';

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

const makeHttpServer = (listener: RequestListener, maxSockets: number): Server => {
  const server = createServer(TIMEOUTS, listener);
  server.maxConnections = maxSockets;
  server.setTimeout(SILENT_MS);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would reject the request with an empty answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondInOrder(server);
  return server;
};

type Listening = { readonly server: Server; readonly baseUrl: string };

/**
 * Listens as `listenOnPort` does.
 *
 * @param config.maxSockets the number of open connections; further ones are closed.
 */
export const listen = async (
  listener: RequestListener,
  config: Pick<Config, 'host' | 'port' | 'isPortFixed' | 'maxSockets'>,
): Promise<Listening> => {
  const server = makeHttpServer(listener, config.maxSockets);
  const { baseUrl } = await listenOnPort(server, config, { program: 'The service', host: 'HOST', port: 'PORT' });
  return { server, baseUrl };
};
