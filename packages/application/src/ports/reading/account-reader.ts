import type { Account, AccountRef } from '@carryover/domain/account';
import type { BillingDocumentType } from '@carryover/domain/billing-document';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import type { Ledger } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { Period, StatementPeriod } from '@carryover/domain/statement-period';
import type { Transaction } from '@carryover/domain/transaction';
import type { Stored } from '../store-failure.ts';

/** The request that stored a row, as shown by `imports show --id`. */
type Imported = { readonly importId: string };
/** The same, with the row's zero-based position among the items of its kind. */
type ImportedItem = Imported & { readonly position: number };

export type StoredNote = ImportedItem & {
  readonly body: string | null;
  /** Full locations. */
  readonly documents: ReadonlyArray<string>;
  /** As posted; null for notes stored before posted paths were kept. */
  readonly documentPaths: ReadonlyArray<string> | null;
  readonly createdAt: DateTime;
  readonly isPinned: boolean;
  readonly unpinAt: DateTime | null;
  /** True for a note that the service itself pinned (decisions 4). */
  readonly isAddedByService: boolean;
};

/** A stored transaction; a moved one has its new date and note. */
export type StoredTransaction = Imported & {
  readonly ledgerNumber: string;
  /** 0 for the first transaction with its id on the account, then 1, 2, … */
  readonly occurrence: number;
  readonly transaction: Transaction;
  /** The submitted date of a moved transaction. */
  readonly submittedDate: CalendarDate | null;
  /** The submitted note of a moved transaction. */
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

/** A ledger whose history was imported, and the request that imported it. */
type StoredHistory = Imported & { readonly ledgerNumber: string };

/** An account without its lists of items. */
export type AccountOverview = {
  readonly account: Account;
  readonly organisation: string;
  readonly createdAt: Date;
  /** The main one first. */
  readonly ledgers: ReadonlyArray<Ledger>;
  readonly paymentInstruction: (ActiveInstruction & Imported) | null;
  /** By their first day. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  readonly histories: ReadonlyArray<StoredHistory>;
};

/** Everything that is stored on one account. */
export type AccountContent = AccountOverview & {
  /** Oldest first. */
  readonly notes: ReadonlyArray<StoredNote>;
  /** By date, oldest first. */
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly billingDocuments: ReadonlyArray<StoredDocument>;
  readonly statements: ReadonlyArray<StoredStatement>;
};

/** Reads accounts as of one moment, without a lock. */
export type AccountReader = {
  /** null if there is no such account. */
  readonly content: (ref: AccountRef) => Stored<AccountContent | null>;
};
