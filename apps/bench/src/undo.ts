import { endProgress, megabytes, progress } from './figures.ts';
import { runCommand } from './processes.ts';
import { fillSeeded, ORGANISATION, SUPPLIER, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
import { numberOf, type Workbench } from './workbench.ts';

const COMMITS = 'select xact_commit as n from pg_stat_database where datname = current_database()';

/** Fills a database with imports, one for each account, undoes all of them by one command, and counts what is left. */
export const measureUndo = async (
  { createDatabase }: Workbench,
  { imports }: { readonly imports: number },
): Promise<boolean> => {
  const url = await createDatabase('undo');
  await fillSeeded(url, imports, (rows) => progress(`${rows} transactions filled`));
  endProgress();
  const commits = await numberOf(url, COMMITS);
  const range = ['--since', '2020-01-01', '--until', '2100-01-01', '--reason', 'Measurement'];
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION];
  const undo = ['imports', 'undo', ...named, ...range, '--json'];
  const { seconds, peakBytes, code, out } = await runCommand('operator', undo, { DATABASE_URL: url });
  const items = imports * TRANSACTIONS_OF_ACCOUNT;
  const left = await numberOf(url, 'select count(*) as n from ledger_transaction');
  const perAccount = ((await numberOf(url, COMMITS)) - commits) / imports;
  process.stdout.write(
    [
      `${imports} imports, ${items} transactions, of which ${left} are left; exit code ${code}`,
      `undo: ${seconds.toFixed(1)} s, ${Math.round(items / seconds)} transactions/s, ${megabytes(peakBytes)}`,
      `database transactions per account: ${perAccount.toFixed(2)}`,
      '',
    ].join('\n'),
  );
  return code === 0 && left === 0 && JSON.parse(out).undone === imports;
};
