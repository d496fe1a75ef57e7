import type { AccountStatus } from '@carryover/domain/account';
import type { Stored } from '../../store-failure.ts';
import type { ImportEvent } from './rollups.ts';

/** A supplier by what the rollups are counted by. */
export type SupplierKey = { readonly organisationId: string; readonly code: string };

/** A number of import records of one kind. */
export type EventCount = {
  /** As named in the paths, such as `notes/create`. */
  readonly endpoint: string;
  readonly outcome: ImportEvent;
  /** The error code of refused requests and dry runs; empty for others. */
  readonly code: string;
  readonly requests: number;
  /** The items that were sent. */
  readonly items: number;
  /** The items that were stored; of undone requests, those that were removed. */
  readonly storedItems: number;
  /** Of these, the billing documents; the others of their endpoint are transactions. */
  readonly storedDocuments: number;
  /** The accounts that had no item before; of undone requests, those that have none afterwards. */
  readonly accounts: number;
};

/** The events of a kind in the span of time that begins at `at`. */
export type TimedCount = EventCount & { readonly at: Date };

export type AccountCounts = Readonly<Record<AccountStatus, number>>;

/** The figures of a supplier in a list. */
type SupplierSums = SupplierKey & {
  readonly accounts: number;
  /** Accounts that have an item. */
  readonly accountsWithData: number;
  /** The items that the accounts have. */
  readonly storedItems: number;
  readonly refusedRequests: number;
};

/** The time of the last count, and the present time, both by the database's clock; what was before `to` is counted. */
export type CountedAt = { readonly at: Date; readonly now: Date; readonly to: Date };

/** Reads the figures of suppliers from the rollups (ADR 39). */
export type FiguresReader = {
  /** null: nothing was ever counted. */
  readonly countedAt: Stored<CountedAt | null>;
  /** The sums of all suppliers that have accounts or requests. */
  readonly suppliers: Stored<ReadonlyArray<SupplierSums>>;
  /** All events of a supplier. */
  readonly totals: (supplier: SupplierKey) => Stored<ReadonlyArray<EventCount>>;
  /** The time of the first event; null if there is none. */
  readonly firstEvent: (supplier: SupplierKey) => Stored<Date | null>;
  /** The counts of a supplier by spans of time, earliest first. */
  readonly series: (
    supplier: SupplierKey,
    span: { readonly since: Date; readonly stepSeconds: number },
  ) => Stored<ReadonlyArray<TimedCount>>;
  readonly accounts: (supplier: SupplierKey) => Stored<AccountCounts>;
};
