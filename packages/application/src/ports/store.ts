import type { Account, AccountRef } from '@carryover/domain/account';
import type { Ledger } from '@carryover/domain/ledger';
import type { KnownNote, Note, NoteDraft } from '@carryover/domain/note';
import type { SupplyChargeMismatch } from '@carryover/domain/supply-charge';
import type { FieldDifference } from '@carryover/domain/transaction-difference';
import type { PlacedTransaction, PreviouslyAdded } from '@carryover/domain/transaction-import';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ImportRequest, Submission } from '../import-request.ts';
import type { StoreFailure } from './store-failure.ts';

type Stored<A> = TaskEither<StoreFailure, A>;

export type AccountRepository = {
  /** The account, which no other request can lock until the unit of work ends; null where there is none. */
  readonly lock: (ref: AccountRef) => Stored<Account | null>;
};

export type LedgerRepository = { readonly main: (account: Account) => Stored<Ledger> };

export type NoteRepository = {
  /** Of the account's notes with a draft's identity: the earliest, and those with the draft's `createdAt`. */
  readonly known: (account: Account, drafts: ReadonlyArray<NoteDraft>) => Stored<ReadonlyArray<KnownNote>>;
  readonly add: (account: Account, importId: string, notes: ReadonlyArray<Note>) => Stored<void>;
};

export type TransactionRepository = {
  /** The account's transactions of these ids, as first submitted. */
  readonly previouslyAdded: (account: Account, transactionIds: ReadonlyArray<string>) => Stored<PreviouslyAdded>;
  /** `again`: ids may stand on the account already and are added once more. */
  readonly add: (
    to: { readonly account: Account; readonly ledger: Ledger; readonly importId: string; readonly again: boolean },
    transactions: ReadonlyArray<PlacedTransaction>,
  ) => Stored<void>;
};

/** What an accepted import leaves for the reconciliation beside its rows (decisions 2, 5). */
export type Findings = {
  readonly conflicts: ReadonlyArray<{
    readonly transactionId: string;
    readonly differences: ReadonlyArray<FieldDifference>;
  }>;
  readonly supplyChargeMismatches: ReadonlyArray<{
    readonly transactionId: string;
    readonly mismatches: ReadonlyArray<SupplyChargeMismatch>;
  }>;
};
export const NO_FINDINGS: Findings = { conflicts: [], supplyChargeMismatches: [] };

export type AcceptedImports = {
  /** Writes the import record that the request's rows name. */
  readonly accept: (
    account: Account,
    request: ImportRequest,
    submission: Submission,
    findings: Findings,
  ) => Stored<void>;
};

/** What a unit of work on one account reads and writes. */
export type Store = {
  readonly accounts: AccountRepository;
  readonly ledgers: LedgerRepository;
  readonly notes: NoteRepository;
  readonly transactions: TransactionRepository;
  readonly imports: AcceptedImports;
};
