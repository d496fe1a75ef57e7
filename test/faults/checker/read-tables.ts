import { zstdDecompressSync } from 'node:zlib';
import type { ClientBase } from 'pg';
import { type Content, canonical, type Table } from '../batches/batch.ts';
import type { StoredAccount, StoredImport, StoredRow } from './stored.ts';

type Row = Readonly<Record<string, any>> & { readonly account_id: string };

/** A table for the checker: the columns that depend on the data, as texts, and the key of a row. */
const SOURCES: Readonly<Record<Table, { readonly columns: string; readonly keyOf: (row: Row) => string }>> = {
  note: {
    columns: `body, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      is_pinned::text, array_to_string(documents, ',') as documents`,
    keyOf: ({ body }) => body ?? '',
  },
  ledger_transaction: {
    columns: `transaction_id, ledger_number, billing_document, transaction_date::text, amount::text, type, reason, payment_type,
      reference, note, display_note, product_code, line_items, tax_items, submitted_date::text, submitted_note`,
    keyOf: ({ transaction_id }) => transaction_id,
  },
  historical_statement: {
    columns: 'statement_id, from_date::text, to_date::text, issued_date::text, number, gross_amount::text, path',
    keyOf: ({ statement_id }) => statement_id,
  },
  billing_document: {
    columns: 'ledger_number, identifier, type, issued_date::text, from_date::text, to_date::text',
    keyOf: ({ ledger_number, identifier }) => `${ledger_number}/${identifier}`,
  },
  ledger_history: { columns: 'ledger_number', keyOf: ({ ledger_number }) => ledger_number },
  payment_instruction: {
    columns: 'is_active, vendor, reference, type',
    keyOf: ({ is_active }) => (is_active ? 'active' : 'former'),
  },
};

const toContent = (row: Row): Content => {
  const lists = (value: unknown) => (value === null || value === undefined ? null : canonical(value));
  return 'line_items' in row
    ? { ...row, line_items: lists(row.line_items), tax_items: lists(row.tax_items) }
    : (row as Content);
};

const readTable = async (
  client: ClientBase,
  table: Table,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyArray<readonly [string, StoredRow]>> => {
  const { columns, keyOf } = SOURCES[table];
  const sql = `select account_id, import_id, ${columns} from ${table} where account_id = any($1::bigint[])`;
  const { rows } = await client.query<Row>(sql, [ids]);
  return rows.map((row) => [
    row.account_id,
    { table, key: keyOf(row), importId: row.import_id, content: toContent(row) },
  ]);
};

const ZSTANDARD = 0x28;
const toText = (payload: Buffer): string =>
  (payload[0] === ZSTANDARD ? zstdDecompressSync(payload) : payload).toString();

const readImports = async (
  client: ClientBase,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyArray<readonly [string, StoredImport]>> => {
  const sql = `select account_id, id, endpoint, item_count, payload from accepted_import where account_id = any($1::bigint[])`;
  const { rows } = await client.query<Row>(sql, [ids]);
  return rows.map(({ account_id, id, endpoint, item_count, payload }) => [
    account_id,
    { id, endpoint, itemCount: item_count, payload: toText(payload) },
  ]);
};

/**
 * Reads all that is stored of some accounts, by their database ids.
 *
 * @param refused ids of the records of refused requests to read.
 */
export const readAccounts = async (
  client: ClientBase,
  ids: ReadonlyArray<string>,
  refused: ReadonlyArray<string>,
): Promise<(id: string) => StoredAccount> => {
  const rows = new Map<string, StoredRow[]>(ids.map((id) => [id, []]));
  for (const table of Object.keys(SOURCES) as Table[])
    for (const [id, row] of await readTable(client, table, ids)) rows.get(id)!.push(row);
  const imports = Map.groupBy(await readImports(client, ids), ([id]) => id);
  const found = await client.query<{ id: string }>('select id from refused_import where id = any($1::uuid[])', [
    refused,
  ]);
  const known = new Set(found.rows.map(({ id }) => id));
  return (id) => ({
    rows: rows.get(id) ?? [],
    imports: (imports.get(id) ?? []).map(([, one]) => one),
    refused: known,
  });
};
