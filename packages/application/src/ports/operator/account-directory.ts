import type { AccountStatus } from '@carryover/domain/account';
import type { NamedSupplier } from '../administration.ts';
import type { Stored } from '../store-failure.ts';

/** A listed account. */
export type ListedAccount = {
  readonly organisation: string;
  readonly supplierCode: string;
  readonly externalAccountNumber: string;
  readonly serviceAccountNumber: string;
  readonly status: AccountStatus;
  readonly createdAt: Date;
};

/** A page by external account number, byte for byte; `after` is the last one of the previous page. */
export type AccountFilter = {
  /** Part of the external or of the service account number, in any letter case. */
  readonly search: string | null;
  readonly status: AccountStatus | null;
  readonly after: string | null;
  readonly limit: number;
};

/** Lists accounts for the operator. */
export type AccountDirectory = {
  readonly list: (supplier: NamedSupplier, filter: AccountFilter) => Stored<ReadonlyArray<ListedAccount>>;
};
