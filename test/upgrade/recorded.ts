import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { obtainToken, poster } from '../support/requests.ts';

const RELEASES = 'test/upgrade/releases';

/** Returns where the data of a release is kept. */
export const folderOf = (version: string): string => `${RELEASES}/${version}`;

/** Returns the versions whose data is kept. */
export const recordedReleases = (): ReadonlyArray<string> => (existsSync(RELEASES) ? readdirSync(RELEASES) : []);

export const SUPPLIER = 'UPGRADE';
export const ORGANISATION = 'Acme Energy';
/** The secret of the recorded installation; it protects nothing. */
export const SECRET = Buffer.alloc(32, 11).toString('base64');

/** The release's commit, and the API key of the recorded client. */
export type Recorded = { readonly commit: string; readonly apiKey: string };

export const readRecorded = (version: string): Recorded =>
  JSON.parse(readFileSync(`${folderOf(version)}/release.json`, 'utf8'));

/** The numbers of the recorded accounts. */
export const accountNumbers = (accountsFile: string): ReadonlyArray<string> =>
  readFileSync(accountsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).external_account_number);

/** The summaries of the accounts, as a client reads them. */
export const readSummaries = async (
  baseUrl: string,
  apiKey: string,
  accounts: ReadonlyArray<string>,
): Promise<ReadonlyArray<unknown>> => {
  const { token } = (await obtainToken(baseUrl, apiKey)).json.data.obtainToken;
  const post = poster(baseUrl, token);
  const summaries: unknown[] = [];
  for (const external_account_number of accounts) {
    const body = { import_supplier: SUPPLIER, external_account_number };
    summaries.push((await post('/v1/data-import/accounts/summary/', body)).json);
  }
  return summaries;
};
