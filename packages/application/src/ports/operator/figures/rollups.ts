import type { Stored } from '../../store-failure.ts';

/** The events that are counted: import records by outcome, at the time of their id, and undos at their own time. */
export const IMPORT_EVENTS = ['accepted', 'refused', 'dry_run', 'undone'] as const;
export type ImportEvent = (typeof IMPORT_EVENTS)[number];

/** The length of the spans of time by which records are counted. */
export const SLOT_MS = 10_000;
/** A span of ten seconds, as their number since 1970 in UTC. */
export type Slot = number;

/** The slots from `from` until `to`, exclusive; null: without an end, so that ids of clocks that are ahead are included. */
export type Slots = { readonly from: Slot; readonly to: Slot | null };

/** The parts of the records that are counted. */
export type RollupProgress = {
  /** Slots before this one are counted, and are counted again only by verifications. */
  readonly countedTo: Slot;
  /** The end of what the current verification has counted again; null: none is under way. */
  readonly verifiedTo: Slot | null;
  /** The end of the last verification; null: none has ended. */
  readonly verifiedAt: Date | null;
  /** null: accounts were never counted. */
  readonly accountsCountedAt: Date | null;
  /** Slots before this one are merged, and are not counted again. */
  readonly mergedTo: Slot;
};

/** The store of the rollups within a transaction that no other process has at the same time. */
export type RollupWork = {
  /** The database's clock. */
  readonly now: Date;
  readonly progress: RollupProgress;
  /** The end of the slots from `from` on that have at least `records` records of one table; null: they have fewer. */
  readonly endOf: (from: Slot, records: number) => Stored<Slot | null>;
  /** Counts slots from the beginning, and replaces what was counted before. */
  readonly recount: (slots: Slots) => Stored<void>;
  /** Merges the slots before one into spans of a length, which divides it; the sums stay. */
  readonly merge: (before: Slot, spanMs: number) => Stored<void>;
  readonly recountAccounts: Stored<void>;
  /** Determines if an operator may have changed accounts since a time. */
  readonly haveAccountsChanged: (since: Date) => Stored<boolean>;
  readonly save: (progress: RollupProgress) => Stored<void>;
};

export type Rollups = {
  /** Runs `work` in one transaction. null: another process is at work. */
  readonly exclusively: <A>(work: (rollups: RollupWork) => Stored<A>) => Stored<A | null>;
};
