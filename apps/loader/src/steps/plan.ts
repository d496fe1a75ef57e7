import { isBody, type Kind } from '@carryover/contract/item-files';
import * as E from 'fp-ts/lib/Either.js';
import { makeAccountOf } from './account-of.ts';
import { Collector } from './collector.ts';
import { accountKey, type Item, makeToItem, type Rejected, type TextRow, type ToItem } from './item.ts';
import { RowSpill } from './row-spill.ts';
import type { BatchLimits, Step } from './step.ts';
import type { ReadRow } from './text-rows.ts';

/** The kind of the rows of a load, and the import supplier of rows that name none. */
export type Reading = {
  readonly kind: Kind;
  readonly supplier: string | null;
  /** True if the rows of an account are together already, whatever the order of accounts. */
  readonly isGrouped?: boolean | undefined;
};

/** Input counts as sorted once its first rows are: so many, or of so many bytes. */
const SORTED_ROWS = 5_000;
const SORTED_BYTES = 8_388_608;

/** The first rows of the input, while it is not known if it is sorted. */
type Beginning = { readonly items: Item[]; bytes: number };

/** Makes the steps of a load out of its rows. */
class Planner {
  readonly #isGrouped: boolean;
  readonly #toItem: ToItem;
  readonly #accountOf: ReturnType<typeof makeAccountOf>;
  readonly #collect: Collector;
  #beginning: Beginning | null = { items: [], bytes: 0 };
  #lastKey = '';
  #spill: RowSpill | null = null;

  constructor({ kind, supplier, isGrouped = false }: Reading, limits: BatchLimits) {
    this.#isGrouped = isGrouped;
    this.#toItem = makeToItem(kind, supplier);
    this.#accountOf = makeAccountOf(this.#toItem, supplier);
    // A row of these kinds is a request.
    this.#collect = new Collector(isBody(kind) ? { ...limits, maxItems: 1 } : limits);
  }

  /** Rows are passed on in the order of the input as long as no account is smaller than the one before. */
  add(row: TextRow): Iterable<Step> {
    if (this.#spill !== null) return this.#keep(this.#spill, row);
    const item = this.#toItem(row);
    if (E.isLeft(item)) return this.#collect.addUnreadable({ row, reason: item.left });
    const key = accountKey(item.right.account);
    if (this.#isGrouped) return this.#collect.add(key, item.right);
    if (key < this.#lastKey) return this.#beginSpill(row);
    this.#lastKey = key;
    if (this.#beginning === null) return this.#collect.add(key, item.right);
    this.#beginning.items.push(item.right);
    this.#beginning.bytes += row.json.length;
    const isSorted = this.#beginning.items.length >= SORTED_ROWS || this.#beginning.bytes >= SORTED_BYTES;
    return isSorted ? this.#passBeginning() : [];
  }

  *#passBeginning(): Generator<Step> {
    const { items } = this.#beginning ?? { items: [] };
    this.#beginning = null;
    for (const item of items) yield* this.#collect.add(accountKey(item.account), item);
  }

  *#beginSpill(row: TextRow): Generator<Step> {
    this.#spill = new RowSpill();
    for (const item of this.#beginning?.items ?? []) yield* this.#keep(this.#spill, item);
    this.#beginning = null;
    yield* this.#keep(this.#spill, row);
  }

  addUnreadable(rejected: Rejected): Iterable<Step> {
    return this.#collect.addUnreadable(rejected);
  }

  *end(): Generator<Step> {
    yield* this.#passBeginning();
    yield* this.#collect.flush();
    if (this.#spill !== null) for (const rows of this.#spill.groups()) yield* this.#ofAccount(rows);
    yield* this.#collect.flush();
    yield* this.#collect.flushUnreadable();
  }

  close(): void {
    this.#spill?.close();
  }

  #keep(spill: RowSpill, row: TextRow): ReadonlyArray<Step> {
    const account = this.#accountOf(row);
    if (E.isLeft(account)) return this.#collect.addUnreadable({ row, reason: account.left });
    spill.add(accountKey(account.right), row);
    return [];
  }

  *#ofAccount(rows: Iterable<TextRow>): Generator<Step> {
    for (const row of rows) {
      const item = this.#toItem(row);
      if (E.isLeft(item)) yield* this.#collect.addUnreadable({ row, reason: item.left });
      else yield* this.#collect.add(accountKey(item.right.account), item.right);
    }
  }
}

/**
 * Returns the steps of a load: the items of an account one after another, in the order of the input. No more than one request
 * is in memory. Input that is sorted by account is passed on while it is read; from the first row that is out of order, the
 * rest of any other input is kept in a temporary file first.
 *
 * @param rows Left: a row that cannot be read.
 */
export async function* stepsOf(
  rows: AsyncIterable<ReadonlyArray<ReadRow>>,
  reading: Reading,
  limits: BatchLimits,
): AsyncGenerator<Step> {
  const planner = new Planner(reading, limits);
  try {
    // Not `yield*`, which would wait once per row.
    for await (const some of rows)
      for (const row of some)
        for (const step of E.isLeft(row) ? planner.addUnreadable(row.left) : planner.add(row.right)) yield step;
    yield* planner.end();
  } finally {
    planner.close();
  }
}
