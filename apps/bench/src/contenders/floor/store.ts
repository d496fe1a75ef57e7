/** The floor's access to its tables; the only difference between the floor and `insertMany`. */
export type FloorStore = {
  readonly inTransaction: <A>(work: (session: FloorSession) => Promise<A>) => Promise<A>;
};

export type FloorSession = {
  readonly query: <Row>(sql: string, parameters: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>;
  readonly insert: (table: FloorTable, rows: Rows) => Promise<void>;
};

export type FloorTable = 'ledger_transaction' | 'note' | 'historical_statement' | 'billing_document';

/** Items as posted, and what all of them have in common. */
export type Rows = {
  readonly accountId: string;
  readonly importId: string;
  readonly items: ReadonlyArray<PostedItem>;
};
export type PostedItem = Readonly<Record<string, unknown>>;

/** An unchecked body, which the benchmark itself has sent. */
export type PostedBody = { readonly external_account_number: string } & Readonly<
  Record<'transactions' | 'notes' | 'statements' | 'historical_billing_documents', ReadonlyArray<PostedItem>>
>;
