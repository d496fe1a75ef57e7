import { type Config, readConfig } from '@carryover/api/config';
import { startService } from '@carryover/api/service';
import type { Tracing } from '@carryover/api/tracing';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { obtainToken, type Post, poster } from './requests.ts';

export type ServiceHere = {
  readonly baseUrl: string;
  /** Obtains a token for an API key. */
  readonly token: (apiKey: string) => Promise<string>;
  /** A client that posts with a token. */
  readonly as: (token: string) => Post;
  /** Returns the log so far, one JSON line per record. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/** Starts the service in this process. @returns Rejects, with its message for the operator, if it refuses. */
export const aServiceHere = async (
  environment: Readonly<Record<string, string>>,
  tracing: Tracing | null = null,
  /** What no variable sets. */
  fixed: Partial<Config> = {},
): Promise<ServiceHere> => {
  const config = readConfig({ PORT: '0', SHUTDOWN_DELAY_MS: '0', ...environment });
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const lines: string[] = [];
  const logger = pino(
    { level: config.right.logLevel, ...(tracing === null ? {} : { mixin: tracing.ids }) },
    { write: (line: string) => lines.push(line) },
  );
  const { baseUrl, stop } = await startService({ ...config.right, ...fixed }, logger, tracing);
  return {
    baseUrl,
    token: async (apiKey) => (await obtainToken(baseUrl, apiKey)).json.data.obtainToken.token,
    as: (token) => poster(baseUrl, token),
    log: () => lines.join(''),
    stop,
  };
};
