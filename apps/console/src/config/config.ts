import { type DataSettings, readDataSettings } from '@carryover/settings/data-settings';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { reportUnknown } from '@carryover/settings/unknown-variables';
import type * as E from 'fp-ts/lib/Either.js';

export type ConsoleConfig = DataSettings & {
  readonly host: string;
  readonly port: number;
  /** CONSOLE_PORT was given, so no other port is tried. */
  readonly isPortFixed: boolean;
  /** The address that users open; null: the one that is listened on, which must be loopback. */
  readonly baseUrl: string | null;
  readonly logLevel: string;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads the console's configuration (decisions 17). Returns Left with all mistakes. */
export const readConsoleConfig = (environment: Environment): E.Either<ReadonlyArray<string>, ConsoleConfig> => {
  const env = new EnvironmentReader(environment);
  const config: ConsoleConfig = {
    ...readDataSettings(env),
    host: env.text('CONSOLE_HOST') ?? '127.0.0.1',
    port: env.wholeNumber('CONSOLE_PORT', 3100, { min: 0, max: 65_535 }),
    isPortFixed: env.text('CONSOLE_PORT') !== undefined,
    baseUrl: env.httpAddress('CONSOLE_BASE_URL')?.replace(/\/+$/, '') ?? null,
    logLevel: env.choice('LOG_LEVEL', 'info', LOG_LEVELS),
  };
  if (!LOOPBACK.test(config.host))
    env.mistake(
      'CONSOLE_HOST',
      'must be an address of this machine alone (127.0.0.1), because anybody could sign in by the link',
    );
  reportUnknown(env);
  return env.done(config);
};
