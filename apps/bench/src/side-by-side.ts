import type { Contender, ContenderName } from './contenders/contender.ts';
import { type StartOptions, startContender } from './contenders/start.ts';
import { makeEmptyTemplates, type Templates } from './databases/schema.ts';
import { makeFilledTemplates, stepForFilled } from './filled-templates.ts';
import type { Options } from './options/options.ts';
import { progress } from './report/progress.ts';
import type { ScenarioResult } from './report/result.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenarios.ts';
import type { Workbench } from './workbench.ts';

type Start = Omit<StartOptions, 'database' | 'template'>;

const databaseName = (scenario: Scenario, name: ContenderName): string =>
  `${scenario.name}_${name}`.replaceAll(/[^a-z0-9]+/g, '_');

/**
 * Starts the contenders of a scenario, lets `work` use them, and ends them: each has a new database and new processes, so that no
 * scenario inherits from another.
 */
const withContenders = async <A>(
  scenario: Scenario,
  names: ReadonlyArray<ContenderName>,
  templates: Templates,
  start: Start,
  work: (contenders: ReadonlyArray<Contender>) => Promise<A>,
): Promise<A> => {
  progress(`${scenario.name}: starting ${names.join(', ')}`);
  const starting = names.map((name) => {
    const template = name === 'limit' || name === 'service' ? templates.service : templates.floor;
    return startContender(name, { ...start, database: databaseName(scenario, name), template });
  });
  try {
    return await work(await Promise.all(starting));
  } finally {
    const started = (await Promise.allSettled(starting)).filter((one) => one.status === 'fulfilled');
    await Promise.all(started.map(({ value }) => value.stop()));
    for (const { value } of started) await start.cluster.dropDatabase(databaseName(scenario, value.name));
  }
};

/** Measures every scenario that was asked for. */
export const measureSideBySide = async (
  bench: Workbench,
  options: Options,
  onResult: (result: ScenarioResult) => void,
): Promise<void> => {
  const { cluster, folder } = bench;
  const isFresh = options.database === 'fresh';
  const step = isFresh ? 1 : stepForFilled(options.accounts);
  const plan = { connections: options.connections, accounts: options.accounts, step, series: 0 };
  const start: Start = { cluster, folder, accounts: options.accounts * step, profiles: options.profiles };
  const empty = await makeEmptyTemplates(cluster);
  const templates = isFresh ? empty : await makeFilledTemplates(empty, plan, { ...start, profiles: null });

  for (const scenario of options.scenarios) {
    const names = options.contenders.filter((name) => scenario.contenders.includes(name));
    const onRound = (name: ContenderName, number: number, { itemsPerSecond }: { readonly itemsPerSecond: number }) =>
      progress(`${scenario.name}: round ${number} of ${options.rounds}, ${name} ${Math.round(itemsPerSecond)} items/s`);
    const result = await withContenders(scenario, names, templates, start, (contenders) =>
      runScenario({ bench, options, scenario, contenders, plan, onRound }),
    );
    onResult(result);
  }
};
