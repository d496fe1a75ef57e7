import type {
  Row,
  StoredAccount,
  StoredImport,
  TableName,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { AccountHistory, Item, UnknownReason } from '@carryover/application/reconciliation/explanations';
import { SUMMED_FIELDS, TOTAL_TYPES } from '@carryover/domain/control-total';
import { Decimal, ZERO } from '@carryover/domain/decimal';
import type { verifyAccount } from '../storage/verify-account.ts';

type Verified = Awaited<ReturnType<typeof verifyAccount>>;
type StoredRows = { readonly [Name in TableName]: ReadonlyArray<Row> };

/** As that of a refused item. */
const keyOf = (table: TableName, row: Row): string => {
  switch (table) {
    case 'ledger_transaction':
      return `transaction ${row.transaction_id}`;
    case 'note':
      return `note ${row.identity}`;
    case 'historical_statement':
      return `statement ${row.statement_id}`;
    case 'billing_document':
      return `document ${row.identifier}`;
    case 'payment_instruction':
    case 'ledger_history':
      return '';
  }
};

/** Returns the item of a row; null if no total counts it. */
const toItem =
  (imports: ReadonlyMap<string, StoredImport>) =>
  (table: TableName, row: Row): Item | null => {
    const importId = row.import_id ?? '';
    const counted = { ledgerNumber: '', count: 1, sum: ZERO, importId, key: keyOf(table, row) };
    switch (table) {
      case 'ledger_transaction': {
        const type = TOTAL_TYPES.find((known) => known === row.type);
        const ledgerNumber = row.ledger_number ?? '';
        const name = row.transaction_id ?? '';
        return type === undefined
          ? null
          : { ...counted, type, ledgerNumber, name, sum: new Decimal(row[SUMMED_FIELDS.transaction] ?? '0') };
      }
      case 'note':
        // The service added the others.
        return imports.get(importId)?.endpoint === 'notes/create'
          ? { ...counted, type: 'NOTE', name: `note of ${row.created_at}` }
          : null;
      case 'historical_statement':
        return {
          ...counted,
          type: 'STATEMENT',
          name: row.statement_id ?? '',
          sum: new Decimal(row[SUMMED_FIELDS.statement] ?? '0'),
        };
      case 'billing_document':
        return {
          ...counted,
          type: 'BILLING_DOCUMENT',
          ledgerNumber: row.ledger_number ?? '',
          name: row.identifier ?? '',
        };
      case 'payment_instruction':
        return row.is_active === 'true' ? { ...counted, type: 'PAYMENT_INSTRUCTION', name: row.vendor ?? '' } : null;
      case 'ledger_history':
        return null;
    }
  };

/** Returns what a verified account says of its totals. */
export const historyOf = (
  imports: ReadonlyArray<StoredImport>,
  rows: StoredRows,
  { history: { changes, undone, again } }: Verified,
): AccountHistory => {
  const byId = new Map(imports.map((one) => [one.id, one]));
  const itemOf = toItem(byId);
  const items = (table: TableName, some: ReadonlyArray<Row>): ReadonlyArray<Item> =>
    some.flatMap((row) => itemOf(table, row) ?? []);
  return {
    imports: new Map(
      imports.map(({ id: importId, receivedAt, endpoint }) => [importId, { importId, receivedAt, endpoint }]),
    ),
    stored: Object.entries(rows).flatMap(([table, some]) => items(table as TableName, some)),
    changes: changes.map(({ table, accepted, stored }) => ({
      accepted: accepted && itemOf(table, accepted),
      stored: stored && itemOf(table, stored),
    })),
    undone: undone.flatMap(({ table, row }) => itemOf(table, row) ?? []),
    again: again.flatMap(({ importId, rows: found, notes }) => [
      ...found.flatMap(({ table, row }) => itemOf(table, { ...row, import_id: importId }) ?? []),
      ...Array.from(
        { length: notes },
        (): Item => ({
          type: 'NOTE',
          ledgerNumber: '',
          count: 1,
          sum: ZERO,
          key: '',
          name: 'a note',
          importId,
        }),
      ),
    ]),
  };
};

/** Returns what is not known of an account's payloads. */
export const unknownOf = (
  { isErased }: StoredAccount,
  imports: ReadonlyArray<StoredImport>,
  { findings }: Verified,
): ReadonlyArray<UnknownReason> => {
  if (isErased) return ['account_erased'];
  const removed = new Set(imports.flatMap(({ id, payload }) => (payload === null ? [id] : [])));
  const isAltered = findings.some(({ kind, importId }) => kind === 'payload_altered' && !removed.has(importId ?? ''));
  return [
    ...(removed.size > 0 ? (['payload_removed'] as const) : []),
    ...(isAltered ? (['payload_altered'] as const) : []),
  ];
};
