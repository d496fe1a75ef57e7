import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figure, median, megabytes, progress } from './figures.ts';
import { type Contender, measureRound, startService } from './imports.ts';
import { runCommand } from './processes.ts';
import { ACCOUNT_PREFIX, bodiesOf, SCENARIOS, SUPPLIER } from './requests.ts';
import { onDatabase, type Workbench } from './workbench.ts';

/** Transactions of an account: as many as a request of the scenario has. */
export const SCENARIO = { ...SCENARIOS['transactions-100']!, items: 50 };
const ORDERS = ['sorted', 'shuffled'] as const;

/** Yields the transactions of accounts. @param first the position of the first account, also that of the first id. */
export function* transactionsOf(first: number, accounts: number): Generator<Readonly<Record<string, unknown>>> {
  const bodyOf = bodiesOf(SCENARIO);
  for (let position = first; position < first + accounts; position += 1) {
    const number = `${ACCOUNT_PREFIX}${position}`;
    const { transactions } = JSON.parse(bodyOf(number, position * SCENARIO.items)) as {
      transactions: ReadonlyArray<object>;
    };
    for (const transaction of transactions)
      yield { import_supplier: SUPPLIER, external_account_number: number, ...transaction };
  }
}

/** Writes lines in another order: 7,919 is a prime, so that by steps of it every line is taken once. */
export const writeShuffled = (file: string, header: string, lines: ReadonlyArray<string>): Promise<void> =>
  writeFile(file, `${header}${lines.map((_, index) => lines[(index * 7_919) % lines.length]!).join('\n')}\n`);

/** Writes transactions as NDJSON. */
const writeItems = async (file: string, first: number, accounts: number, order: (typeof ORDERS)[number]) => {
  const lines = Array.from(transactionsOf(first, accounts), (item) => JSON.stringify(item));
  return order === 'sorted' ? writeFile(file, `${lines.join('\n')}\n`) : writeShuffled(file, '', lines);
};

/** Loads files with the loader. @throws Error if it does not accept so many items. */
export const loadItems = async (bench: Workbench, items: number, args: ReadonlyArray<string>) => {
  const environment = { DATA_DIR: join(bench.folder, 'loader') };
  const ran = await runCommand('load', ['load', '--kind', 'transactions', '--json', ...args], environment);
  const { accepted, seconds: sending } = JSON.parse(ran.out.trimEnd().split('\n').at(-1) || '{}');
  if (ran.code !== 0 || accepted !== items)
    throw new Error(`The loader ended with ${ran.code}, ${accepted} of ${items} items accepted.`);
  return { ...ran, itemsPerSecond: items / sending };
};

/** Does the work of autovacuum in advance: otherwise whichever comes second also has that of the first. */
export const settle = async (bench: Workbench, { databaseUrl }: Contender): Promise<void> => {
  await onDatabase(databaseUrl, async (client) => void (await client.query('vacuum (analyze)')));
  await bench.checkpoint();
};

/**
 * Measures `carryover load` beside prepared requests for the same transactions, by turns, against one service: from files that
 * are sorted by account, and shuffled.
 */
export const measureLoader = async (
  bench: Workbench,
  {
    transactions,
    rounds,
    seconds,
  }: { readonly transactions: number; readonly rounds: number; readonly seconds: number },
): Promise<boolean> => {
  const accounts = Math.ceil(transactions / SCENARIO.items);
  const items = accounts * SCENARIO.items;
  const files = ORDERS.length * rounds;
  // Each file has accounts of its own, so that their totals agree; the prepared requests have as many as a file.
  const contender = await startService(bench, 'loader', accounts * (files + 1));
  const bodyOf = bodiesOf(SCENARIO);
  let turn = 0;
  const next = () => {
    const [position, id] = [accounts * files + (turn % accounts), (accounts * files + turn) * SCENARIO.items];
    turn += 1;
    return bodyOf(`${ACCOUNT_PREFIX}${position}`, id);
  };
  const load = async (file: string) => ({ ...(await loadItems(bench, items, [file])), prepared: Number.NaN });
  const measured = new Map(ORDERS.map((order) => [order, [] as Awaited<ReturnType<typeof load>>[]]));
  let problem: string | null = null;
  const prepare = async (): Promise<number> => {
    const round = await measureRound(bench, { contender, scenario: SCENARIO, next }, seconds);
    problem ??= round.problem;
    return round.itemsPerSecond;
  };
  try {
    await prepare();
    for (let file = 0; file < files; file += 1) {
      const order = ORDERS[file % ORDERS.length]!;
      const path = join(bench.folder, `${order}-${file}.ndjson`);
      await writeItems(path, accounts * file, accounts, order);
      await settle(bench, contender);
      const prepared = await prepare();
      await settle(bench, contender);
      const ran = await load(path);
      measured.get(order)!.push({ ...ran, prepared });
      progress(`${order}: ${figure(ran.itemsPerSecond)} items/s, prepared ${figure(prepared)} items/s`);
      await rm(path);
    }
  } finally {
    await contender.stop();
  }
  for (const [order, ran] of measured) {
    const of = (read: (one: (typeof ran)[number]) => number) => median(ran.map(read));
    process.stdout.write(
      `${order}: ${figure(of((one) => one.itemsPerSecond))} items/s, ${of((one) => one.itemsPerSecond / one.prepared).toFixed(2)} × prepared requests; ` +
        `with fingerprint and proof ${figure(of((one) => items / one.seconds))} items/s, ${figure(of((one) => (one.cpuMs * 1_000) / items))} µs of processor per item, ` +
        `${megabytes(Math.max(...ran.map(({ peakBytes }) => peakBytes)))}\n`,
    );
  }
  if (problem !== null) process.stderr.write(`${problem}\n`);
  return problem === null;
};
