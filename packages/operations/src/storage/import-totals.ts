import { makeStoredTotals } from '@carryover/adapters-persistence/imports/import-records';
import type { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import type { StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import type { StoredImport, StoredUndo, TableName } from '@carryover/adapters-persistence/verification/stored-account';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';

/** The totals of the transactions of an import by ledger and type, `[ledger, type, count, sum]`, as JSON in a fixed order. */
type TotalsText = string;

const NUMBER = /^-?\d+(\.\d+)?$/;
const totals = t.array(t.tuple([t.string, t.string, t.number, t.string]));
const removedTotal = t.type({ ledger_number: t.string, type: t.string, count: t.number, sum: t.string });
const removedTotals = t.array(removedTotal);

/** Returns the totals of a record in a fixed order; a text that is no list as it is. */
export const inOrder = (text: string | null): TotalsText => {
  if (text === null) return '[]';
  const list = jsonOrNull(text);
  if (!Array.isArray(list)) return text;
  const lines = list.map((total) => JSON.stringify(total));
  return `[${lines.toSorted().join()}]`;
};

export const totalsOfRows = (rows: ReadonlyArray<StoredRow>): TotalsText => {
  const stored = makeStoredTotals();
  for (const { table, row } of rows)
    if (table === 'ledger_transaction')
      stored.add(row.ledger_number!, [{ transaction: { type: row.type!, amount: new Decimal(row.amount!) } }]);
  return inOrder(stored.text());
};

/** The totals of the transactions that an undo removed, as it recorded them. */
export const totalsOfUndo = ({ removed }: StoredUndo): TotalsText => {
  const { transactions } = removed;
  if (!removedTotals.is(transactions)) return JSON.stringify(transactions ?? null);
  return inOrder(
    JSON.stringify(transactions.map(({ ledger_number, type, count, sum }) => [ledger_number, type, count, sum])),
  );
};

/** Adds up the totals of records: counts and sums as a text by ledger and type. Null if one of them cannot be read. */
export const addedUp = (texts: ReadonlyArray<string>): ReadonlyMap<string, string> | null => {
  const amounts = new Map<string, { count: number; sums: Decimal[] }>();
  for (const text of texts) {
    const list = jsonOrNull(text);
    if (!totals.is(list) || list.some(([, , , sum]) => !NUMBER.test(sum))) return null;
    for (const [ledger, type, count, sum] of list) {
      const key = `${ledger} ${type}`;
      const known = amounts.get(key) ?? { count: 0, sums: [] };
      known.sums.push(new Decimal(sum));
      amounts.set(key, { ...known, count: known.count + count });
    }
  }
  return new Map([...amounts].map(([key, { count, sums }]) => [key, `${count}, ${toMoney(Decimal.sum(sums))}`]));
};

const KINDS_OF_REMOVED: Readonly<Partial<Record<TableName, string>>> = {
  billing_document: 'billing_documents',
  historical_statement: 'statements',
  payment_instruction: 'payment_instructions',
};

type Totals = Map<string, string>;

/** What an undo must have removed: numbers by kind, and number and sum by type of transaction. */
export const removedBy = (account: DerivedAccount, { id, endpoint }: StoredImport): Totals => {
  const counts = new Map<string, number>();
  const sums = new Map<string, { count: number; sum: Decimal }>();
  for (const { table, row } of account.rowsOf(id)) {
    if (table === 'ledger_transaction') {
      const total = sums.get(row.type!) ?? { count: 0, sum: new Decimal('0') };
      sums.set(row.type!, { count: total.count + 1, sum: Decimal.sum([total.sum, new Decimal(row.amount!)]) });
      continue;
    }
    const ofNote = endpoint === 'notes/create' ? 'notes' : 'notes_added_by_service';
    const kind = table === 'note' ? ofNote : KINDS_OF_REMOVED[table];
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return new Map([
    ...[...counts].map(([kind, count]) => [kind, String(count)] as const),
    ...[...sums].map(([type, { count, sum }]) => [type, `${count}, ${toMoney(sum)}`] as const),
  ]);
};

/** The same as an undo recorded it. */
export const recordedAsRemoved = ({ removed }: StoredUndo): Totals => {
  const totals: Totals = new Map();
  const sums = new Map<string, { count: number; sum: Decimal }>();
  for (const [kind, value] of Object.entries(removed)) {
    if (!Array.isArray(value)) {
      if (value !== 0) totals.set(kind, String(value));
      continue;
    }
    for (const one of value) {
      if (!removedTotal.is(one) || !NUMBER.test(one.sum)) {
        totals.set(kind, JSON.stringify(value));
        continue;
      }
      const { type, count, sum } = one;
      const total = sums.get(type) ?? { count: 0, sum: new Decimal('0') };
      sums.set(type, { count: total.count + Number(count), sum: Decimal.sum([total.sum, new Decimal(String(sum))]) });
    }
  }
  for (const [type, { count, sum }] of sums) totals.set(type, `${count}, ${toMoney(sum)}`);
  return totals;
};
