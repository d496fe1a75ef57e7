import type { ContenderName } from './contenders/contender.ts';
import { KINDS } from './items/kinds.ts';
import type { Measurement } from './measure-round.ts';
import { sum } from './report/statistics.ts';
import type { Scenario } from './scenarios.ts';

/** The data of a scenario in a contender's database. */
export type Stored = {
  readonly rows: number;
  /** Items by the accepted import records. */
  readonly recorded: number;
};

/** Returns true if what is in the tables is what was acknowledged: otherwise the figures are those of something else. */
export const problemsOf = (
  { kind, items }: Pick<Scenario, 'kind' | 'items'>,
  contender: ContenderName,
  measurements: ReadonlyArray<Measurement>,
  stored: Stored,
): ReadonlyArray<string> => {
  const accepted = sum(measurements.map((one) => one.accepted));
  const again = sum(measurements.map((one) => one.acceptedAgain));
  const problems = measurements.flatMap((one) => one.problems);
  const rows = accepted * items;
  if (stored.rows !== rows) problems.push(`${rows} items were acknowledged, and ${stored.rows} rows are there`);
  const recorded = (accepted + again) * KINDS[kind].recordedItems(items);
  const keepsRecords = contender === 'service' || contender === 'reference';
  if (keepsRecords && stored.recorded !== recorded)
    problems.push(`${recorded} items were acknowledged, and import records count ${stored.recorded}`);
  return problems;
};
