import type { Validates } from '@carryover/client/requests';
import type { Kind } from '@carryover/contract/item-files';
import type { Batch, BatchLimits } from '../steps/step.ts';

/** The requests of a kind. */
type RequestForm = {
  /** `transactions` of `transactions/create/`. */
  readonly endpoint: Validates;
  /** The field with the items; null if an item is a request. */
  readonly list: string | null;
};

export const FORMS: Readonly<Record<Kind, RequestForm>> = {
  notes: { endpoint: 'notes', list: 'notes' },
  transactions: { endpoint: 'transactions', list: 'transactions' },
  statements: { endpoint: 'historical-statements', list: 'statements' },
  'billing-documents': { endpoint: 'historical-billing-documents', list: null },
  'payment-instructions': { endpoint: 'payment-instruction', list: null },
};

/** The largest request of a load: larger ones are not faster, and a slow answer holds up more. */
export const BATCH_LIMITS: BatchLimits = { maxItems: 1_000, maxBytes: 4_194_304 };

/** The order in which kinds are loaded: current transactions before the history that finalizes their ledger. */
export const KINDS_IN_ORDER: ReadonlyArray<Kind> = [
  'transactions',
  'billing-documents',
  'statements',
  'notes',
  'payment-instructions',
];

/** Returns the body of a request with these items, each as it was written. */
export const bodyOf = (kind: Kind, { account, items }: Pick<Batch, 'account' | 'items'>): string => {
  const { list } = FORMS[kind];
  if (list === null) return items[0]!.text;
  const { supplier, number } = account;
  const texts = items.map(({ text }) => text).join(',');
  return `{"import_supplier":${JSON.stringify(supplier)},"external_account_number":${JSON.stringify(number)},"${list}":[${texts}]}`;
};
