import type { ContenderName } from '../contenders/contender.ts';
import type { Scenario } from '../scenarios.ts';

/** One short measurement of one contender. Processor time is in seconds a million items. */
export type Round = {
  readonly requests: number;
  readonly failed: number;
  readonly requestsPerSecond: number;
  readonly itemsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** null if the load generator talks to PostgreSQL itself. */
  readonly serviceCpu: number | null;
  readonly postgresCpu: number;
  readonly loadCpu: number;
  readonly walBytesPerItem: number;
  /** Share of the processors that neither the measurement nor what it measures took: how disturbed the round was. */
  readonly othersShare: number;
  /** Items per second when the same requests were first sent, directly before; null except for `again`. */
  readonly firstItemsPerSecond: number | null;
};

type Figure = Exclude<keyof Round, 'requests' | 'failed'>;
/** Medians of the rounds. */
export type Medians = { readonly [K in Figure]: Round[K] };

/** Quotients of items per second, and of the 99th percentile if the name says so: medians over the rounds. */
export type Ratios = {
  readonly toFloor: number | null;
  readonly toLimit: number | null;
  readonly toInsertMany: number | null;
  readonly toReference: number | null;
  readonly p99ToFloor: number | null;
  readonly againToFirst: number | null;
};

export type ContenderResult = {
  readonly contender: ContenderName;
  readonly medians: Medians;
  readonly ratios: Ratios;
  readonly peakMemoryBytes: number | null;
  /** Growth of all tables and indexes, import records among them, by the items stored. */
  readonly storedBytesPerItem: number;
  readonly storedBytesPerItemByTable: Readonly<Record<string, number>>;
  /** Everything that was not as it must be; empty, or the figures are worth nothing. */
  readonly problems: ReadonlyArray<string>;
  readonly rounds: ReadonlyArray<Round>;
};

export type ScenarioResult = {
  readonly scenario: Pick<Scenario, 'name' | 'kind' | 'items' | 'way'>;
  readonly contenders: ReadonlyArray<ContenderResult>;
};

/** The client's loader once, directly after the load generator. Rates are items per second, until the last answer. */
export type LoaderRound = {
  readonly prebuilt: number;
  readonly itemsPerSecond: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  /** Of the whole command, with the fingerprint of the file and the proof. */
  readonly seconds: number;
};

/** Medians of the rounds of one order of rows; the memory is that of the largest. */
export type LoaderResult = {
  readonly order: string;
  readonly items: number;
  readonly itemsPerSecond: number;
  readonly toPrebuilt: number;
  /** Microseconds of the whole command. */
  readonly cpuPerItem: number;
  readonly peakMemoryBytes: number;
  readonly wholeItemsPerSecond: number;
  readonly rounds: ReadonlyArray<LoaderRound>;
};

/** The service at one size of its tables, compared with the one whose tables stay small. */
export type GrowthResult = ScenarioResult & {
  /** Transactions in the table before. */
  readonly rows: number;
  /** Table and indexes of the transactions, by row. */
  readonly bytesPerRow: number;
};
