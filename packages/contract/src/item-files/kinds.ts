/** The kinds of items; each has the name of its file (decisions 15). */
export const KINDS = ['notes', 'transactions', 'statements', 'billing-documents', 'payment-instructions'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns true if a row is the body of a request; else it is an item and its account. */
export const isBody = (kind: Kind): boolean => kind === 'billing-documents' || kind === 'payment-instructions';
