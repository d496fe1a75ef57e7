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

/** An account that a group of refusals affects. */
export type AffectedAccount = RefusedAccount & {
  readonly latest: ImportRecord;
  /** A later request for the account and endpoint was accepted; null if the requests named no account. */
  readonly isSolved: boolean | null;
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
};
