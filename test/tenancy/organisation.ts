import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningService } from '../support/a-service.ts';
import type { anOperator } from '../support/an-operator.ts';
import { obtainToken, poster, type Reply } from '../support/requests.ts';
import type { Data } from './data.ts';

/** An organisation with data, and who acts for it. */
export type Organisation = {
  readonly name: string;
  readonly apiKey: string;
  readonly data: Data;
  /** Posts with the organisation's token. */
  readonly post: (path: string, body: unknown) => Promise<Reply>;
  /** The file its accounts came from. */
  readonly accountsFile: string;
};

/** Both organisations have a supplier of this code, with accounts `E-1` to `E-3` that have ledgers `L-1` and `L-2`. */
export const SHARED = 'SHARED';

const anAccount = (number: string, { openFrom, openTo, ledgerCode }: Data, status = 'IMPORTED') => ({
  external_account_number: number,
  status,
  ledgers: [
    { ledger_number: 'L-1', ledger_code: ledgerCode, open_statement: { from: openFrom, to: openTo } },
    { ledger_number: 'L-2', ledger_code: ledgerCode },
  ],
});

/** Sets an organisation up as an operator does: besides what both have, a supplier and two accounts that it alone has, one of them staged. */
export const anOrganisation = async (
  service: RunningService,
  operator: ReturnType<typeof anOperator>,
  data: Data,
): Promise<Organisation> => {
  const { word: name, ownSupplier, ownAccount, stagedAccount } = data;
  const run = async (...args: ReadonlyArray<string>) => {
    const { code, err, json } = await operator(...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`);
    return json;
  };
  await run('organisation', 'create', '--name', name);
  const { api_key: apiKey } = await run('api-key', 'issue', '--organisation', name);
  const of = ['--organisation', name];
  for (const code of [SHARED, ownSupplier])
    await run('supplier', 'create', ...of, '--code', code, '--document-root', `root-of-${name}`);

  const accountsFile = join(service.dataDir, `${name}.ndjson`);
  const accounts = ['E-1', 'E-2', 'E-3', ownAccount].map((number) => anAccount(number, data));
  const staged = ['P-1', stagedAccount].map((number) => anAccount(number, data, 'STAGED'));
  const lines = [...accounts, ...staged].map((one) => `${JSON.stringify(one)}\n`);
  await writeFile(accountsFile, lines.join(''));
  for (const code of [SHARED, ownSupplier])
    await run('account', 'import', ...of, '--supplier', code, '--file', accountsFile);

  const { token } = (await obtainToken(service.baseUrl, apiKey)).json.data.obtainToken;
  return {
    name,
    apiKey,
    data,
    accountsFile,
    post: poster(service.baseUrl, token),
  };
};
