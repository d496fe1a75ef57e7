import { createServer, type RequestListener, type Server } from 'node:http';
import { respondInOrder } from './parser-errors.ts';

/** The connection of a slow or silent client is closed after these times; Node's defaults are longer. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  // Node checks for slow clients at this interval.
  connectionsCheckingInterval: 2_000,
};

type ServerLimits = {
  /** The number of open connections; further ones are closed. */
  readonly maxSockets: number;
  /** Time for a whole request to arrive. */
  readonly requestMs: number;
  /** Time after which an idle connection is closed: longer than any answer takes, so that it ends only clients that do not read. */
  readonly silentMs: number;
};

/** Returns a server for clients that are not trusted, without an address yet. */
export const makeHttpServer = (
  listener: RequestListener,
  { maxSockets, requestMs, silentMs }: ServerLimits,
): Server => {
  const server = createServer({ ...TIMEOUTS, requestTimeout: requestMs }, listener);
  server.maxConnections = maxSockets;
  server.setTimeout(silentMs);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would reject the request with an empty answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  respondInOrder(server);
  return server;
};
