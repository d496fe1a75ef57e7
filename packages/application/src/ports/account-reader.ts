import type { Account, AccountRef } from '@carryover/domain/account';
import type { BillingDocumentType } from '@carryover/domain/billing-document';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import type { Ledger } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { Period } from '@carryover/domain/period';
import type { Transaction } from '@carryover/domain/transaction';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

type Read<A> = TaskEither<StoreFailure, A>;

export type StoredNote = {
  readonly body: string | null;
  /** Full locations. */
  readonly documents: ReadonlyArray<string>;
  readonly createdAt: DateTime;
  readonly isPinned: boolean;
  readonly unpinAt: DateTime | null;
};

/** A transaction as it is on the ledger: a moved one with its new date and note. */
export type StoredTransaction = {
  readonly ledgerNumber: string;
  readonly transaction: Transaction;
  /** The date as submitted, of a transaction that was moved. */
  readonly submittedDate: CalendarDate | null;
  readonly billingDocument: string | null;
};

export type StoredDocument = {
  readonly ledgerNumber: string;
  readonly identifier: string;
  readonly type: BillingDocumentType;
  readonly issuedDate: CalendarDate;
  readonly period: Period | null;
};

export type StoredStatement = {
  readonly statementId: string;
  readonly period: Period;
  readonly issuedDate: CalendarDate;
  readonly number: string;
  readonly grossAmount: Decimal;
  readonly document: string | null;
};

/** Everything that landed on one account. */
export type AccountContent = {
  readonly account: Account;
  readonly ledgers: ReadonlyArray<Ledger>;
  /** Oldest first. */
  readonly notes: ReadonlyArray<StoredNote>;
  /** By date, oldest first. */
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly billingDocuments: ReadonlyArray<StoredDocument>;
  readonly statements: ReadonlyArray<StoredStatement>;
  readonly paymentInstruction: ActiveInstruction | null;
};

/** Reads accounts as they were at one moment, without a lock. */
export type AccountReader = {
  /** null where there is no such account. */
  readonly content: (ref: AccountRef) => Read<AccountContent | null>;
};
