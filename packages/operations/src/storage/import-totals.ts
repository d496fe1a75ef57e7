import { makeStoredTotals } from '@carryover/adapters-persistence/imports/import-records';
import type { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import type { StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import type { StoredImport, StoredUndo, TableName } from '@carryover/adapters-persistence/verification/stored-account';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';

/** Counts and sums of an import's transactions by ledger and type: `L-1 PAYMENT` has `2, 142.00`. */
type Totals = ReadonlyMap<string, string>;

const NUMBER = /^-?\d+(\.\d+)?$/;
const recordTotals = t.array(t.tuple([t.string, t.string, t.number, t.string]));
type RecordTotals = t.TypeOf<typeof recordTotals>;
const removedTotal = t.type({ ledger_number: t.string, type: t.string, count: t.number, sum: t.string });
const removedTotals = t.array(removedTotal);

/** A ledger and type that is there twice has both. */
const byKey = (list: RecordTotals): Totals => {
  const totals = new Map<string, string>();
  for (const [ledger, type, count, sum] of list) {
    const [key, total] = [`${ledger} ${type}`, `${count}, ${sum}`];
    const known = totals.get(key);
    totals.set(key, known === undefined ? total : `${known}; ${total}`);
  }
  return totals;
};

/** Returns the totals of a record; null if it has something else. */
export const totalsOfRecord = (text: string | null): Totals | null => {
  const list = text === null ? [] : jsonOrNull(text);
  return recordTotals.is(list) ? byKey(list) : null;
};

export const totalsOfRows = (rows: ReadonlyArray<StoredRow>): Totals | null => {
  const stored = makeStoredTotals();
  for (const { table, row } of rows)
    if (table === 'ledger_transaction')
      stored.add(row.ledger_number!, [{ transaction: { type: row.type!, amount: new Decimal(row.amount!) } }]);
  return totalsOfRecord(stored.text());
};

/** Returns the totals that an undo removed; null if its record has something else. */
export const totalsOfUndo = ({ removed: { transactions } }: StoredUndo): Totals | null =>
  removedTotals.is(transactions)
    ? byKey(transactions.map(({ ledger_number, type, count, sum }) => [ledger_number, type, count, sum]))
    : null;

/** Returns the ledger from which an undo removed transactions; null if it removed none, or from several. */
export const ledgerOfUndo = ({ removed: { transactions } }: StoredUndo): string | null => {
  const [ledger = null, ...others] = removedTotals.is(transactions)
    ? new Set(transactions.map(({ ledger_number }) => ledger_number))
    : [];
  return others.length === 0 ? ledger : null;
};

/** Adds up the totals of records; null if one of them has something else. */
export const addedUp = (texts: ReadonlyArray<string>): Totals | null => {
  const amounts = new Map<string, { count: number; sums: Decimal[] }>();
  for (const text of texts) {
    const list = jsonOrNull(text);
    if (!recordTotals.is(list) || list.some(([, , , sum]) => !NUMBER.test(sum))) return null;
    for (const [ledger, type, count, sum] of list) {
      const key = `${ledger} ${type}`;
      const known = amounts.get(key) ?? { count: 0, sums: [] };
      known.sums.push(new Decimal(sum));
      amounts.set(key, { ...known, count: known.count + count });
    }
  }
  return new Map([...amounts].map(([key, { count, sums }]) => [key, `${count}, ${toMoney(Decimal.sum(sums))}`]));
};

type Differing = Pick<StorageFinding, 'item' | 'field' | 'accepted' | 'stored'>;
const FIELD = 'stored_totals';

/** Returns in which totals records differ from what was accepted; null for what could not be read. */
export const differingTotals = (accepted: Totals | null, recorded: Totals | null): ReadonlyArray<Differing> => {
  if (accepted === null || recorded === null)
    return [{ item: null, field: `${FIELD}: they cannot be read`, accepted: null, stored: null }];
  return [...new Set([...accepted.keys(), ...recorded.keys()])].flatMap((item): ReadonlyArray<Differing> => {
    const [was, is] = [accepted.get(item) ?? null, recorded.get(item) ?? null];
    return was === is ? [] : [{ item, field: FIELD, accepted: was, stored: is }];
  });
};

const KINDS_OF_REMOVED: Readonly<Partial<Record<TableName, string>>> = {
  billing_document: 'billing_documents',
  historical_statement: 'statements',
  payment_instruction: 'payment_instructions',
};

type Removed = Map<string, string>;

/** What an undo must have removed: numbers by kind, and number and sum by type of transaction. */
export const removedBy = (account: DerivedAccount, { id, endpoint }: StoredImport): Removed => {
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
export const recordedAsRemoved = ({ removed }: StoredUndo): Removed => {
  const totals: Removed = new Map();
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
