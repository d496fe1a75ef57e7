import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onDatabase, startCluster } from '../databases/cluster.ts';
import { makeEmptyTemplates } from '../databases/schema.ts';
import { inTemporaryFolder } from '../measure/in-temporary-folder.ts';
import { runCommand } from '../measure/run-command.ts';
import { fillSeeded, ORGANISATION, SUPPLIER, TRANSACTIONS_OF_ACCOUNT } from '../reconcile/seeded-database.ts';
import { endProgress, progress } from '../report/progress.ts';

const USAGE = `npm run bench:undo -- [--imports 20000] [--folder DIR]

Fills a database with imports of 50 transactions, one for each account, undoes all of them by one command, and counts what is left.
`;

/** Reads a number from the database. */
const numberOf = (url: string, sql: string): Promise<number> =>
  onDatabase(url, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));

const COMMITS = 'select xact_commit as n from pg_stat_database where datname = current_database()';

const measure = async (folder: string, imports: number): Promise<boolean> => {
  const cluster = await startCluster(join(folder, 'data'));
  try {
    const { service } = await makeEmptyTemplates(cluster);
    const url = await cluster.createDatabase('undo', service);
    await fillSeeded(url, { accounts: imports, seeds: 0 }, (rows) => progress(`${rows} transactions filled`));
    endProgress();
    const commits = await numberOf(url, COMMITS);
    const range = ['--since', '2020-01-01', '--until', '2100-01-01', '--reason', 'Measurement'];
    const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION];
    const { seconds, peakBytes, code, out } = await runCommand(
      'operator',
      ['imports', 'undo', ...named, ...range, '--json'],
      {
        DATABASE_URL: url,
      },
    );
    const items = imports * TRANSACTIONS_OF_ACCOUNT;
    const left = await numberOf(url, 'select count(*) as n from ledger_transaction');
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
  } finally {
    await cluster.stop();
  }
};

const { values } = parseArgs({
  options: {
    imports: { type: 'string', default: '20000' },
    folder: { type: 'string', default: tmpdir() },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(USAGE);
else {
  const isRight = await inTemporaryFolder(values.folder, 'undo', (folder) => measure(folder, Number(values.imports)));
  process.exitCode = isRight ? 0 : 1;
}
