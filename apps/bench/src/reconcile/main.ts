import { join } from 'node:path';
import { benchmark } from '../measure/benchmark.ts';
import { runCommand } from '../measure/run-command.ts';
import { endProgress, progress } from '../report/progress.ts';
import { checkReport } from './check-report.ts';
import {
  fillSeeded,
  ORGANISATION,
  SUPPLIER,
  seededAccounts,
  TRANSACTIONS_OF_ACCOUNT,
  writeExpected,
} from './seeded-database.ts';

const USAGE = `npm run bench:reconcile -- [--transactions 5000000] [--seeds 1000] [--folder DIR]

Fills a database with transactions and seeded differences of each cause, reconciles it with CSV, HTML and evidence, verifies
the evidence, and compares the causes with what was seeded. Needs 400 bytes of disk per transaction.
`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

await benchmark(
  'reconcile',
  USAGE,
  { transactions: 5_000_000, seeds: 1_000 },
  async ({ folder, url }, { transactions, seeds }) => {
    const size = { accounts: Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT), seeds };
    await fillSeeded(url, size, (rows) => progress(`${rows} transactions filled`));
    const file = (name: string) => join(folder, name);
    await writeExpected(url, size, file('totals.csv'));
    endProgress();
    const environment = { DATABASE_URL: url, EVIDENCE_KEY_FILE: file('key'), TMPDIR: folder };
    await runCommand('operator', ['evidence', 'key', 'create', '--out', file('key')], environment);
    const report = ['--csv', file('report.csv'), '--html', file('report.html'), '--evidence', file('pack.zip')];
    const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION, '--expected', file('totals.csv')];
    const ran = await runCommand('operator', ['reconcile', ...named, ...report], environment);
    const { named: causes, wrong } = await checkReport(file('report.csv'), await seededAccounts(url));
    const verify = ['evidence', 'verify', file('pack.zip'), '--key', file('key.pub')];
    const verified = await runCommand('operator', verify, environment);
    const isRight = wrong.length === 0 && ran.code === 1 && verified.code === 0;
    process.stdout.write(
      [
        `${size.accounts * TRANSACTIONS_OF_ACCOUNT} transactions, ${size.accounts} accounts, ${3 * size.accounts} control totals`,
        `reconcile: ${ran.seconds.toFixed(1)} s, ${megabytes(ran.peakBytes)}, exit code ${ran.code}`,
        `verify: ${verified.seconds.toFixed(1)} s, ${megabytes(verified.peakBytes)}, exit code ${verified.code}`,
        `causes: ${JSON.stringify(causes)}; ${wrong.length} accounts not as seeded${wrong.length === 0 ? '' : `, such as ${wrong[0]}`}`,
        '',
      ].join('\n'),
    );
    return isRight;
  },
);
