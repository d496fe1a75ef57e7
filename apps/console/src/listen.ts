import { createServer, type RequestListener } from 'node:http';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { ConsoleConfig } from './config/config.ts';

/** A large file may take half an hour to arrive. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 1_800_000, keepAliveTimeout: 65_000 };

export type Listening = {
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
  const server = createServer(TIMEOUTS, async (request, response) => (await opened.promise)(request, response));
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
