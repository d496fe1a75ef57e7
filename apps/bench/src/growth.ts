import { statfs } from 'node:fs/promises';
import type { Contender } from './contenders/contender.ts';
import { startContender } from './contenders/start.ts';
import { tableBytes } from './databases/figures.ts';
import { fillAccounts, ITEMS_A_FILLED_ACCOUNT, vacuumAnalyse } from './databases/fill.ts';
import { makeEmptyTemplates } from './databases/schema.ts';
import type { Plan } from './load/places.ts';
import type { Options } from './options/options.ts';
import { progress } from './report/progress.ts';
import type { GrowthResult } from './report/result.ts';
import { runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Workbench } from './workbench.ts';

/** Table, index and write-ahead log of a row, generously. */
const BYTES_A_ROW = 600;
const MEASURED = SCENARIOS.filter(({ name }) => name === 'transactions-100' || name === 'transactions-1000');

const requireSpace = async (folder: string, rows: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < rows * BYTES_A_ROW)
    throw new Error(`${rows} rows need about ${Math.ceil((rows * BYTES_A_ROW) / 1e9)} GB in ${folder}.`);
};

type Sizes = { readonly plan: Pick<Plan, 'accounts' | 'step'>; readonly from: number; readonly to: number };

/** Adds filled accounts until the table has so many rows. */
const growTo = async ({ name, databaseUrl }: Contender, { plan, from, to }: Sizes): Promise<void> => {
  progress(`filling up to ${to} rows for the ${name}`);
  const accountsFor = (rows: number) => Math.ceil(rows / ITEMS_A_FILLED_ACCOUNT);
  await fillAccounts(databaseUrl, { plan, from: accountsFor(from), to: accountsFor(to) });
  await vacuumAnalyse(databaseUrl);
};

/**
 * Measures the service's rate at several table sizes, alternating with a second service whose table stays at the smallest size: the
 * sizes are minutes apart, in which a machine changes more than a rate does.
 *
 * The accounts that are measured lie between those that were filled, so that their rows go to pages all over the index, and not
 * behind all others, at the same cost at any size.
 */
export const measureGrowth = async (
  bench: Workbench,
  options: Options,
  sizes: ReadonlyArray<number>,
  onResult: (result: GrowthResult) => void,
): Promise<void> => {
  const { cluster, folder } = bench;
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  await requireSpace(folder, largest + smallest);
  const step = 1 + Math.ceil(largest / ITEMS_A_FILLED_ACCOUNT / options.accounts);
  const plan = { connections: options.connections, accounts: options.accounts, step };
  const { service: template } = await makeEmptyTemplates(cluster);
  const contenders: Contender[] = [];
  const start = async (name: 'service' | 'reference'): Promise<Contender> => {
    progress(`importing ${options.accounts * step} accounts for the ${name}`);
    const { profiles } = options;
    const own = { database: `growth_${name}`, template, accounts: options.accounts * step, profiles };
    const contender = await startContender(name, { cluster, folder, ...own });
    contenders.push(contender);
    return contender;
  };
  try {
    await growTo(await start('reference'), { plan, from: 0, to: smallest });
    const service = await start('service');
    let series = 0;
    for (const [index, size] of sizes.entries()) {
      await growTo(service, { plan, from: sizes[index - 1] ?? 0, to: size });
      const bytesPerRow = (await tableBytes(service.databaseUrl)).ledger_transaction! / size;
      for (const scenario of MEASURED) {
        const result = await runScenario({
          bench,
          options,
          scenario,
          contenders,
          plan: { ...plan, series },
          onRound: (name, number, { itemsPerSecond }) =>
            progress(`${size} rows, ${scenario.name}: round ${number}, ${name} ${Math.round(itemsPerSecond)} items/s`),
        });
        series += 1;
        onResult({ ...result, rows: size, bytesPerRow });
      }
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
};
