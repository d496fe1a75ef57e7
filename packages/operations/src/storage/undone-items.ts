import type { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import type { StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import { keyOf, type StoredImport, TABLE_NAMES } from '@carryover/adapters-persistence/verification/stored-account';

/** What identifies an item to its client, however often it was sent: a note by its content. */
export const identityOf = ({ table, row }: StoredRow): string => {
  switch (table) {
    case 'ledger_transaction':
      return `${table} ${row.transaction_id}`;
    case 'note':
      return `${table} ${row.identity}`;
    case 'payment_instruction':
      return `${table} ${row.vendor} ${row.reference}`;
    default:
      return `${table} ${keyOf(table, row)}`;
  }
};

/** Returns the rows that undos removed and that no import after the undo added. */
export const notAddedAgain = (
  derived: DerivedAccount,
  removed: ReadonlyArray<{ readonly position: bigint; readonly rows: ReadonlyArray<StoredRow> }>,
  imports: ReadonlyMap<string, StoredImport>,
): ReadonlyArray<StoredRow> => {
  if (removed.every(({ rows }) => rows.length === 0)) return [];
  const latest = new Map<string, bigint>();
  for (const table of TABLE_NAMES)
    for (const { row } of derived.rows(table).values()) {
      const name = identityOf({ table, row });
      const position = BigInt(imports.get(row.import_id!)?.position ?? -1);
      if (position > (latest.get(name) ?? -1n)) latest.set(name, position);
    }
  const seen = new Set<string>();
  return removed.toReversed().flatMap(({ position, rows }) =>
    rows.filter((one) => {
      const key = `${one.table} ${keyOf(one.table, one.row)}`;
      if ((latest.get(identityOf(one)) ?? -1n) > position || seen.has(key)) return false;
      seen.add(key);
      return true;
    }),
  );
};
