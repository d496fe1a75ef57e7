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
