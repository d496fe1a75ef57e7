/** The tables that hold what is imported. */
export type Table =
  | 'note'
  | 'ledger_transaction'
  | 'historical_statement'
  | 'billing_document'
  | 'ledger_history'
  | 'payment_instruction';

/** The columns of a row that a client's data decides, as texts. */
export type Content = Readonly<Record<string, string | null>>;

/** One row that a request is to leave: `key` names it within its account and table. */
export type Item = { readonly table: Table; readonly key: string; readonly content: Content };

export type Made = {
  readonly body: string;
  readonly items: ReadonlyArray<Item>;
  /** The item count of its import record. */
  readonly itemCount: number;
};

type Kind = 'notes' | 'transactions' | 'historical-statements' | 'historical-billing-documents' | 'payment-instruction';

/** One request, the same each time it is sent. Its content is made again when it is needed: millions of items are not kept. */
export type Batch = {
  /** Unique in its installation. */
  readonly name: string;
  readonly kind: Kind;
  readonly account: string;
  readonly query: string;
  readonly make: () => Made;
  /** Code of the 400 that is its right answer; null if that is 201. */
  readonly refusal: string | null;
  /** The ledger of a history, which accepts one; null for all other kinds. */
  readonly ledger: string | null;
  /** True if another history is sent for the ledger: then it may be refused though it was sent once. */
  readonly hasRival?: boolean;
};

export const endpointOf = ({ kind }: Batch): string => `${kind}/create`;
export const pathOf = (batch: Batch): string => `/v1/data-import/${endpointOf(batch)}/${batch.query}`;

/** JSON whose keys are in order, as texts are compared. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
