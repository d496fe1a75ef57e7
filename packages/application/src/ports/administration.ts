import type { AccountStatus } from '@carryover/domain/account';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Ledger } from '@carryover/domain/ledger';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ApiKey } from './api-keys.ts';
import type { StoreFailure } from './store-failure.ts';

type Stored<A> = TaskEither<StoreFailure, A>;

export type Organisation = { readonly id: string; readonly name: string };

/** An account as its migration delivers it: with its ledgers and their open statement periods. */
export type AccountImport = {
  readonly externalAccountNumber: string;
  readonly status: AccountStatus;
  readonly ledgers: ReadonlyArray<Omit<Ledger, 'hasImportedHistory'>>;
};

/** What the platform operator sets up (decisions 2). */
export type Administration = {
  /** The organisation of this name, created where there is none. */
  readonly organisation: (name: string) => Stored<Organisation>;
  /** The organisation's supplier of this code, created where there is none: Ongoing, with the default configuration. */
  readonly supplier: (organisation: Organisation, code: string) => Stored<ImportSupplier>;
  /** Creates the accounts, or brings them up to date; each ledger's open period becomes the given one. */
  readonly importAccounts: (supplier: ImportSupplier, accounts: ReadonlyArray<AccountImport>) => Stored<void>;
  readonly addApiKey: (key: ApiKey) => Stored<void>;
};
