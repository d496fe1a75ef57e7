import { type Kind, payloadOf } from '../five-kinds.ts';

/** A request of a client's book, and what the client knows of it. */
export type Entry = {
  readonly supplier: string;
  readonly account: string;
  readonly kind: Kind;
  /** Its items are named after it. */
  readonly name: string;
  readonly items: number;
  /** When it was sent first, in milliseconds. */
  sentAt: number | null;
  /** The first acceptance: its import record, and when the answer was there, in milliseconds. */
  accepted: { readonly importId: string; readonly at: number } | null;
};

/** All of one account, in the order it is sent. */
const PARTS: ReadonlyArray<readonly [kind: Kind, items: number]> = [
  ['notes', 5],
  ['historical-billing-documents', 3],
  ['historical-statements', 4],
  ['transactions', 10],
  ['payment-instruction', 1],
  ['transactions', 1],
];

/** The book of a supplier's accounts. @param more further items per request of transactions. */
export const makeBook = (supplier: string, accounts: ReadonlyArray<string>, more = 0): ReadonlyArray<Entry> =>
  accounts.flatMap((account) =>
    PARTS.map(([kind, items], part) => ({
      supplier,
      account,
      kind,
      name: `${account}-${part}`,
      items: kind === 'transactions' ? items + more : items,
      sentAt: null,
      accepted: null,
    })),
  );

export const bodyOf = ({ supplier, account, kind, name, items }: Entry): object => ({
  import_supplier: supplier,
  external_account_number: account,
  ...payloadOf(kind, name, items),
});

/** The rows of an entry in the database: one line per row, as `stored.ts` reads them. */
export const rowsOf = (entry: Entry): ReadonlyArray<string> => {
  const { account, kind } = entry;
  const body: any = bodyOf(entry);
  const line = (...fields: ReadonlyArray<string>) => [account, ...fields].join('|');
  const transaction = (document: string) => (t: any) =>
    line('transaction', t.transaction_id, t.transaction_date, t.amount, t.type, document);
  switch (kind) {
    case 'notes':
      return body.notes.map((note: any) => line('note', note.body));
    case 'transactions':
      return body.transactions.map(transaction(''));
    case 'historical-billing-documents':
      return [
        line('ledger_history', body.ledger_number),
        ...body.historical_billing_documents.flatMap((document: any) => [
          line('billing_document', document.billing_document_identifier, document.issued_date),
          ...document.transactions.map(transaction(document.billing_document_identifier)),
        ]),
      ];
    case 'historical-statements':
      return body.statements.map((s: any) =>
        line('statement', s.statement_id, s.bill_period_from_date, s.bill_period_to_date, s.number, s.gross_amount),
      );
    case 'payment-instruction':
      return [line('payment_instruction', body.vendor, body.reference, body.type)];
  }
};
