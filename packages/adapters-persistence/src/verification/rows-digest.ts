import { hash } from 'node:crypto';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../sql/query.ts';
import { type Row, rowsOf, TABLE_NAMES, TABLES, type TableName, textRow } from './stored-account.ts';

/** A row that an import stored. */
export type StoredRow = { readonly table: TableName; readonly row: Row };

/** Returns a digest of all that an import stored, in any order (decisions 18). */
export const digestOf = (rows: ReadonlyArray<StoredRow>): string => {
  const lines = rows.map(({ table, row }) =>
    JSON.stringify([table, ...TABLES[table].columns.map((column) => row[column] ?? null)]),
  );
  return hash('sha256', lines.toSorted().join('\n'));
};

/** Adds the identifiers of all transactions of a payload, at any depth. */
const addTransactionIds = (value: unknown, ids: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    if (name === 'transaction_id' && typeof member === 'string') ids.add(member);
    else addTransactionIds(member, ids);
};

/** Transactions are looked up by their key: an account may have millions, and there is no index on the import. */
const TRANSACTIONS = rowsOf(
  'ledger_transaction',
  'import_id = any($3::uuid[])',
  `ledger_transaction join (select distinct * from unnest($1::bigint[], $2::text[]) as k(of_account, named)) wanted
     on account_id = of_account and transaction_id = named`,
);
const OTHERS = TABLE_NAMES.filter((table) => table !== 'ledger_transaction').map((table) => ({
  table,
  sql: rowsOf(table, 'account_id = any($1::bigint[]) and import_id = any($2::uuid[])'),
}));

type IntactImport = { readonly account: string; readonly id: string; readonly text: string };

/** Returns the digest of what each import has stored, by its id. */
export const readDigests = async (
  em: EntityManager,
  imports: ReadonlyArray<IntactImport>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = imports.map(({ id }) => id);
  const accounts = [...new Set(imports.map(({ account }) => account))];
  const [ofAccount, named]: [string[], string[]] = [[], []];
  for (const { account, text } of imports) {
    const found = new Set<string>();
    addTransactionIds(jsonOrNull(text), found);
    for (const name of found) {
      ofAccount.push(account);
      named.push(name);
    }
  }
  const stored: StoredRow[] = [];
  for (const row of await readRows(em, textRow, TRANSACTIONS, [ofAccount, named, ids]))
    stored.push({ table: 'ledger_transaction', row });
  for (const { table, sql } of OTHERS)
    for (const row of await readRows(em, textRow, sql, [accounts, ids])) stored.push({ table, row });
  const byImport = Map.groupBy(stored, ({ row }) => row.import_id!);
  return new Map(ids.map((id) => [id, digestOf(byImport.get(id) ?? [])]));
};
