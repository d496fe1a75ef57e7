import { countRows, numberOf } from '../databases/figures.ts';
import { benchmark } from '../measure/benchmark.ts';
import { runCommand } from '../measure/run-command.ts';
import { fillSeeded, ORGANISATION, SUPPLIER, TRANSACTIONS_OF_ACCOUNT } from '../reconcile/seeded-database.ts';
import { endProgress, progress } from '../report/progress.ts';

const USAGE = `npm run bench:undo -- [--imports 20000] [--folder DIR]

Fills a database with imports of 50 transactions, one for each account, undoes all of them by one command, and counts what is left.
`;

const COMMITS = 'select xact_commit as n from pg_stat_database where datname = current_database()';

await benchmark('undo', USAGE, { imports: 20_000 }, async ({ url }, { imports }) => {
  await fillSeeded(url, { accounts: imports, seeds: 0 }, (rows) => progress(`${rows} transactions filled`));
  endProgress();
  const commits = await numberOf(url, COMMITS);
  const range = ['--since', '2020-01-01', '--until', '2100-01-01', '--reason', 'Measurement'];
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION];
  const undo = ['imports', 'undo', ...named, ...range, '--json'];
  const { seconds, peakBytes, code, out } = await runCommand('operator', undo, { DATABASE_URL: url });
  const items = imports * TRANSACTIONS_OF_ACCOUNT;
  const left = await countRows(url, 'ledger_transaction');
  const perAccount = ((await numberOf(url, COMMITS)) - commits) / imports;
  process.stdout.write(
    [
      `${imports} imports, ${items} transactions, of which ${left} are left; exit code ${code}`,
      `undo: ${seconds.toFixed(1)} s, ${Math.round(items / seconds)} transactions/s, ${Math.round(peakBytes / 1e6)} MB`,
      `database transactions per account: ${perAccount.toFixed(2)}`,
      '',
    ].join('\n'),
  );
  return code === 0 && left === 0 && JSON.parse(out).undone === imports;
});
