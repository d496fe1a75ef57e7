import type { CsvCells } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { isBody } from '../rows/item-codecs.ts';
import type { Kind } from '../rows/kind.ts';
import { Collector } from './collector.ts';
import { type Account, accountKey, type Item, makeToItem, type Reason, type Rejected, type TextRow } from './item.ts';
import { openSpill, type Spill, type Spilled } from './spill.ts';
import type { BatchLimits, Step } from './step.ts';

/** The kind of the rows of a load, and the import supplier of rows that name none. */
export type Reading = { readonly kind: Kind; readonly supplier: string | null };

/** Matches a row that begins with its account, without reading the rest. */
const BEGINNING =
  /^\{"(?:import_supplier":"([^"\\]*)","external_account_number|external_account_number)":"([^"\\]*)"(?:,"import_supplier":"([^"\\]*)")?/;

/** Returns the account of most rows at little cost; null if only reading the whole row can tell. */
const accountAtStart = (json: string, supplier: string | null): Account | null => {
  const [, before, number, after] = BEGINNING.exec(json) ?? [];
  const code = before ?? after;
  if (number === undefined) return null;
  if (code !== undefined) return { supplier: code, number };
  return supplier === null || json.includes('import_supplier') ? null : { supplier, number };
};

/** Input counts as sorted once its first rows are: so many, or of so many bytes. */
const SORTED_ROWS = 5_000;
const SORTED_BYTES = 8_388_608;

/** The first rows of the input, while it is not known if it is sorted. */
type Beginning = { readonly items: Item[]; bytes: number };

/** Makes the steps of a load out of its rows. */
class Planner {
  readonly #supplier: string | null;
  readonly #toItem: (row: TextRow) => E.Either<Reason, Item>;
  readonly #collect: Collector;
  /** The columns of each CSV file, which its rows in the spill do not repeat. */
  readonly #columns = new Map<number, CsvCells['columns']>();
  #beginning: Beginning | null = { items: [], bytes: 0 };
  #lastKey = '';
  #spill: Spill | null = null;

  constructor({ kind, supplier }: Reading, limits: BatchLimits) {
    this.#supplier = supplier;
    this.#toItem = makeToItem(kind, supplier);
    // A row of these kinds is a request.
    this.#collect = new Collector(isBody(kind) ? { ...limits, maxItems: 1 } : limits);
  }

  /** Rows are passed on in the order of the input as long as no account is smaller than the one before. */
  *add(row: TextRow): Generator<Step> {
    if (this.#spill !== null) return yield* this.#keep(this.#spill, row);
    const item = this.#toItem(row);
    if (E.isLeft(item)) return yield* this.#collect.addUnreadable({ row, reason: item.left });
    const key = accountKey(item.right.account);
    if (key < this.#lastKey) return yield* this.#beginSpill(row);
    this.#lastKey = key;
    if (this.#beginning === null) return yield* this.#collect.add(key, item.right);
    this.#beginning.items.push(item.right);
    this.#beginning.bytes += row.json.length;
    if (this.#beginning.items.length >= SORTED_ROWS || this.#beginning.bytes >= SORTED_BYTES)
      yield* this.#passBeginning();
  }

  *#passBeginning(): Generator<Step> {
    const { items } = this.#beginning ?? { items: [] };
    this.#beginning = null;
    for (const item of items) yield* this.#collect.add(accountKey(item.account), item);
  }

  *#beginSpill(row: TextRow): Generator<Step> {
    this.#spill = openSpill();
    for (const item of this.#beginning?.items ?? []) yield* this.#keep(this.#spill, item);
    this.#beginning = null;
    yield* this.#keep(this.#spill, row);
  }

  addUnreadable(rejected: Rejected): Generator<Step> {
    return this.#collect.addUnreadable(rejected);
  }

  *end(): Generator<Step> {
    yield* this.#passBeginning();
    yield* this.#collect.flush();
    if (this.#spill !== null) for (const partition of this.#spill.partitions()) yield* this.#byAccount(partition);
    yield* this.#collect.flush();
    yield* this.#collect.flushUnreadable();
  }

  close(): void {
    this.#spill?.close();
  }

  *#keep(spill: Spill, row: TextRow): Generator<Step> {
    const account = this.#accountOf(row);
    if (E.isLeft(account)) return yield* this.#collect.addUnreadable({ row, reason: account.left });
    const { file, line, raw, json, csv } = row;
    if (csv !== undefined) this.#columns.set(file, csv.columns);
    const text = csv === undefined ? json : JSON.stringify([json, raw, csv.fields]);
    spill.add(accountKey(account.right), 2 * file + (csv === undefined ? 0 : 1), line, text);
  }

  #restored({ a, b: line, text }: Spilled): TextRow {
    const file = a >>> 1;
    const all = text();
    if ((a & 1) === 0) return { file, line, raw: all, json: all };
    const [json, raw, fields] = JSON.parse(all) as [string, string, CsvCells['fields']];
    return { file, line, raw, json, csv: { columns: this.#columns.get(file)!, fields } };
  }

  *#byAccount(partition: ReadonlyArray<Spilled>): Generator<Step> {
    const accounts = new Map<string, Spilled[]>();
    for (const spilled of partition) {
      const account = this.#accountOf(this.#restored(spilled));
      const key = E.isRight(account) ? accountKey(account.right) : '';
      const known = accounts.get(key);
      if (known === undefined) accounts.set(key, [spilled]);
      else known.push(spilled);
    }
    for (const spilled of accounts.values())
      for (const one of spilled) {
        const row = this.#restored(one);
        const item = this.#toItem(row);
        if (E.isLeft(item)) yield* this.#collect.addUnreadable({ row, reason: item.left });
        else yield* this.#collect.add(accountKey(item.right.account), item.right);
      }
  }

  #accountOf(row: TextRow): E.Either<Reason, Account> {
    const account = accountAtStart(row.json, this.#supplier);
    return account === null ? E.map(({ account: of }: Item) => of)(this.#toItem(row)) : E.right(account);
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
  rows: AsyncIterable<ReadonlyArray<E.Either<Rejected, TextRow>>>,
  reading: Reading,
  limits: BatchLimits,
): AsyncGenerator<Step> {
  const planner = new Planner(reading, limits);
  try {
    for await (const some of rows)
      for (const row of some) yield* E.isLeft(row) ? planner.addUnreadable(row.left) : planner.add(row.right);
    yield* planner.end();
  } finally {
    planner.close();
  }
}
