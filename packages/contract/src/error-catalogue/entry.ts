export const IMPORTS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
const READS = ['accounts/summary', 'control-totals/compare'] as const;
export const BODIES = [...IMPORTS, ...READS] as const;
export const EVERYWHERE = [...BODIES, 'graphql', 'operator'] as const;

/** The sources of a code: an import and its dry run, a read endpoint, the token endpoint, the operator's command. */
export type Answerer = (typeof EVERYWHERE)[number] | 'any address';

/** The catalogue's entry of a code, in addition to its meaning. */
export type CatalogueEntry = {
  /** Status of the response; dry runs and GraphQL mutations report the same codes with status 200. */
  readonly status: 400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly answeredBy: ReadonlyArray<Answerer>;
  readonly whatToDo: string;
  /** A short example of the cause. */
  readonly example: string;
};

export const TRANSACTIONS = ['transactions', 'historical-billing-documents'] as const;
export const WITH_DOCUMENTS = ['notes', 'historical-statements'] as const;
export const WITH_DECIMALS = [...TRANSACTIONS, 'historical-statements', 'control-totals/compare', 'operator'] as const;

/** Returns the entry of a code with status 400. */
export const shape = (
  whatToDo: string,
  example: string,
  answeredBy: ReadonlyArray<Answerer> = [...BODIES, 'operator'],
): CatalogueEntry => ({ status: 400, answeredBy, whatToDo, example });

export const SEND_AGAIN =
  'Send the same request again. If the response has a Retry-After header, wait that many seconds first.';
