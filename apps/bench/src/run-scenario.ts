import { problemsOf } from './acknowledged.ts';
import type { Contender, ContenderName } from './contenders/contender.ts';
import { countRecordedItems, countRows, type TableBytes, tableBytes } from './databases/figures.ts';
import type { Mix } from './items/kind.ts';
import { KINDS } from './items/kinds.ts';
import type { Plan } from './load/places.ts';
import { peakMemoryBytes } from './measure/peak-memory.ts';
import { type Measurement, measureRound, type RoundOptions } from './measure-round.ts';
import type { ContenderResult, Round, ScenarioResult } from './report/result.ts';
import { sum } from './report/statistics.ts';
import { mediansOf, ratiosOf } from './report/summarise.ts';
import { requestsFor } from './requests.ts';
import { requestsPerAccount } from './scenarios.ts';

type ScenarioOptions = Omit<RoundOptions, 'contender'> & {
  readonly contenders: ReadonlyArray<Contender>;
  readonly rounds: number;
  /** Warm-up of each contender before its first round: code that Node has not yet optimised runs at half speed. */
  readonly warmUpMs: number;
  readonly mix: Mix;
  readonly plan: Pick<Plan, 'connections' | 'accounts' | 'step' | 'series'>;
  /** Told of each round, to show that something happens. */
  readonly onRound: (contender: ContenderName, number: number, round: Round) => void;
};

/** The content of a contender's database before the load. */
type Before = { readonly rows: number; readonly recorded: number; readonly bytes: TableBytes };

const tableOf = ({ scenario }: ScenarioOptions): string => KINDS[scenario.kind].table;

const look = async (options: ScenarioOptions, { databaseUrl }: Contender): Promise<Before> => ({
  rows: await countRows(databaseUrl, tableOf(options)),
  recorded: await countRecordedItems(databaseUrl),
  bytes: await tableBytes(databaseUrl),
});

const assign = async ({ load, scenario, plan, mix }: ScenarioOptions, contender: Contender): Promise<void> => {
  const asked = requestsPerAccount(scenario);
  await load.assign({
    contender: contender.name,
    target: contender.target,
    plan: {
      ...plan,
      itemsPerRequest: scenario.items,
      requestsPerAccount: asked,
      mayStartOver: scenario.kind !== 'billing-documents',
    },
    requests: requestsFor(scenario, contender, mix),
  });
};

const conclude = async (
  options: ScenarioOptions,
  contender: Contender,
  before: Before,
  measurements: ReadonlyArray<Measurement>,
): Promise<Omit<ContenderResult, 'ratios'>> => {
  const after = await look(options, contender);
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
    problems: problemsOf(options.scenario, contender.name, measurements, {
      rows,
      recorded: after.recorded - before.recorded,
    }),
    rounds,
  };
};

/** Measures the contenders in turn, round after round; each round begins with a different one. */
export const runScenario = async (options: ScenarioOptions): Promise<ScenarioResult> => {
  const { contenders, rounds, scenario, onRound } = options;
  for (const contender of contenders) await assign(options, contender);
  const states = await Promise.all(contenders.map((contender) => look(options, contender)));
  const measurements: Measurement[][] = [];
  // A measurement that sends again sends twice.
  const warmUpMs = scenario.way === 'again' ? options.warmUpMs / 2 : options.warmUpMs;
  for (const contender of contenders) measurements.push([await measureRound({ ...options, contender, ms: warmUpMs })]);
  await options.cluster.checkpoint();
  for (let number = 0; number < rounds; number += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (number + turn) % contenders.length;
      const measurement = await measureRound({ ...options, contender: contenders[index]! });
      measurements[index]!.push(measurement);
      onRound(contenders[index]!.name, number + 1, measurement.round);
    }
  }
  const results: Omit<ContenderResult, 'ratios'>[] = [];
  for (const [index, contender] of contenders.entries())
    results.push(await conclude(options, contender, states[index]!, measurements[index]!));
  const roundsBy = new Map(results.map(({ contender, rounds: its }) => [contender, its]));
  const { name, kind, items, way } = scenario;
  return {
    scenario: { name, kind, items, way },
    contenders: results.map((result) => ({ ...result, ratios: ratiosOf(result.contender, roundsBy) })),
  };
};
