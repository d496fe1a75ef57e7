import { complain } from '@carryover/contract/issue';
import type { Part } from '@carryover/contract/item-files';
import * as E from 'fp-ts/lib/Either.js';
import { memberText } from '../rows/item-text.ts';
import { accountKey, makeReadItem, type ReadItem, type Reason, type Rejected, type TextRow } from '../steps/item.ts';
import { RowSpill } from '../steps/row-spill.ts';
import type { ReadRow } from '../steps/text-rows.ts';
import { type Objects, withObjects } from './with-objects.ts';

export type Rows = AsyncIterable<ReadonlyArray<ReadRow>>;

/** The files of a load's transactions; each row has the index of its file. */
type PartedFiles = {
  readonly transactions: () => Rows;
  readonly parts: ReadonlyArray<{ readonly part: Part; readonly file: number; readonly rows: () => Rows }>;
  /** The import supplier of rows that name none. */
  readonly supplier: string | null;
};

const isSupplyCharge = ({ value }: ReadItem): boolean => memberText(value, 'type') === 'SUPPLY_CHARGE';
const idOf = ({ value }: ReadItem): string | null => memberText(value, 'transaction_id');

const refused = (row: TextRow, reason: Omit<Reason, 'path'>, path: string): ReadRow =>
  E.left({ row, reason: { ...reason, path } });

const ORPHAN = complain('invalid', 'No transaction of these files has this transaction_id on this account.');
const INCOMPLETE = complain(
  'invalid',
  'Rows of this account name no transaction, so that this one may lack some. Correct them, and load all files again.',
);

/** Joins the rows of transactions with those of their parts: both are kept by account in a temporary file first. */
class Joiner {
  readonly #spill = new RowSpill();
  readonly #read: ReturnType<typeof makeReadItem>;
  readonly #partOfFile: ReadonlyMap<number, Part>;
  readonly #parts: ReadonlyArray<Part>;

  constructor({ supplier, parts }: PartedFiles) {
    this.#read = makeReadItem('transactions', supplier);
    this.#partOfFile = new Map(parts.map(({ part, file }) => [file, part]));
    this.#parts = [...new Set(this.#partOfFile.values())];
  }

  /** Keeps a row. @returns the rejection of a row that does not say where it belongs. */
  keep(row: TextRow): Rejected | null {
    const read = this.#read(row);
    if (E.isLeft(read)) return { row, reason: read.left };
    const isPart = this.#partOfFile.has(row.file);
    if (isPart && idOf(read.right) === null)
      return { row, reason: { ...complain('required'), path: 'transaction_id' } };
    this.#spill.add(accountKey(read.right.item.account), row);
    return null;
  }

  *joined(): Generator<ReadonlyArray<ReadRow>> {
    for (const rows of this.#spill.groups())
      yield this.#account(
        [...rows].flatMap((row) => {
          const read = this.#read(row);
          return E.isRight(read) ? [read.right] : [];
        }),
      );
  }

  close(): void {
    this.#spill.close();
  }

  #account(rows: ReadonlyArray<ReadItem>): ReadonlyArray<ReadRow> {
    const transactions = rows.filter(({ item }) => !this.#partOfFile.has(item.file));
    const objects = Map.groupBy(
      rows.filter(({ item }) => this.#partOfFile.has(item.file)),
      (row) => idOf(row)!,
    );
    const known = new Set(transactions.map(idOf));
    const orphans = [...objects].flatMap(([id, own]) => (known.has(id) ? [] : own));
    const joined = transactions.map((transaction): ReadRow => {
      const own = objects.get(idOf(transaction) ?? '') ?? [];
      const row = withObjects(transaction, this.#parts, this.#objectsOf(own));
      const mayLack = orphans.length > 0 && (own.length > 0 || isSupplyCharge(transaction));
      return E.isRight(row) && mayLack ? refused(row.right, INCOMPLETE, 'line_items') : row;
    });
    return [...joined, ...orphans.map(({ item }) => refused(item, ORPHAN, 'transaction_id'))];
  }

  #objectsOf(own: ReadonlyArray<ReadItem>): Objects {
    const items = own.map(({ item }) => item);
    return Map.groupBy(items, ({ file }) => this.#partOfFile.get(file)!);
  }
}

/**
 * Returns the rows of transactions with the objects of their parts, those of an account together. A row of a part that cannot
 * be attributed ends the reading before any transaction is passed on: every transaction might lack it.
 */
export async function* joinedRows(files: PartedFiles): Rows {
  const joiner = new Joiner(files);
  try {
    for (const { rows } of files.parts)
      for await (const some of rows())
        for (const row of some) {
          const rejected = E.isLeft(row) ? row.left : joiner.keep(row.right);
          if (rejected === null) continue;
          yield [E.left({ ...rejected, stopsReading: true })];
          return;
        }
    for await (const some of files.transactions()) {
      const rejected = some.flatMap((row) => (E.isLeft(row) ? [row.left] : (joiner.keep(row.right) ?? [])));
      if (rejected.length > 0) yield rejected.map((one) => E.left(one));
    }
    yield* joiner.joined();
  } finally {
    joiner.close();
  }
}
