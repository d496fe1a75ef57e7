/** The kinds of items; each has the name of its file (decisions 15). */
export const KINDS = ['notes', 'transactions', 'statements', 'billing-documents', 'payment-instructions'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns true if a row is the body of a request; else it is an item and its account. */
export const isBody = (kind: Kind): boolean => kind === 'billing-documents' || kind === 'payment-instructions';

/**
 * The files of parts of items, as they are in an export with a table of each: the objects in a list of transactions, and the
 * transactions of billing documents.
 */
export const PARTS = ['line-items', 'tax-items', 'billing-document-transactions'] as const;
export type Part = (typeof PARTS)[number];

export const isPart = (kind: string | null): kind is Part => PARTS.some((part) => part === kind);

/** The field of a transaction that has the objects of a part. */
export const FIELD_OF_PART = { 'line-items': 'line_items', 'tax-items': 'tax_items' } as const;
/** The parts of transactions. */
export type ItemPart = keyof typeof FIELD_OF_PART;

/** Returns the kind of the items that a file's rows are, or are parts of. */
export const wholeKind = (kind: Kind | Part): Kind => {
  if (kind === 'billing-document-transactions') return 'billing-documents';
  return kind === 'line-items' || kind === 'tax-items' ? 'transactions' : kind;
};

/** The fields by which a row of a part names its transaction. */
export const NAMING_FIELDS = ['import_supplier', 'external_account_number', 'transaction_id'] as const;
