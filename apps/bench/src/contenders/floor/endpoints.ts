import { createHash } from 'node:crypto';
import type { FloorTable, PostedBody, PostedItem } from './store.ts';

/** The floor's import of one kind of item. */
export type FloorEndpoint = {
  readonly itemsOf: (body: PostedBody) => ReadonlyArray<PostedItem>;
  readonly table: FloorTable;
  /** The identity of an item. */
  readonly keyOf: (item: PostedItem) => string;
  /** Selects the existing ones of the keys ($2) of the account ($1), as `key`. */
  readonly existing: string;
  /** Rows of another table that come with the items. */
  readonly before?: { readonly table: FloorTable; readonly itemsOf: FloorEndpoint['itemsOf'] };
};

const existing = (table: FloorTable, column: string, type: string, key = column): string =>
  `select ${key} as key from ${table} where account_id = $1 and ${column} = any($2::${type}[])`;

const transactions = {
  table: 'ledger_transaction',
  keyOf: (item: PostedItem) => String(item.transaction_id),
  existing: existing('ledger_transaction', 'transaction_id', 'text'),
} as const;

const identityOf = (body: unknown): string => `\\x${createHash('sha256').update(`body:${body}`).digest('hex')}`;

export const FLOOR_ENDPOINTS: Readonly<Record<string, FloorEndpoint>> = {
  '/v1/data-import/transactions/create/': { ...transactions, itemsOf: (body) => body.transactions },
  '/v1/data-import/notes/create/': {
    table: 'note',
    itemsOf: (body) =>
      body.notes.map((note, position) => ({
        ...note,
        position,
        identity: identityOf(note.body),
        documents: ((note.document_paths ?? []) as ReadonlyArray<PostedItem>).map((one) => one.document_path),
      })),
    keyOf: (item) => String(item.identity),
    existing: existing('note', 'identity', 'bytea', 'identity::text'),
  },
  '/v1/data-import/historical-statements/create/': {
    table: 'historical_statement',
    itemsOf: (body) => body.statements,
    keyOf: (item) => String(item.statement_id),
    existing: existing('historical_statement', 'statement_id', 'text'),
  },
  '/v1/data-import/historical-billing-documents/create/': {
    ...transactions,
    itemsOf: (body) =>
      body.historical_billing_documents.flatMap((document) =>
        (document.transactions as ReadonlyArray<PostedItem>).map((one) => ({
          ...one,
          billing_document: document.billing_document_identifier,
        })),
      ),
    before: { table: 'billing_document', itemsOf: (body) => body.historical_billing_documents },
  },
};
