import type { Account, AccountRef } from '@carryover/domain/account';
import type { ImportSupplier, SupplierConfiguration, SupplierStatus } from '@carryover/domain/import-supplier';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ApiKey } from '../api-keys.ts';
import type { StoreFailure } from '../store-failure.ts';

type Stored<A> = TaskEither<StoreFailure, A>;

export type Organisation = { readonly id: string; readonly name: string };
export type OrganisationSummary = Organisation & {
  readonly createdAt: Date;
  readonly suppliers: number;
  readonly liveApiKeys: number;
};

/** A supplier with the name of its organisation: a code alone may be several. */
export type NamedSupplier = ImportSupplier & { readonly organisationName: string };
/** What the operator changes of a supplier; what is left out stays. */
export type SupplierChange = Partial<SupplierConfiguration> & { readonly status?: SupplierStatus };

/** An API key as it is listed: never the key itself, nor its hash. */
export type ApiKeyListing = {
  readonly prefix: string;
  /** What the operator calls the key; null if it has no label. */
  readonly label: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** What the platform operator sets up (decisions 2). */
export type Administration = {
  /** Creates an organisation; null if there is one of this name. */
  readonly createOrganisation: (name: string) => Stored<Organisation | null>;
  readonly findOrganisation: (name: string) => Stored<Organisation | null>;
  readonly listOrganisations: () => Stored<ReadonlyArray<OrganisationSummary>>;

  readonly addApiKey: (key: ApiKey & { readonly label: string | null }) => Stored<void>;
  /** Newest first. */
  readonly listApiKeys: (organisation: Organisation) => Stored<ReadonlyArray<ApiKeyListing>>;

  /** Creates a supplier, Ongoing; null if the organisation has one of this code. */
  readonly createSupplier: (
    organisation: Organisation,
    code: string,
    configuration: SupplierConfiguration,
  ) => Stored<ImportSupplier | null>;
  /** The suppliers of this code, or all of them; of one organisation, or of all. By organisation and code. */
  readonly findSuppliers: (filter: {
    readonly code?: string;
    readonly organisationName?: string;
  }) => Stored<ReadonlyArray<NamedSupplier>>;

  /** The account of a supplier, staged or imported; null if there is none. */
  readonly findAccount: (ref: AccountRef) => Stored<Account | null>;
};
