import { problemsOf } from './acknowledged.ts';
import type { Contender, ContenderName } from './contenders/contender.ts';
import { countRecordedItems, countRows, type TableBytes, tableBytes } from './databases/figures.ts';
import { KINDS } from './items/kinds.ts';
import type { Plan } from './load/places.ts';
import { peakMemoryBytes } from './measure/peak-memory.ts';
import { type Measurement, measureRound } from './measure-round.ts';
import type { Options } from './options/options.ts';
import type { ContenderResult, Round, ScenarioResult } from './report/result.ts';
import { sum } from './report/statistics.ts';
import { mediansOf, ratiosOf } from './report/summarise.ts';
import { requestsFor } from './requests.ts';
import { requestsPerAccount, type Scenario } from './scenarios.ts';
import type { Workbench } from './workbench.ts';

type ScenarioRun = {
  readonly bench: Workbench;
  readonly options: Options;
  readonly scenario: Scenario;
  readonly contenders: ReadonlyArray<Contender>;
  readonly plan: Pick<Plan, 'connections' | 'accounts' | 'step' | 'series'>;
  /** Told of each round, to show that something happens. */
  readonly onRound: (contender: ContenderName, number: number, round: Round) => void;
};

/** The content of a contender's database before the load. */
type Before = { readonly rows: number; readonly recorded: number; readonly bytes: TableBytes };

const look = async ({ kind }: Scenario, { databaseUrl }: Contender): Promise<Before> => ({
  rows: await countRows(databaseUrl, KINDS[kind].table),
  recorded: await countRecordedItems(databaseUrl),
  bytes: await tableBytes(databaseUrl),
});

const assign = ({ bench, options, scenario, plan }: ScenarioRun, contender: Contender): Promise<void> =>
  bench.load.assign({
    contender: contender.name,
    target: contender.target,
    plan: {
      ...plan,
      itemsPerRequest: scenario.items,
      requestsPerAccount: requestsPerAccount(scenario),
      mayStartOver: scenario.kind !== 'billing-documents',
    },
    requests: requestsFor(scenario, contender, options.mix),
  });

const conclude = async (
  scenario: Scenario,
  contender: Contender,
  before: Before,
  measurements: ReadonlyArray<Measurement>,
): Promise<Omit<ContenderResult, 'ratios'>> => {
  const after = await look(scenario, contender);
  const rows = after.rows - before.rows;
  const growth = Object.entries(after.bytes).map(
    ([table, bytes]) => [table, (bytes - (before.bytes[table] ?? 0)) / rows] as const,
  );
  // The first was the warm-up: its items count, its figures do not.
  const rounds = measurements.slice(1).map(({ round }) => round);
  return {
    contender: contender.name,
    medians: mediansOf(rounds),
    peakMemoryBytes: contender.pid === null ? null : await peakMemoryBytes(contender.pid),
    storedBytesPerItem: sum(growth.map(([, bytes]) => bytes)),
    storedBytesPerItemByTable: Object.fromEntries(growth.filter(([, bytes]) => bytes > 0)),
    problems: problemsOf(scenario, contender.name, measurements, {
      rows,
      recorded: after.recorded - before.recorded,
    }),
    rounds,
  };
};

/** Measures the contenders in turn, round after round; each round begins with a different one. */
export const runScenario = async (run: ScenarioRun): Promise<ScenarioResult> => {
  const { bench, options, scenario, contenders, onRound } = run;
  const measure = (contender: Contender, seconds: number): Promise<Measurement> =>
    measureRound({ ...bench, scenario, contender, ms: seconds * 1_000 });
  for (const contender of contenders) await assign(run, contender);
  const states = await Promise.all(contenders.map((contender) => look(scenario, contender)));
  const measurements: Measurement[][] = [];
  // Code that Node has not yet optimised runs at half speed. A measurement that sends again sends twice.
  const warmUpSeconds = scenario.way === 'again' ? options.warmUpSeconds / 2 : options.warmUpSeconds;
  for (const contender of contenders) measurements.push([await measure(contender, warmUpSeconds)]);
  await bench.cluster.checkpoint();
  for (let number = 0; number < options.rounds; number += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (number + turn) % contenders.length;
      const measurement = await measure(contenders[index]!, options.seconds);
      measurements[index]!.push(measurement);
      onRound(contenders[index]!.name, number + 1, measurement.round);
    }
  }
  const results: Omit<ContenderResult, 'ratios'>[] = [];
  for (const [index, contender] of contenders.entries())
    results.push(await conclude(scenario, contender, states[index]!, measurements[index]!));
  const roundsBy = new Map(results.map(({ contender, rounds: its }) => [contender, its]));
  const { name, kind, items, way } = scenario;
  return {
    scenario: { name, kind, items, way },
    contenders: results.map((result) => ({ ...result, ratios: ratiosOf(result.contender, roundsBy) })),
  };
};
