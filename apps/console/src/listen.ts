import { createServer, type RequestListener, type Server } from 'node:http';
import type { ConsoleConfig } from './config/config.ts';

/** A large file may take half an hour to arrive. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 1_800_000, keepAliveTimeout: 65_000 };
/** The number of ports that are tried if none was configured. */
const PORTS_TRIED = 20;

export type Listening = {
  /** The address that users open. */
  readonly baseUrl: string;
  readonly port: number;
  /** Answers requests from now on. Those that came before have waited. */
  readonly answerBy: (listener: RequestListener) => void;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
};

const listenOn = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) =>
      cause.code === 'EADDRINUSE'
        ? resolve(false)
        : reject(new Error(`It cannot listen on CONSOLE_HOST (${host}), CONSOLE_PORT (${port}): ${cause.message}`));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

/** Listens on the given port, or on the next free one if no port was configured. Rejects with what to do. */
export const listen = async ({ host, port, isPortFixed, baseUrl }: ConsoleConfig): Promise<Listening> => {
  const opened = Promise.withResolvers<RequestListener>();
  // The console is not open yet when it already has its address.
  const server = createServer(TIMEOUTS, async (request, response) => (await opened.promise)(request, response));
  const last = isPortFixed ? port : port + PORTS_TRIED - 1;
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (!(await listenOn(server, host, candidate))) continue;
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : candidate;
    const shown = host.includes(':') ? `[${host}]` : host;
    return {
      baseUrl: baseUrl ?? `http://${shown}:${bound}`,
      port: bound,
      answerBy: opened.resolve,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      },
    };
  }
  throw new Error(`Port ${port} on ${host} is in use. Set CONSOLE_PORT to a free port.`);
};
