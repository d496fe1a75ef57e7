import type { CalendarDate } from './calendar-date.ts';
import type { Period } from './period.ts';
import type { Transaction } from './transaction.ts';

export const BILLING_DOCUMENT_TYPES = ['ITEM_BASED', 'PERIOD_BASED'] as const;
export type BillingDocumentType = (typeof BILLING_DOCUMENT_TYPES)[number];

type Common = {
  /** The client's identifier, unique on its ledger. */
  readonly identifier: string;
  readonly issuedDate: CalendarDate;
  readonly transactions: ReadonlyArray<Transaction>;
};

/** A historical bill (§2), for a period or only for items. Imported documents are final (decisions 6). */
export type BillingDocument =
  | (Common & { readonly type: 'PERIOD_BASED'; readonly period: Period })
  | (Common & { readonly type: 'ITEM_BASED'; readonly period: null });
