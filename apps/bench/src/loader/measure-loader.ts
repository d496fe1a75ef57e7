import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startContender } from '../contenders/start.ts';
import { vacuumAnalyse } from '../databases/fill.ts';
import { makeEmptyTemplates } from '../databases/schema.ts';
import { FIRST_ACCOUNT } from '../load/places.ts';
import { runCommand } from '../measure/run-command.ts';
import { measureRound } from '../measure-round.ts';
import type { Options } from '../options/options.ts';
import { progress } from '../report/progress.ts';
import type { LoaderResult, LoaderRound } from '../report/result.ts';
import { median } from '../report/statistics.ts';
import { requestsFor } from '../requests.ts';
import type { Scenario } from '../scenarios.ts';
import type { Workbench } from '../workbench.ts';
import { ITEMS_OF_ACCOUNT, type Order, writeItems } from './items-file.ts';

const ORDERS: ReadonlyArray<Order> = ['sorted', 'shuffled'];

/** The load generator's part of a round. */
const PREBUILT: Scenario = {
  name: `transactions-${ITEMS_OF_ACCOUNT}`,
  kind: 'transactions',
  items: ITEMS_OF_ACCOUNT,
  way: 'first',
  contenders: ['service'],
  isQuick: false,
};

/** @returns the figures of a load, with the rate until its last answer. @throws Error if it is not accepted as a whole. */
const runLoader = async (file: string, items: number, environment: Readonly<Record<string, string>>) => {
  const ran = await runCommand('load', ['load', '--kind', 'transactions', '--json', file], environment);
  const { accepted, seconds } = JSON.parse(ran.out.trimEnd().split('\n').at(-1) || '{}');
  if (ran.code !== 0 || accepted !== items)
    throw new Error(`The loader ended with ${ran.code}, ${accepted} of ${items} items accepted.`);
  return { ...ran, itemsPerSecond: items / seconds };
};

/**
 * Measures the client's loader beside the load generator's prebuilt requests for the same transactions, by turns, against one
 * service: from files that are sorted by account, and shuffled.
 *
 * @param items of each file.
 */
export const measureLoader = async (
  { cluster, load, folder }: Workbench,
  options: Options,
  items: number,
): Promise<ReadonlyArray<LoaderResult>> => {
  const accounts = Math.max(options.connections, Math.ceil(items / ITEMS_OF_ACCOUNT));
  // The first of each is the load generator's; each file has its own, so that the totals of its accounts agree.
  const step = 1 + ORDERS.length * options.rounds;
  const { service: template } = await makeEmptyTemplates(cluster);
  progress(`loader: importing ${accounts * step} accounts`);
  const own = { database: 'loader', template, accounts: accounts * step, profiles: options.profiles };
  const contender = await startContender('service', { cluster, folder, ...own });
  // The service has written its address and a key there.
  const environment = { DATA_DIR: join(folder, own.database) };
  const results = new Map(ORDERS.map((order) => [order, [] as LoaderRound[]]));
  try {
    await load.assign({
      contender: contender.name,
      target: contender.target,
      plan: {
        connections: options.connections,
        accounts,
        step,
        series: 0,
        itemsPerRequest: ITEMS_OF_ACCOUNT,
        requestsPerAccount: 1,
        mayStartOver: true,
      },
      requests: requestsFor(PREBUILT, contender, options.mix),
    });
    // Otherwise whichever comes second also has the vacuum and the checkpoint of what the first has stored.
    const settle = async (): Promise<void> => {
      await vacuumAnalyse(contender.databaseUrl);
      await cluster.checkpoint();
    };
    const generate = async (ms: number): Promise<number> => {
      const { round, problems } = await measureRound({ cluster, load, scenario: PREBUILT, contender, ms });
      if (problems.length > 0) throw new Error(problems.join(' '));
      return round.itemsPerSecond;
    };
    await generate(options.warmUpSeconds * 1_000);
    for (let turn = 0; turn < step - 1; turn += 1) {
      const order = ORDERS[turn % ORDERS.length]!;
      const file = join(folder, `${order}.ndjson`);
      writeItems(file, accountsOf(accounts, step, turn + 1), order, options.mix);
      await settle();
      const prebuilt = await generate(options.seconds * 1_000);
      await settle();
      const ran = await runLoader(file, accounts * ITEMS_OF_ACCOUNT, environment);
      progress(`loader, ${order}: ${Math.round(ran.itemsPerSecond)} items/s, prebuilt ${Math.round(prebuilt)} items/s`);
      const { itemsPerSecond, cpuMs, peakBytes, seconds } = ran;
      results.get(order)!.push({ prebuilt, itemsPerSecond, cpuMs, peakBytes, seconds });
      for (const left of [file, `${file}.journal`, `${file}.journal.lock`]) await rm(left, { force: true });
    }
  } finally {
    await contender.stop();
    await cluster.dropDatabase('loader');
  }
  return [...results].map(([order, rounds]) => resultOf(order, accounts * ITEMS_OF_ACCOUNT, rounds));
};

const accountsOf = (accounts: number, step: number, offset: number): ReadonlyArray<number> =>
  Array.from({ length: accounts }, (_, at) => FIRST_ACCOUNT + at * step + offset);

const resultOf = (order: Order, items: number, rounds: ReadonlyArray<LoaderRound>): LoaderResult => ({
  order,
  items,
  itemsPerSecond: median(rounds.map((one) => one.itemsPerSecond)),
  toPrebuilt: median(rounds.map((one) => one.itemsPerSecond / one.prebuilt)),
  cpuPerItem: median(rounds.map((one) => (one.cpuMs * 1_000) / items)),
  peakMemoryBytes: Math.max(...rounds.map((one) => one.peakBytes)),
  wholeItemsPerSecond: median(rounds.map((one) => items / one.seconds)),
  rounds,
});
