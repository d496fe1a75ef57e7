import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anOperator, type Ran } from '../support/an-operator.ts';
import { theAccounts } from './five-kinds.ts';

export type Operator = (...args: ReadonlyArray<string>) => Promise<Ran>;

/** The settings that all processes of one installation share, on any database. */
export type Production = {
  /** A folder for files of this run. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly operatorOn: (databaseUrl: string) => Operator;
  readonly end: () => Promise<void>;
};

export const aProduction = async (): Promise<Production> => {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-production-'));
  const secrets = { DATA_DIR: folder, CARRYOVER_SECRET: randomBytes(32).toString('base64') };
  return {
    folder,
    environment: { ...secrets, PORT: '0', DEMO: 'off', VENDOR_SANDBOX: 'on', LOG_LEVEL: 'error' },
    operatorOn: (databaseUrl) => anOperator({ ...secrets, DATABASE_URL: databaseUrl }),
    end: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Runs a command that is to succeed. */
export const done = async (operator: Operator, ...args: ReadonlyArray<string>): Promise<Ran> => {
  const ran = await operator(...args);
  if (ran.code !== 0) throw new Error(`${args.join(' ')}: ${ran.err}${ran.out}`);
  return ran;
};

export const ORGANISATION = 'Acme Energy';

/** Makes the organisation. @returns an API key of it. */
export const anApiKey = async (operator: Operator): Promise<string> => {
  await done(operator, 'organisation', 'create', '--name', ORGANISATION);
  return (await done(operator, 'api-key', 'issue', '--organisation', ORGANISATION, '--json')).json.api_key;
};

/** Makes a supplier with imported accounts. */
export const aSupplier = async (
  { folder }: Production,
  operator: Operator,
  { code, accounts }: { readonly code: string; readonly accounts: ReadonlyArray<string> },
): Promise<void> => {
  await done(operator, 'supplier', 'create', '--organisation', ORGANISATION, '--code', code);
  const file = join(folder, `${code}.ndjson`);
  await writeFile(file, theAccounts(accounts));
  await done(operator, 'account', 'import', '--supplier', code, '--file', file);
};
