/** The kinds of items; each has the name of its file (decisions 15). */
export const KINDS = ['notes', 'transactions', 'statements', 'billing-documents', 'payment-instructions'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns true if a row is the body of a request; else it is an item and its account. */
export const isBody = (kind: Kind): boolean => kind === 'billing-documents' || kind === 'payment-instructions';

/** The files of the objects in a list of transactions, as they are in an export with a table of each. */
export const PARTS = ['line-items', 'tax-items'] as const;
export type Part = (typeof PARTS)[number];

/** The field of a transaction that has the objects of a part. */
export const FIELD_OF_PART = { 'line-items': 'line_items', 'tax-items': 'tax_items' } as const satisfies Record<
  Part,
  string
>;

/** The fields by which a row of a part names its transaction. */
export const NAMING_FIELDS = ['import_supplier', 'external_account_number', 'transaction_id'] as const;
