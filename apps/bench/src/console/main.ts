import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase } from '../databases/cluster.ts';
import { fillRecords } from '../listing/seeded-records.ts';
import { benchmark } from '../measure/benchmark.ts';
import { peakMemoryBytes } from '../measure/peak-memory.ts';
import { processorTimeMs } from '../measure/processor-time.ts';
import { fillSeeded, TRANSACTIONS_OF_ACCOUNT } from '../reconcile/seeded-database.ts';
import { endProgress, progress } from '../report/progress.ts';
import { percentile } from '../report/statistics.ts';
import { type SignedIn, startConsole } from './console-process.ts';
import { type Pages, pagesOf } from './pages.ts';

const USAGE = `npm run bench:console -- [--transactions 50000000] [--rounds 20] [--folder DIR]

Fills a database with transactions, 50 in each account, and two import records for each account; starts the
console and opens every kind of page. The first of the rounds is not counted. Needs 400 bytes of disk per transaction.
`;

const POLL_MS = 500;

/** Waits until the rollups hold all records and accounts. @returns seconds. */
const untilCounted = async (url: string): Promise<number> => {
  const began = performance.now();
  const sql = `
    select 1 from rollup_progress
    where counted_to > now() - interval '2 minutes' and accounts_counted_at is not null`;
  while ((await onDatabase(url, (client) => client.query(sql))).rowCount === 0) await delay(POLL_MS);
  return (performance.now() - began) / 1_000;
};

const measure = async (pages: Pages, { get }: SignedIn, rounds: number): Promise<void> => {
  for (const [name, pathOf] of Object.entries(pages)) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      bytes = (await get(pathOf(round))).length;
      if (round > 0) times.push(performance.now() - began);
    }
    const [p50, p95] = [50, 95].map((percent) => percentile(times, percent).toFixed(0).padStart(5));
    process.stdout.write(
      `${name.padEnd(34)} p50 ${p50} ms, p95 ${p95} ms, ${(bytes / 1e3).toFixed(0).padStart(4)} kB\n`,
    );
  }
};

await benchmark(
  'console',
  USAGE,
  { transactions: 50_000_000, rounds: 20 },
  async ({ folder, url }, { transactions, rounds }) => {
    const accounts = Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT);
    await fillSeeded(url, { accounts, seeds: 0 }, (rows) => progress(`${rows} transactions filled`));
    progress('Filling import records …');
    await fillRecords(url, { accepted: accounts * 0.6, refused: accounts * 0.3, dryRuns: accounts * 0.1 });
    endProgress();
    const operator = await startConsole({ DATABASE_URL: url, DATA_DIR: join(folder, 'console') });
    try {
      process.stdout.write(`${transactions} transactions, ${accounts} accounts, ${2 * accounts} import records\n`);
      process.stdout.write(`all counted after ${(await untilCounted(url)).toFixed(0)} s, `);
      process.stdout.write(
        `${((await processorTimeMs(operator.pid)) / 1_000).toFixed(1)} s of the console's processor\n`,
      );
      await measure(await pagesOf(url, accounts, rounds), operator, rounds);
      process.stdout.write(
        `memory of the console: ${Math.round(((await peakMemoryBytes(operator.pid)) ?? 0) / 1e6)} MB\n`,
      );
    } finally {
      await operator.stop();
    }
    return true;
  },
);
