import { KINDS, type Kind } from '@carryover/contract/kinds';
import type { CsvCells } from '@carryover/files/row';
import { SortedTexts } from '@carryover/files/sorted-texts';
import { openStore } from '@carryover/files/store';
import {
  type Account,
  accountIn,
  accountText,
  type Item,
  isSameAccount,
  type Place,
  type ReadItem,
  type Rejected,
  type Repeat,
} from '../rows/item.ts';
import { RepeatedKeys } from './repeated-keys.ts';
import { ThingStore, thingsOf } from './thing-store.ts';
import { repeatsAmong } from './things.ts';

/**
 * `left_out`: rows that are not sent, or were not stored, `verdict` if an earlier row has their identifier. `differing`: rows
 * that are not stored as given.
 */
const SCHEMA = `
  create table left_out (file integer, line integer, verdict text, first_file integer, first_line integer,
    primary key (file, line)) without rowid;
  create table differing (file integer, line integer, is_missing integer, primary key (file, line)) without rowid`;

/** An account of the files, and the kinds of its rows. */
export type OwnAccount = { readonly account: Account; readonly kinds: ReadonlySet<Kind> };

/** `key`: empty for a row that has none, and for a history. */
type KeyedItem = Item & { readonly key: string };

/** Rows of accounts that are worked on together: their things are kept uncompressed meanwhile. */
const ROWS_TOGETHER = 10_000;

const BREAK = '\n';

/** The record of a row: its place, `flags`, the lengths of the row and of its key, and these, followed by its cells. */
const recordOf = ({ file, line, raw, csv, isNamed, wasRejected }: ReadItem, key: string): string =>
  `${file} ${line} ${(isNamed ? 1 : 0) + (wasRejected ? 2 : 0)} ${raw.length} ${key.length}${BREAK}${raw}${key}${csv === undefined ? '' : JSON.stringify(csv.fields)}`;

/** Cells that are read when they are asked for, which is seldom. */
const cellsOf = (columns: CsvCells['columns'], text: string): CsvCells => ({
  columns,
  get fields() {
    return JSON.parse(text) as CsvCells['fields'];
  },
});

/** The numbers before the first line break. */
const numbersIn = (text: string): ReadonlyArray<number> => {
  const numbers = [0];
  for (let at = 0; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) return numbers;
    if (code === 32) numbers.push(0);
    else numbers[numbers.length - 1] = numbers.at(-1)! * 10 + code - 48;
  }
};

/** Rows that are left out have a mark each; others may have the same. */
const MARKS = 2 ** 20;
const markOf = ({ file, line }: Place): number => (file * 7_919 + line) % MARKS;

const placeKey = ({ file, line }: Place): string =>
  `${String(file).padStart(8, '0')} ${String(line).padStart(12, '0')}`;

/**
 * All rows of a command, on disk: those of an account together, for requests, for the rows that repeat others and for the
 * comparison with what is stored. Memory is that of its buffers.
 */
export class ItemStore {
  readonly #items = new SortedTexts();
  readonly #keys = new RepeatedKeys();
  readonly #rejections = new SortedTexts();
  readonly #store = openStore(SCHEMA);
  readonly #leaveOut = this.#store.prepare('insert or ignore into left_out values (?, ?, ?, ?, ?)');
  readonly #leaveOutFor = this.#store.prepare('insert or replace into left_out values (?, ?, ?, ?, ?)');
  readonly #leftOut = this.#store.prepare<readonly [Repeat['verdict'] | null, number, number]>(
    'select verdict, first_file, first_line from left_out where file = ? and line = ?',
  );
  readonly #addDiffering = this.#store.prepare(
    'insert into differing values (?, ?, ?) on conflict do update set is_missing = max(is_missing, excluded.is_missing)',
  );
  readonly #isDiffering = this.#store.prepare('select 1 from differing where file = ? and line = ?');
  readonly #columns = new Map<number, CsvCells['columns']>();
  readonly #kinds = new Set<Kind>();
  #marks: Uint8Array | null = null;
  #rows = 0;
  #rejected = 0;
  #latest: { readonly account: Account; readonly text: string } | null = null;

  add(item: ReadItem): void {
    const { kind, file, account, csv, value } = item;
    this.#kinds.add(kind);
    if (csv !== undefined) this.#columns.set(file, csv.columns);
    const text = this.#textOf(account);
    const keys = Array.from(thingsOf(kind, text, value), ({ key }) => key);
    for (const key of keys) this.#keys.add(text, key);
    // Those of a history are found again in the row.
    this.#items.add(KINDS.indexOf(kind), text, recordOf(item, kind === 'billing-documents' ? '' : (keys[0] ?? '')));
    this.#rows += 1;
  }

  /** Adds a row that cannot be sent. */
  reject(kind: Kind, rejected: Rejected): void {
    const { object: _, ...why } = rejected.why;
    this.#rejected += 1;
    this.#kinds.add(kind);
    this.#rejections.add(KINDS.indexOf(kind), '', JSON.stringify({ ...rejected, why }));
  }

  /** Leaves out a row: it was not stored, or repeats another one. Of several verdicts on a history, one on the whole counts. */
  leaveOut({ file, line }: Place, repeat?: Repeat): void {
    const isOfWhole = repeat !== undefined && repeat.verdict !== 'transaction';
    const statement = isOfWhole ? this.#leaveOutFor : this.#leaveOut;
    statement.run(file, line, repeat?.verdict ?? null, repeat?.first.file ?? null, repeat?.first.line ?? null);
    this.#marks ??= new Uint8Array(MARKS);
    this.#marks[markOf({ file, line })] = 1;
  }

  /** Finds the rows whose identifier an earlier row has, and leaves them out. */
  findRepeats(): void {
    const mayRepeat = this.#keys.accounts();
    if (mayRepeat === null) return;
    const things = new ThingStore();
    try {
      for (const _ of this.someAccounts(things, mayRepeat))
        for (const group of things.repeated())
          for (const [place, repeat] of repeatsAmong(group)) this.leaveOut(place, repeat);
    } finally {
      things.close();
    }
  }

  /** Yields the rows that repeat an earlier one, in the order of the files. */
  *repeats(): Generator<readonly [Place, Repeat]> {
    const rows = this.#store.prepare<readonly [number, number, Repeat['verdict'], number, number]>(
      'select file, line, verdict, first_file, first_line from left_out where verdict is not null order by file, line',
    );
    for (const [file, line, verdict, firstFile, firstLine] of rows.rows())
      yield [
        { file, line },
        { verdict, first: { file: firstFile, line: firstLine } },
      ];
  }

  /** The number of rows, also of those that are left out. */
  rows(): number {
    return this.#rows;
  }

  /** The number of rows, also of those that cannot be sent. */
  all(): number {
    return this.#rows + this.#rejected;
  }

  /** The bytes of the temporary files. */
  bytes(): number {
    return this.#items.bytes() + this.#keys.bytes() + this.#rejections.bytes();
  }

  /** Yields the rows that are not left out, those of an account together, in their order. @param kind missing: of all kinds. */
  *items(kind?: Kind): Generator<KeyedItem> {
    for (const item of this.#all(kind)) if (this.#repeatOf(item) === undefined) yield item;
  }

  /**
   * Yields some accounts after the others, with those of their rows that are not left out: their things are in the store of
   * things, which is empty before and afterwards.
   */
  *someAccounts(
    things: ThingStore,
    isMeant: (account: string) => boolean = () => true,
  ): Generator<{ readonly accounts: ReadonlyArray<OwnAccount>; readonly rows: number }> {
    let [accounts, rows]: [{ account: Account; kinds: Set<Kind> }[], number] = [[], 0];
    for (const item of this.items()) {
      if (!isMeant(this.#textOf(item.account))) continue;
      const latest = accounts.at(-1);
      if (latest !== undefined && isSameAccount(latest.account, item.account)) latest.kinds.add(item.kind);
      else {
        if (rows >= ROWS_TOGETHER) {
          yield { accounts, rows };
          things.clear();
          [accounts, rows] = [[], 0];
        }
        accounts.push({ account: item.account, kinds: new Set([item.kind]) });
      }
      things.addOwn(item);
      rows += 1;
    }
    if (rows > 0) yield { accounts, rows };
    things.clear();
  }

  /** Yields the cells of the rows of CSV that are not left out; `isStored` unless they are known to differ. */
  *cells(): Generator<{
    readonly file: number;
    readonly columns: CsvCells['columns'];
    readonly fields: ReadonlyArray<string>;
    readonly isStored: boolean;
  }> {
    for (const { file, line, csv } of this.items()) {
      if (csv === undefined || csv.fields === null) continue;
      const isStored = this.#isDiffering.rows(file, line).next().done === true;
      yield { file, columns: csv.columns, fields: csv.fields, isStored };
    }
  }

  /** Yields the rows of a kind that cannot be sent, then those that repeat others. */
  *rejections(kind: Kind, reasonOf: (repeat: Repeat) => Rejected['why']): Generator<Rejected> {
    for (const [, text] of this.#rejections.texts(KINDS.indexOf(kind))) yield JSON.parse(text) as Rejected;
    if (this.#marks === null) return;
    const repeated = new SortedTexts();
    try {
      for (const item of this.#all(kind)) {
        const repeat = this.#repeatOf(item);
        if (repeat === undefined || repeat === null) continue;
        const { raw, csv, file, line } = item;
        const text = csv === undefined ? { raw } : { raw, csv };
        const row: Rejected = { ...text, file, line, why: reasonOf(repeat), repeat };
        repeated.add(0, placeKey(item), JSON.stringify(row));
      }
      for (const [, text] of repeated.texts()) yield JSON.parse(text) as Rejected;
    } finally {
      repeated.close();
    }
  }

  /** Notes that a row is not stored as it was given. */
  differs({ file, line }: Place, isMissing: boolean): void {
    this.#addDiffering.run(file, line, isMissing ? 1 : 0);
  }

  /** Returns the number of rows of which something is not stored at all, and of the others that are not stored as given. */
  differing(): { readonly notFound: number; readonly otherwise: number } {
    const sums = this.#store.prepare<readonly [number, number]>(
      'select coalesce(sum(is_missing), 0), count(*) from differing',
    );
    const [notFound, all] = sums.rows().next().value as readonly [number, number];
    return { notFound, otherwise: all - notFound };
  }

  close(): void {
    for (const part of [this.#items, this.#keys, this.#rejections, this.#store]) part.close();
  }

  *#all(kind?: Kind): Generator<KeyedItem> {
    const kinds = kind === undefined ? [...this.#kinds] : [kind];
    const group = kinds.length === 1 ? KINDS.indexOf(kinds[0]!) : undefined;
    for (const [account, text, of] of this.#items.texts(group)) yield this.#item(KINDS[of]!, account, text);
  }

  /** Returns why a row is left out: null if it was not stored; undefined if it is not left out. */
  #repeatOf(place: Place): Repeat | null | undefined {
    if (this.#marks === null || this.#marks[markOf(place)] === 0) return undefined;
    const found = this.#leftOut.rows(place.file, place.line).next();
    if (found.done === true) return undefined;
    const [verdict, firstFile, firstLine] = found.value;
    return verdict === null ? null : { verdict, first: { file: firstFile, line: firstLine } };
  }

  #textOf(account: Account): string {
    if (this.#latest?.account !== account) this.#latest = { account, text: accountText(account) };
    return this.#latest.text;
  }

  #accountOf(text: string): Account {
    if (this.#latest?.text !== text) this.#latest = { account: accountIn(text), text };
    return this.#latest.account;
  }

  #item(kind: Kind, account: string, text: string): KeyedItem {
    const start = text.indexOf(BREAK) + 1;
    const [file, line, flags, length, keyLength] = numbersIn(text);
    const key = start + length!;
    const cells = key + keyLength!;
    const item = {
      kind,
      file: file!,
      line: line!,
      raw: text.slice(start, key),
      key: text.slice(key, cells),
      account: this.#accountOf(account),
      isNamed: (flags! & 1) !== 0,
      wasRejected: (flags! & 2) !== 0,
    };
    return cells === text.length ? item : { ...item, csv: cellsOf(this.#columns.get(file!)!, text.slice(cells)) };
  }
}
