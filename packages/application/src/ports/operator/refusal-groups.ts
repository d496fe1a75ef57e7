import type { Stored } from '../store-failure.ts';
import type { ImportRecord } from './import-records.ts';

export type RefusalFilter = {
  readonly supplierId?: string;
  /** The names of the organisations whose refusals count; all, if left out. */
  readonly organisations?: ReadonlyArray<string>;
  readonly since: Date;
};

/** Refused requests with the same error code and path. */
export type RefusalGroup = {
  readonly code: string;
  /** Without positions, `transactions[].amount`; empty if the body as a whole is wrong. */
  readonly path: string;
  readonly count: number;
};

/** An account of refused requests, as the requests named it; the texts are empty if they named none. */
export type RefusedAccount = {
  readonly organisationId: string;
  readonly supplierCode: string;
  readonly externalAccountNumber: string;
};

/**
 * The states of what was refused, the worst first. Solved: it is stored. Sent again without it: a later request for the account and
 * endpoint was accepted, and it is not stored. Unknown: the request named no account.
 */
export const REFUSAL_STATES = ['not sent again', 'sent again without it', 'unknown', 'solved'] as const;
export type RefusalState = (typeof REFUSAL_STATES)[number];

/** Returns the worst of several states; `unknown` of none. */
export const worstOf = (states: ReadonlyArray<RefusalState>): RefusalState =>
  REFUSAL_STATES.find((state) => states.includes(state)) ?? 'unknown';

/** An item that failed with its request, and one of its errors. */
export type RefusedItem = {
  /** For people; null if the item has no identifier that can be read, or its identifier is what is wrong. */
  readonly identifier: string | null;
  /** The path of the error; that of the item, if the request was refused as a whole. */
  readonly path: string | null;
  readonly code: string;
  readonly detail: string | null;
  /** As `attrValue` of an import record. */
  readonly value: string | null;
  readonly state: RefusalState;
};

/** What failed of a refused request. */
export type RefusedItems = {
  /** The worst of its items; solved only if all of them are stored. */
  readonly state: RefusalState;
  readonly items: ReadonlyArray<RefusedItem>;
  /** Further items that failed or were not read, of which no identifier is kept. */
  readonly itemsNotKept: number;
};

/** An account that a group of refusals affects. */
export type AffectedAccount = RefusedAccount & {
  readonly latest: ImportRecord;
  /** The worst of its latest requests of the group, 20 at most. */
  readonly state: RefusalState;
};

type Page = { readonly after: RefusedAccount | null; readonly limit: number };

/** Reads refused requests by what is wrong with them. */
export type RefusalGroupReader = {
  /** Those with the most requests first, at most `limit`. */
  readonly groups: (filter: RefusalFilter, limit: number) => Stored<ReadonlyArray<RefusalGroup>>;
  /** The accounts of a group in a fixed order. */
  readonly accounts: (
    group: Pick<RefusalGroup, 'code' | 'path'>,
    filter: RefusalFilter,
    page: Page,
  ) => Stored<ReadonlyArray<AffectedAccount>>;
  /** What failed of some refused requests, by their ids. */
  readonly items: (ids: ReadonlyArray<string>) => Stored<ReadonlyMap<string, RefusedItems>>;
};
