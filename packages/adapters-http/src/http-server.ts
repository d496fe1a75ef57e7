import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Statuses of Node's parser errors, as Node itself answers them; 400 for all others. */
const STATUSES: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Time for a client to read the last response before its connection is closed. The system discards unread responses of a
 * connection that is closed while the client still sends (RFC 9112, 9.6).
 */
const LINGER_MS = 1_000;

/** Node's own response to what its parser rejects: no body (decisions 3). */
const responseTo = ({ code }: NodeJS.ErrnoException): string => {
  const status = STATUSES.get(code) ?? 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
};

const closeWith = (socket: Socket, text: string): void => {
  if (!socket.writable) {
    socket.destroySoon();
    return;
  }
  socket.end(text);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
};

/** Returns true if the request is complete or has a response; otherwise the parser rejected its body. */
const isAnswered = (response: ServerResponse): boolean => response.req.complete || response.headersSent;

/**
 * Responds to what Node's parser rejects in the order of requests (RFC 9112, 9.3.2): after the responses to all requests
 * that came before it on the connection. Node would send its own response at once, so that a client would get the 400 for a request
 * whose data is about to be stored.
 */
export const respondInOrder = (server: Server): void => {
  const openOf = new WeakMap<Socket, Set<ServerResponse>>();
  const rejected = new WeakSet<Socket>();
  // A client that ends its side of the connection after its requests still gets their responses.
  Object.assign(server, { httpAllowHalfOpen: true });

  server.prependListener('request', ({ socket }, response) => {
    const open = openOf.get(socket) ?? new Set();
    openOf.set(socket, open.add(response));
    response.once('close', () => open.delete(response));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // The parser reports its error again for all further data, and the check for slow clients reports it, too.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const open = openOf.get(socket) ?? new Set();
    const close = (): void => {
      const running = [...open].find(isAnswered);
      if (running === undefined) closeWith(socket, responseTo(error));
      else running.once('close', close);
    };
    close();
  });
};

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
