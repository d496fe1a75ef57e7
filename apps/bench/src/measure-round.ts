import { availableParallelism } from 'node:os';
import type { Contender } from './contenders/contender.ts';
import type { Cluster } from './databases/cluster.ts';
import type { LoadGenerator } from './load/load-generator.ts';
import type { Measured } from './load/messages.ts';
import { type Reading, readMeters } from './measure/meters.ts';
import type { Round } from './report/result.ts';
import { percentile } from './report/statistics.ts';
import type { Scenario } from './scenarios.ts';

type RoundOptions = {
  readonly cluster: Cluster;
  readonly load: LoadGenerator;
  readonly scenario: Scenario;
  readonly contender: Contender;
  readonly ms: number;
};

/** A round, and how many requests were accepted in all: those that sent new items, and those that sent them again. */
export type Measurement = {
  readonly round: Round;
  readonly accepted: number;
  readonly acceptedAgain: number;
  readonly problems: ReadonlyArray<string>;
};

/** Above this a request takes so long that one more on each connection would double the round. */
const MAX_ITEMS_OF_LEAD_IN = 1_000;

const MICROSECONDS_A_MS = 1_000;

const toRound = (
  { scenario }: RoundOptions,
  measured: Measured,
  [before, after]: readonly [Reading, Reading],
  pid: number | null,
): Omit<Round, 'firstItemsPerSecond'> => {
  const items = Math.max(1, measured.accepted * scenario.items);
  // Microseconds an item are seconds a million items.
  const anItem = (ms: number) => (ms * MICROSECONDS_A_MS) / items;
  const [serviceMs, postgresMs] = [after.serviceMs - before.serviceMs, after.postgresMs - before.postgresMs];
  const ours = serviceMs + postgresMs + measured.cpuMs + after.ownMs - before.ownMs;
  const seconds = measured.elapsedMs / 1_000;
  return {
    requests: measured.accepted,
    failed: measured.failed,
    requestsPerSecond: measured.accepted / seconds,
    itemsPerSecond: (measured.accepted * scenario.items) / seconds,
    p50Ms: percentile(measured.latenciesMs, 50),
    p99Ms: percentile(measured.latenciesMs, 99),
    serviceCpu: pid === null ? null : anItem(serviceMs),
    postgresCpu: anItem(postgresMs),
    loadCpu: anItem(measured.cpuMs),
    walBytesPerItem: (after.walBytes - before.walBytes) / items,
    othersShare:
      Math.max(0, after.machineMs - before.machineMs - ours) / ((after.at - before.at) * availableParallelism()),
  };
};

/** Measures a contender once: a warm-up, then the given time, then until the last response. */
export const measureRound = async (options: RoundOptions): Promise<Measurement> => {
  const { cluster, load, scenario, contender, ms } = options;
  const { name, pid } = contender;
  const problems: string[] = [];
  const note = (measured: Measured | null): number => {
    if (measured?.problem) problems.push(`${measured.failed} requests failed, the first: ${measured.problem}`);
    return measured?.accepted ?? 0;
  };
  const run = async (again: boolean) => {
    const leadIn = note(await load.open(name, !again && scenario.items <= MAX_ITEMS_OF_LEAD_IN));
    const before = await readMeters(contender, cluster);
    const measured = await load.measure(name, { ms, again });
    const after = await readMeters(contender, cluster);
    return { round: toRound(options, measured, [before, after], pid), accepted: leadIn + note(measured) };
  };

  const first = await run(false);
  if (scenario.way !== 'again') {
    return {
      round: { ...first.round, firstItemsPerSecond: null },
      accepted: first.accepted,
      acceptedAgain: 0,
      problems,
    };
  }
  const again = await run(true);
  const round = { ...again.round, firstItemsPerSecond: first.round.itemsPerSecond };
  return { round, accepted: first.accepted, acceptedAgain: again.accepted, problems };
};
