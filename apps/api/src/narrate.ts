import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { banner } from './banner.ts';

/** What the service says of its own start and end. */
export type Narrator = {
  readonly starting: () => void;
  readonly ready: (ready: { readonly baseUrl: string; readonly demoFile: string | null }) => void;
  readonly stopped: () => void;
};

/** One of several processes behind a port says nothing: the one that supervises them does. */
export const SILENT: Narrator = { starting: () => undefined, ready: () => undefined, stopped: () => undefined };

/** On a terminal a banner, elsewhere log lines with the version; with demo data the banner in any case. */
export const makeNarrator = (logger: Logger, isTerminal: boolean): Narrator => {
  const { version } = manifest;
  const log = (message: string, fields: object = {}): void => {
    if (!isTerminal) logger.info({ version, ...fields }, message);
  };
  return {
    starting: () => log('starting'),
    ready: ({ baseUrl, demoFile }) => {
      log('ready', { base_url: baseUrl });
      if (isTerminal || demoFile !== null) process.stdout.write(banner({ baseUrl, demoFile }));
    },
    stopped: () => log('stopped'),
  };
};
