import type { Validates } from '@carryover/client/requests';
import type { Kind } from '@carryover/contract/item-files';

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
