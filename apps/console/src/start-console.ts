import { causeMessage } from '@carryover/settings/cause-message';
import type { Logger } from 'pino';
import type { ConsoleConfig } from './config/config.ts';
import { listen } from './listen.ts';
import { announce } from './noted-address.ts';
import { requireWritable } from './reconciling/job-files.ts';
import { linkAddress, makeLinkToken } from './sign-in/one-time-link.ts';

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
