import type { Account, AccountRef } from '@carryover/domain/account';
import type { BillingDocumentType } from '@carryover/domain/billing-document';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import type { Ledger } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { Period } from '@carryover/domain/period';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import type { Transaction } from '@carryover/domain/transaction';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

type Read<A> = TaskEither<StoreFailure, A>;

/** The request that a row was stored by, as `imports show --id` shows it. */
type Imported = { readonly importId: string };
/** The same of a row that has a zero-based place among the items of its kind. */
type ImportedItem = Imported & { readonly position: number };

export type StoredNote = ImportedItem & {
  readonly body: string | null;
  /** Full locations. */
  readonly documents: ReadonlyArray<string>;
  /** As posted; null of a note that was stored before paths were kept beside the full locations. */
  readonly documentPaths: ReadonlyArray<string> | null;
  readonly createdAt: DateTime;
  readonly isPinned: boolean;
  readonly unpinAt: DateTime | null;
};

/** A transaction as it is on the ledger: a moved one with its new date and note. */
export type StoredTransaction = Imported & {
  readonly ledgerNumber: string;
  /** 0 for the first of its id on the account, then counting. */
  readonly occurrence: number;
  readonly transaction: Transaction;
  /** The date as submitted, of a transaction that was moved. */
  readonly submittedDate: CalendarDate | null;
  /** The note as submitted, of a transaction that was moved. */
  readonly submittedNote: string | null;
  readonly billingDocument: string | null;
};

export type StoredDocument = ImportedItem & {
  readonly ledgerNumber: string;
  readonly identifier: string;
  readonly type: BillingDocumentType;
  readonly issuedDate: CalendarDate;
  readonly period: Period | null;
};

export type StoredStatement = ImportedItem & {
  readonly statementId: string;
  readonly period: Period;
  readonly issuedDate: CalendarDate;
  readonly number: string;
  readonly grossAmount: Decimal;
  /** As posted. */
  readonly path: string | null;
  /** The full location. */
  readonly document: string | null;
};

/** A statement period of a ledger, open or closed. */
export type StoredPeriod = StatementPeriod & { readonly ledgerNumber: string; readonly isOpen: boolean };

/** A ledger whose history was imported, and by which request. */
type StoredHistory = Imported & { readonly ledgerNumber: string };

/** Everything that landed on one account. */
export type AccountContent = {
  readonly account: Account;
  readonly organisation: string;
  readonly createdAt: Date;
  readonly ledgers: ReadonlyArray<Ledger>;
  /** Oldest first. */
  readonly notes: ReadonlyArray<StoredNote>;
  /** By date, oldest first. */
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly billingDocuments: ReadonlyArray<StoredDocument>;
  readonly statements: ReadonlyArray<StoredStatement>;
  readonly paymentInstruction: (ActiveInstruction & Imported) | null;
  /** By their first day. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  readonly histories: ReadonlyArray<StoredHistory>;
};

/** Reads accounts as they were at one moment, without a lock. */
export type AccountReader = {
  /** null if there is no such account. */
  readonly content: (ref: AccountRef) => Read<AccountContent | null>;
};
