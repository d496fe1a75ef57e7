import * as E from 'fp-ts/lib/Either.js';

export const SUPPLIER_STATUSES = ['Ongoing', 'Paused', 'Complete'] as const;
export type SupplierStatus = (typeof SUPPLIER_STATUSES)[number];

/** The configuration of a supplier, set by the operator (decisions 2). */
export type SupplierConfiguration = {
  /** Root location of document paths; empty if none is set. */
  readonly documentRoot: string;
  readonly verifyDocuments: boolean;
  /** Only recorded: this service sends no e-mail. */
  readonly automatedEmails: boolean;
  readonly supplyChargeArithmetic: 'report' | 'enforce';
  readonly unknownFields: 'refuse' | 'report';
};

/** A group of migrated accounts of one organisation; `code` is unique within the organisation. */
export type ImportSupplier = {
  readonly id: string;
  readonly organisationId: string;
  readonly code: string;
  readonly status: SupplierStatus;
  readonly configuration: SupplierConfiguration;
};

export const DEFAULT_CONFIGURATION: SupplierConfiguration = {
  documentRoot: '',
  verifyDocuments: false,
  automatedEmails: false,
  supplyChargeArithmetic: 'report',
  unknownFields: 'refuse',
};

export type MigrationNotOngoing = {
  readonly kind: 'import_supplier_migration_not_ongoing';
  readonly code: string;
  readonly status: SupplierStatus;
};

/** Only an Ongoing supplier accepts data (§3). */
export const acceptsImports = (supplier: ImportSupplier): E.Either<MigrationNotOngoing, ImportSupplier> =>
  supplier.status === 'Ongoing'
    ? E.right(supplier)
    : E.left({ kind: 'import_supplier_migration_not_ongoing', code: supplier.code, status: supplier.status });

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
  /** Everything personal of it was removed for good then (decisions 18); null if it was not. */
  readonly erasedAt: Date | null;
  readonly supplier: ImportSupplier;
};

/** The account was erased: it takes no data, and nothing of it can be read or undone (decisions 18). */
export type AccountErased = { readonly kind: 'account_erased'; readonly erasedAt: Date };

/** Everything personal of an account may be removed once, and for good. */
export const notErased = <A extends Pick<Account, 'erasedAt'>>(account: A): E.Either<AccountErased, A> =>
  account.erasedAt === null ? E.right(account) : E.left({ kind: 'account_erased', erasedAt: account.erasedAt });

export type AccountNotFound =
  /** The supplier or the account is unknown, or belongs to another organisation: responses must not tell the two apart. */
  | { readonly kind: 'import_process_does_not_exist' }
  /** The account is only staged. */
  | { readonly kind: 'account_not_found' };

/** Only an imported account that was not erased is found (§2, decisions 18). */
export const importedAccount = (account: Account | null): E.Either<AccountNotFound | AccountErased, Account> => {
  if (account === null) return E.left({ kind: 'import_process_does_not_exist' });
  const kept = notErased(account);
  if (E.isLeft(kept)) return kept;
  return account.status === 'IMPORTED' ? E.right(account) : E.left({ kind: 'account_not_found' });
};
