import type { ItemKind } from '@carryover/application/ports/import-records';

/** The kinds of items in the order of reports, with their names in JSON and for a reader. */
export const ITEM_KINDS: ReadonlyArray<readonly [kind: ItemKind, name: string, title: string]> = [
  ['notes', 'notes', 'Notes'],
  ['transactions', 'transactions', 'Transactions'],
  ['billingDocuments', 'billing_documents', 'Billing documents'],
  ['statements', 'statements', 'Statements'],
  ['paymentInstructions', 'payment_instructions', 'Payment instructions'],
];

/** Returns counts by the names of JSON. */
export const countsJson = (counts: Readonly<Record<ItemKind, number | null>>) =>
  Object.fromEntries(ITEM_KINDS.map(([kind, name]) => [name, counts[kind]]));
