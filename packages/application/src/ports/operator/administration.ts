import type { Account, AccountRef } from '@carryover/domain/account';
import type { ImportSupplier, SupplierConfiguration, SupplierStatus } from '@carryover/domain/import-supplier';
import type { ApiKey } from '../api-keys.ts';
import type { Stored } from '../store-failure.ts';

export type Organisation = { readonly id: string; readonly name: string };
export type OrganisationSummary = Organisation & {
  readonly createdAt: Date;
  readonly suppliers: number;
  readonly liveApiKeys: number;
};

/** A supplier with the name of its organisation, because several organisations may use the same code. */
export type NamedSupplier = ImportSupplier & { readonly organisationName: string };
/** A change of a supplier; parts that are left out are not changed. */
export type SupplierChange = Partial<SupplierConfiguration> & { readonly status?: SupplierStatus };

/** A listed API key, without the key itself and its hash. */
export type ApiKeyListing = {
  readonly prefix: string;
  /** The operator's label of the key; null if it has none. */
  readonly label: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** Reads and writes what the platform operator sets up (decisions 2). */
export type Administration = {
  /** Creates an organisation; null if the name is taken. */
  readonly createOrganisation: (name: string) => Stored<Organisation | null>;
  readonly findOrganisation: (name: string) => Stored<Organisation | null>;
  readonly listOrganisations: () => Stored<ReadonlyArray<OrganisationSummary>>;

  readonly addApiKey: (key: ApiKey & { readonly label: string | null }) => Stored<void>;
  /** Newest first. */
  readonly listApiKeys: (organisation: Organisation) => Stored<ReadonlyArray<ApiKeyListing>>;

  /** Creates a supplier with the status Ongoing; null if the organisation already has the code. */
  readonly createSupplier: (
    organisation: Organisation,
    code: string,
    configuration: SupplierConfiguration,
  ) => Stored<ImportSupplier | null>;
  /** Lists the suppliers by organisation and code, optionally only those with a code or of one organisation. */
  readonly findSuppliers: (filter: {
    readonly code?: string;
    readonly organisationName?: string;
  }) => Stored<ReadonlyArray<NamedSupplier>>;

  /** The account of a supplier, staged or imported; null if there is none. */
  readonly findAccount: (ref: AccountRef) => Stored<Account | null>;
};
