import { complain } from '@carryover/contract/issue';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import { FIELD_OF_PART, type ItemPart, isPart, type Kind, type Part, wholeKind } from '@carryover/contract/kinds';
import { type CsvCells, rejected } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import {
  type Item,
  type ItemRow,
  isSameAccount,
  memberText,
  parsed,
  type Read,
  type ReadItem,
  type Rejected,
  sentText,
  without,
} from '../rows/item.ts';
import { ItemStore } from '../store/item-store.ts';

const refuse = (item: Item, complaint: ReturnType<typeof complain>, path: string): ItemRow => {
  const { file, line, raw, csv } = item;
  return E.left({ file, line, raw, ...(csv === undefined ? {} : { csv }), why: rejected({ ...complaint, path }) });
};

const ORPHAN = complain('invalid', 'No transaction of these files has this transaction_id on this account.');
const INCOMPLETE = complain(
  'invalid',
  'Rows of this account name no transaction, so that this one may lack some. Correct them, and load all files again.',
);

const isItemPart = (kind: Kind | Part): kind is ItemPart => isPart(kind) && wholeKind(kind) === 'transactions';

const isSupplyCharge = ({ value }: ReadItem): boolean => memberText(value, 'type') === 'SUPPLY_CHARGE';
const idOf = ({ value }: ReadItem): string | null => memberText(value, 'transaction_id');

/** Returns the cells with those of the parts, also if they are empty: all rows of a file have the same columns. */
const withCells = ({ columns, fields }: CsvCells, parts: ReadonlyArray<ItemPart>, lists: JsonObject): CsvCells => {
  const texts = new Map(columns.map((name, position) => [name, fields?.[position] ?? '']));
  for (const part of parts) {
    const field = FIELD_OF_PART[part];
    texts.set(field, Object.hasOwn(lists, field) ? JSON.stringify(lists[field]) : (texts.get(field) ?? ''));
  }
  return { columns: [...texts.keys()], fields: [...texts.values()] };
};

/** Joins the transactions of an account with its rows of parts. */
const joinAccount = (rows: ReadonlyArray<ReadItem>, kinds: ReadonlyArray<Kind | Part>): ReadonlyArray<ItemRow> => {
  const parts = [...new Set(kinds.filter(isItemPart))];
  const transactions = rows.filter(({ file }) => !isItemPart(kinds[file]!));
  const objects = Map.groupBy(
    rows.filter(({ file }) => isItemPart(kinds[file]!)),
    (row) => idOf(row)!,
  );
  const known = new Set(transactions.map(idOf));
  const orphans = [...objects].flatMap(([id, own]) => (known.has(id) ? [] : own));

  /** Adds the lists of its parts to a transaction, so that it can be loaded by itself if it is rejected. */
  const withObjects = (transaction: ReadItem): ItemRow => {
    const own = objects.get(idOf(transaction) ?? '') ?? [];
    const lists: Record<string, ReadonlyArray<JsonObject>> = {};
    for (const part of parts) {
      const items = own.filter(({ file }) => kinds[file] === part);
      const field = FIELD_OF_PART[part];
      if (items.length === 0) continue;
      const detail = `The transaction has ${field} in its own row, and ${items.length} in another file.`;
      if (Object.hasOwn(transaction.value, field)) return refuse(transaction, complain('invalid', detail), field);
      lists[field] = items.map((item) => without(parsed(sentText(item)), ['transaction_id']));
    }
    const { csv } = transaction;
    const item = {
      ...transaction,
      value: { ...transaction.value, ...lists },
      raw: JSON.stringify({ ...parsed(transaction.raw), ...lists }),
      ...(csv === undefined ? {} : { csv: withCells(csv, parts, lists) }),
    };
    const mayLack = orphans.length > 0 && (own.length > 0 || isSupplyCharge(transaction));
    return mayLack ? refuse(item, INCOMPLETE, 'line_items') : E.right(item);
  };
  return [...transactions.map(withObjects), ...orphans.map((orphan) => refuse(orphan, ORPHAN, 'transaction_id'))];
};

/** Yields the rows of each account, from the store where they are together. */
export function* byAccount(store: ItemStore): Generator<ReadonlyArray<ReadItem>> {
  let rows: ReadItem[] = [];
  for (const item of store.items()) {
    if (rows.length > 0 && !isSameAccount(rows[0]!.account, item.account)) {
      yield rows;
      rows = [];
    }
    rows.push({ ...item, value: parsed(item.raw) });
  }
  if (rows.length > 0) yield rows;
}

/**
 * Reads transactions with their line items and tax items, those of an account together. A row of a part that cannot be
 * attributed ends the reading before any transaction is passed on: every transaction might lack it.
 *
 * @param kinds of all files; those of other kinds are not read.
 */
export async function* joined(
  kinds: ReadonlyArray<Kind | Part>,
  read: (file: number) => AsyncGenerator<Read>,
): AsyncGenerator<Read> {
  const store = new ItemStore();
  const files = kinds.flatMap((kind, file) => (wholeKind(kind) === 'transactions' ? [{ kind, file }] : []));
  /** Keeps a row. @returns the rejection of one that does not say where it belongs. */
  const keep = (kind: Kind | Part, row: ItemRow): ReadonlyArray<Rejected> => {
    if (E.isLeft(row)) return [row.left];
    if (isPart(kind) && idOf(row.right) === null) {
      const refused = refuse(row.right, complain('required'), 'transaction_id');
      return E.isLeft(refused) ? [refused.left] : [];
    }
    store.add(row.right);
    return [];
  };
  try {
    for (const { kind, file } of files.toSorted((a, b) => Number(isPart(b.kind)) - Number(isPart(a.kind))))
      for await (const { rows, items } of read(file)) {
        const rejections = items.flatMap((row) => keep(kind, row));
        const [first] = rejections;
        if (isPart(kind) && first !== undefined) {
          const why = first.why.stopsReading ? first.why : { ...first.why, stopsReading: true, isOfRow: true as const };
          yield { file, rows, items: [E.left({ ...first, why })] };
          return;
        }
        yield { file, rows, items: rejections.map((one) => E.left(one)) };
      }
    for (const rows of byAccount(store)) yield { file: files[0]!.file, rows: 0, items: joinAccount(rows, kinds) };
  } finally {
    store.close();
  }
}
