import type { RequestListener } from 'node:http';
import { makeHttpServer } from '@carryover/adapters-http/http-server';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { ConsoleConfig } from './config/config.ts';

/** A large file of a signed-in person may take half an hour to arrive; a form has a shorter time. */
const REQUEST_MS = 1_800_000;
/** An undo may take minutes. */
const SILENT_MS = 600_000;
/** Time for a client to read the answer to a request whose body nobody reads. */
const LINGER_MS = 1_000;

type Listening = {
  /** The address that users open. */
  readonly baseUrl: string;
  readonly port: number;
  /** Answers requests from now on. Those that came before have waited. */
  readonly answerBy: (listener: RequestListener) => void;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
};

/** Listens as `listenOnPort` does. */
export const listen = async (config: ConsoleConfig): Promise<Listening> => {
  const opened = Promise.withResolvers<RequestListener>();
  // The console is not open yet when it already has its address.
  const limits = { maxSockets: config.maxSockets, requestMs: REQUEST_MS, silentMs: SILENT_MS };
  const server = makeHttpServer(async (request, response) => (await opened.promise)(request, response), limits);
  server.on('request', (request, response) => {
    response.once('finish', () => {
      const end = () => request.complete || request.socket.destroy();
      if (!request.complete) setTimeout(end, LINGER_MS).unref();
    });
  });
  const names = { program: 'It', host: 'CONSOLE_HOST', port: 'CONSOLE_PORT' };
  const { baseUrl, port } = await listenOnPort(server, config, names);
  return {
    baseUrl: config.baseUrl ?? baseUrl,
    port,
    answerBy: opened.resolve,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
