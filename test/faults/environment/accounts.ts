import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountFile, SUPPLIER } from '../batches/account.ts';
import { programOf, ROOT } from './service.ts';

/** Imports accounts with the operator's command, beside the running service. */
export const importAccounts = async (
  count: number,
  { dataDir, environment }: { readonly dataDir: string; readonly environment: Readonly<Record<string, string>> },
): Promise<void> => {
  const file = join(dataDir, 'accounts.ndjson');
  await writeFile(
    file,
    Array.from({ length: count }, (_, index) => `${JSON.stringify(accountFile(index))}\n`).join(''),
  );
  const args = [...programOf('operator'), 'account', 'import', '--supplier', SUPPLIER, '--file', file];
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, ...environment };
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
};
