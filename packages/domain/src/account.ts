import * as E from 'fp-ts/lib/Either.js';
import type { ImportSupplier } from './import-supplier.ts';

/** A client's reference to an account: both parts are compared byte for byte, within the caller's organisation (decisions 2). */
export type AccountRef = {
  readonly organisationId: string;
  readonly supplierCode: string;
  readonly externalAccountNumber: string;
};

export const ACCOUNT_STATUSES = ['STAGED', 'IMPORTED'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type Account = {
  readonly id: string;
  readonly externalAccountNumber: string;
  /** The platform's own number, `A-1B2C3D4E`. */
  readonly serviceAccountNumber: string;
  readonly status: AccountStatus;
  readonly supplier: ImportSupplier;
};

export type AccountNotFound =
  /** The supplier or the account is unknown, or belongs to another organisation: responses must not tell the two apart. */
  | { readonly kind: 'import_process_does_not_exist' }
  /** The account is only staged. */
  | { readonly kind: 'account_not_found' };

/** Only an imported account is found (§2). */
export const importedAccount = (account: Account | null): E.Either<AccountNotFound, Account> => {
  if (account === null) return E.left({ kind: 'import_process_does_not_exist' });
  return account.status === 'IMPORTED' ? E.right(account) : E.left({ kind: 'account_not_found' });
};
