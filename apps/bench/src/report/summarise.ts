import type { ContenderName } from '../contenders/contender.ts';
import type { Medians, Ratios, Round } from './result.ts';
import { median, medianRatio } from './statistics.ts';

type Rounds = ReadonlyArray<Round>;

const medianOf = (rounds: Rounds, figure: (round: Round) => number): number => median(rounds.map(figure));

/** Null if a figure is of no round. */
const medianOrNull = (rounds: Rounds, figure: (round: Round) => number | null): number | null => {
  const values = rounds.map(figure).filter((value) => value !== null);
  return values.length === 0 ? null : median(values);
};

export const mediansOf = (rounds: Rounds): Medians => ({
  requestsPerSecond: medianOf(rounds, (round) => round.requestsPerSecond),
  itemsPerSecond: medianOf(rounds, (round) => round.itemsPerSecond),
  p50Ms: medianOf(rounds, (round) => round.p50Ms),
  p99Ms: medianOf(rounds, (round) => round.p99Ms),
  serviceCpu: medianOrNull(rounds, (round) => round.serviceCpu),
  postgresCpu: medianOf(rounds, (round) => round.postgresCpu),
  loadCpu: medianOf(rounds, (round) => round.loadCpu),
  walBytesPerItem: medianOf(rounds, (round) => round.walBytesPerItem),
  othersShare: medianOf(rounds, (round) => round.othersShare),
  firstItemsPerSecond: medianOrNull(rounds, (round) => round.firstItemsPerSecond),
});

/** A contender's quotients to the others, round by round. */
export const ratiosOf = (contender: ContenderName, roundsBy: ReadonlyMap<ContenderName, Rounds>): Ratios => {
  const figures = (name: ContenderName, figure: (round: Round) => number | null) =>
    (roundsBy.get(name) ?? []).map(figure).filter((value) => value !== null);
  const rates = (name: ContenderName) => figures(name, (round) => round.itemsPerSecond);
  const p99s = (name: ContenderName) => figures(name, (round) => round.p99Ms);
  return {
    toFloor: medianRatio(rates(contender), rates('floor')),
    toLimit: medianRatio(rates(contender), rates('limit')),
    toInsertMany: medianRatio(rates(contender), rates('insert-many')),
    toReference: medianRatio(rates(contender), rates('reference')),
    p99ToFloor: medianRatio(p99s(contender), p99s('floor')),
    againToFirst: medianRatio(
      rates(contender),
      figures(contender, (round) => round.firstItemsPerSecond),
    ),
  };
};
