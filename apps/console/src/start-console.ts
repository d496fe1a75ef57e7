import type { RequestListener } from 'node:http';
import { makeHttpServer } from '@carryover/adapters-http/http-server';
import { causeMessage } from '@carryover/settings/cause-message';
import { listenOnPort } from '@carryover/settings/listen-on-port';
import type { Logger } from 'pino';
import type { ConsoleConfig } from './config.ts';
import { requireWritable } from './jobs/job-files.ts';
import { announce } from './noted-address.ts';
import { linkAddress, makeLinkToken } from './sign-in/one-time-link.ts';

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
    // Kept: a pipeline that fails takes it away from the request, so that the answer can still be sent.
    const { socket } = request;
    response.once('finish', () => {
      const end = () => request.complete || socket.destroy();
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

type StartedConsole = {
  readonly baseUrl: string;
  readonly port: number;
  /** The one-time link; with OpenID Connect, the address alone. */
  readonly signInUrl: string;
  /** Connects to the database and answers requests. @param offersLink the address above signs in, once. */
  readonly open: (offersLink: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * Listens at once, so that the address is known before the pages are loaded; requests wait for those.
 *
 * Rejects, with a message for the operator, if it cannot listen or keep the files of reconciliations.
 */
export const startConsole = async (config: ConsoleConfig, logger: Logger): Promise<StartedConsole> => {
  await requireWritable(config.dataDir);
  const { baseUrl, port, answerBy, close } = await listen(config);
  const linkToken = makeLinkToken();
  const endings = [close];
  return {
    baseUrl,
    port,
    // With a provider, everybody signs in there.
    signInUrl: config.oidc === null ? linkAddress(baseUrl, linkToken) : baseUrl,
    open: async (offersLink) => {
      const { openConsole } = await import('./open-console.ts');
      const opened = await openConsole(config, { baseUrl, linkToken: offersLink ? linkToken : null, logger });
      endings.push(opened.close);
      await announce(config, baseUrl).catch((error: unknown) =>
        logger.warn({ error: causeMessage(error) }, 'the address could not be written to DATA_DIR'),
      );
      answerBy(opened.listener);
    },
    stop: async () => {
      for (const end of endings) await end();
    },
  };
};
