import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { figure, megabytes } from './figures.ts';
import { measureCommand } from './processes.ts';
import { ORGANISATION, SUPPLIER, seededDatabase, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
import { numberOf, type Workbench } from './workbench.ts';

/** What the command says of the files that it wrote. */
type Exported = {
  readonly files: ReadonlyArray<{ readonly name: string; readonly rows: number; readonly bytes: number }>;
};

const STORED = 'select count(*) as n from ledger_transaction where account_id in (select id from seeded)';

/** Fills a database, and exports what is stored by the operator's command. */
export const measureExport = async (
  bench: Workbench,
  { transactions }: { readonly transactions: number },
): Promise<boolean> => {
  const url = await seededDatabase(bench, Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT));
  const out = await mkdtemp(join(bench.folder, 'export-'));
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION];
  const ran = await measureCommand(bench, 'operator', ['export', ...named, '--out', out, '--json'], {
    DATABASE_URL: url,
  });
  await rm(out, { recursive: true });
  const { files } = JSON.parse(ran.out) as Exported;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const rows = files.find(({ name }) => name.startsWith('transactions'))?.rows ?? 0;
  process.stdout.write(
    `${rows} transactions, ${megabytes(bytes)} of files\nexport: ${ran.cost}, ${figure(rows / ran.seconds)} rows/s\n`,
  );
  return ran.code === 0 && rows === (await numberOf(url, STORED));
};
