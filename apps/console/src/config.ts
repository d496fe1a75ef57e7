import { join } from 'node:path';
import type { MailSettings } from '@carryover/adapters-mail/send-mail';
import type { AlarmLimits } from '@carryover/domain/alarm';
import { FOUR_EYES, type FourEyes } from '@carryover/domain/four-eyes';
import { type DataSettings, readDataSettings } from '@carryover/settings/data-settings';
import { isLoopback } from '@carryover/settings/database-url';
import { type DocumentStoreConfig, readDocumentStore } from '@carryover/settings/document-store';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { checkProduction } from '@carryover/settings/production';
import { reportUnknown } from '@carryover/settings/unknown-variables';
import type * as E from 'fp-ts/lib/Either.js';
import { readAlarmLimits, readMail } from './alarms/settings.ts';

/** The provider that signs in, by OpenID Connect. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim of the ID token with the roles; dots lead into nested claims. */
  readonly rolesClaim: string;
};

/** Reads the address that users open, as browsers name it: the scheme and the host in small letters. */
const readBaseUrl = (env: EnvironmentReader): string | null => {
  const text = env.httpAddress('CONSOLE_BASE_URL');
  if (text === undefined || !URL.canParse(text)) return text ?? null;
  const { origin, username, password, pathname, search, hash } = new URL(text);
  if (`${username}${password}${pathname.replace(/\/+$/, '')}${search}${hash}` !== '')
    env.mistake('CONSOLE_BASE_URL', 'must be a scheme, a host and maybe a port: the console cannot be below a path');
  return origin;
};

/** Reads the provider; null without one. */
const readOidc = (env: EnvironmentReader, baseUrl: string | null): OidcConfig | null => {
  const issuer = env.httpAddress('OIDC_ISSUER');
  const given = { OIDC_CLIENT_ID: env.text('OIDC_CLIENT_ID'), OIDC_CLIENT_SECRET: env.secret('OIDC_CLIENT_SECRET') };
  const rolesClaim = env.text('OIDC_ROLES_CLAIM') ?? 'roles';
  if (issuer === undefined) {
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) env.mistake(name, 'requires OIDC_ISSUER');
    return null;
  }
  for (const [name, value] of Object.entries(given))
    if (value === undefined) env.mistake(name, 'must be set if OIDC_ISSUER is set');
  if (URL.canParse(issuer) && new URL(issuer).protocol !== 'https:' && !isLoopback(new URL(issuer).hostname))
    env.mistake('OIDC_ISSUER', 'must use HTTPS, except on this machine');
  if (baseUrl === null)
    env.mistake('CONSOLE_BASE_URL', 'must be set if OIDC_ISSUER is set: the provider sends the browser back there');
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = given;
  return { issuer, clientId, clientSecret, rolesClaim };
};

/** Reads what needs a second person: names, separated by commas. */
const readFourEyes = (env: EnvironmentReader): ReadonlySet<FourEyes> => {
  const names = (env.text('CONSOLE_FOUR_EYES') ?? '').split(',').map((name) => name.trim());
  const isKnown = (name: string): name is FourEyes => FOUR_EYES.some((known) => known === name);
  if (!names.every((name) => name === '' || isKnown(name)))
    env.mistake('CONSOLE_FOUR_EYES', `must be a list of ${FOUR_EYES.join(', ')}, separated by commas`);
  return new Set(names.filter(isKnown));
};

export type ConsoleConfig = DataSettings & {
  readonly host: string;
  readonly port: number;
  /** CONSOLE_PORT was given, so no other port is tried. */
  readonly isPortFixed: boolean;
  /** Open connections; further connections are closed at once. */
  readonly maxSockets: number;
  /** The address that users open; null: the one that is listened on, which must be loopback. */
  readonly baseUrl: string | null;
  /** The address at which browsers reach the service, for links to its documentation; null: unknown. */
  readonly serviceUrl: string | null;
  /** The file of the key that signs evidence packs; null: none are made. */
  readonly evidenceKeyFile: string | null;
  readonly timeStampUrl: string | null;
  readonly logLevel: string;
  /** null: people sign in by the one-time link. */
  readonly oidc: OidcConfig | null;
  /** When something is an alarm. */
  readonly alarmLimits: AlarmLimits;
  /** How alarms are mailed; null: they are not. */
  readonly mail: MailSettings | null;
  /** What needs a second person. */
  readonly fourEyes: ReadonlySet<FourEyes>;
  /** The store of the service, which serves documents of accounts. */
  readonly documentStore: DocumentStoreConfig;
};

/** Reads the console's configuration (decisions 17). Returns Left with all mistakes. */
export const readConsoleConfig = (environment: Environment): E.Either<ReadonlyArray<string>, ConsoleConfig> => {
  const env = new EnvironmentReader(environment);
  const baseUrl = readBaseUrl(env);
  const data = readDataSettings(env);
  const config: ConsoleConfig = {
    ...data,
    host: env.text('CONSOLE_HOST') ?? '127.0.0.1',
    port: env.wholeNumber('CONSOLE_PORT', 3100, { min: 0, max: 65_535 }),
    isPortFixed: env.text('CONSOLE_PORT') !== undefined,
    maxSockets: env.maxSockets(),
    baseUrl,
    serviceUrl: env.httpAddress('CARRYOVER_URL')?.replace(/\/+$/, '') ?? null,
    oidc: readOidc(env, baseUrl),
    evidenceKeyFile: env.text('EVIDENCE_KEY_FILE') ?? null,
    timeStampUrl: env.httpAddress('EVIDENCE_TSA_URL') ?? null,
    logLevel: env.logLevel(),
    alarmLimits: readAlarmLimits(env),
    mail: readMail(env),
    fourEyes: readFourEyes(env),
    documentStore: readDocumentStore(env, data.databaseUrl === null ? join(data.dataDir, 'documents') : null),
  };
  if (config.oidc === null && config.fourEyes.size > 0)
    env.mistake('CONSOLE_FOUR_EYES', 'requires OIDC_ISSUER: everybody who opens a sign-in link is the same person');
  if (config.oidc === null && !isLoopback(config.host))
    env.mistake(
      'CONSOLE_HOST',
      'must be an address of this machine (127.0.0.1) unless OIDC_ISSUER is set, since the sign-in link makes anybody an operator',
    );
  checkProduction(env, config);
  reportUnknown(env);
  return env.done(config);
};
