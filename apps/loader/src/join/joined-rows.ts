import { complain } from '@carryover/contract/issue';
import type { Part } from '@carryover/contract/item-files/parts';
import * as E from 'fp-ts/lib/Either.js';
import { groupedByAccount, makeAccountOf, type ToItem } from '../steps/account-of.ts';
import {
  accountKey,
  type Item,
  makeToItem,
  memberText,
  type Reason,
  type Rejected,
  type TextRow,
} from '../steps/item.ts';
import { RowSpill } from '../steps/row-spill.ts';
import { type Objects, withObjects } from './with-objects.ts';

export type Rows = AsyncIterable<ReadonlyArray<E.Either<Rejected, TextRow>>>;

/** The files of a load's transactions; each row has the index of its file. */
type PartedFiles = {
  readonly transactions: () => Rows;
  readonly parts: ReadonlyArray<{ readonly part: Part; readonly file: number; readonly rows: () => Rows }>;
  /** The import supplier of rows that name none. */
  readonly supplier: string | null;
};

type Read = E.Either<Rejected, TextRow>;

const isSupplyCharge = ({ value }: Item): boolean => memberText(value, 'type') === 'SUPPLY_CHARGE';
const idOf = ({ value }: Item): string | null => memberText(value, 'transaction_id');

const refused = (row: TextRow, reason: Omit<Reason, 'path'>, path: string): Read =>
  E.left({ row, reason: { ...reason, path } });

const ORPHAN = complain('invalid', 'No transaction of these files has this transaction_id on this account.');
const INCOMPLETE = complain(
  'invalid',
  'Rows of this account name no transaction, so that this one may lack some. Correct them, and load all files again.',
);

/** Joins the rows of transactions with those of their parts: both are kept by account in a temporary file first. */
class Joiner {
  readonly #spill = new RowSpill();
  readonly #toItem: ToItem;
  readonly #accountOf: ReturnType<typeof makeAccountOf>;
  readonly #partOfFile: ReadonlyMap<number, Part>;
  readonly #parts: ReadonlyArray<Part>;

  constructor({ supplier, parts }: PartedFiles) {
    this.#toItem = makeToItem('transactions', supplier);
    this.#accountOf = makeAccountOf(this.#toItem, supplier);
    this.#partOfFile = new Map(parts.map(({ part, file }) => [file, part]));
    this.#parts = [...new Set(this.#partOfFile.values())];
  }

  /** Keeps a row. @returns the rejection of a row that does not say where it belongs. */
  keep(row: TextRow): Rejected | null {
    const item = this.#toItem(row);
    if (E.isLeft(item)) return { row, reason: item.left };
    const isPart = this.#partOfFile.has(row.file);
    if (isPart && idOf(item.right) === null)
      return { row, reason: { ...complain('required'), path: 'transaction_id' } };
    this.#spill.add(accountKey(item.right.account), row);
    return null;
  }

  *joined(): Generator<ReadonlyArray<Read>> {
    for (const partition of this.#spill.partitions()) {
      for (const own of groupedByAccount(partition, this.#accountOf))
        yield this.#account(
          own.flatMap((restored) => {
            const item = this.#toItem(restored());
            return E.isRight(item) ? [item.right] : [];
          }),
        );
    }
  }

  close(): void {
    this.#spill.close();
  }

  #account(items: ReadonlyArray<Item>): ReadonlyArray<Read> {
    const transactions = items.filter(({ file }) => !this.#partOfFile.has(file));
    const objects = Map.groupBy(
      items.filter(({ file }) => this.#partOfFile.has(file)),
      (item) => idOf(item)!,
    );
    const known = new Set(transactions.map(idOf));
    const orphans = [...objects].flatMap(([id, own]) => (known.has(id) ? [] : own));
    const joined = transactions.map((transaction): Read => {
      const own = objects.get(idOf(transaction) ?? '') ?? [];
      const row = withObjects(transaction, this.#parts, this.#objectsOf(own));
      const mayLack = orphans.length > 0 && (own.length > 0 || isSupplyCharge(transaction));
      return E.isRight(row) && mayLack ? refused(row.right, INCOMPLETE, 'line_items') : row;
    });
    return [...joined, ...orphans.map((row) => refused(row, ORPHAN, 'transaction_id'))];
  }

  #objectsOf(own: ReadonlyArray<Item>): Objects {
    return Map.groupBy(own, ({ file }) => this.#partOfFile.get(file)!);
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
