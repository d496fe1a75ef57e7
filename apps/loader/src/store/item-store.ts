import type { JsonObject } from '@carryover/contract/json/exact-json';
import { KINDS, type Kind } from '@carryover/contract/kinds';
import type { CsvCells } from '@carryover/files/row';
import { openStore } from '@carryover/files/store';
import {
  type Account,
  type Item,
  type Place,
  parsed,
  type ReadItem,
  type Rejected,
  type Repeat,
} from '../rows/item.ts';
import { fieldTexts } from './field-texts.ts';
import {
  historyParts,
  keyOf,
  type OwnThing,
  repeatsAmong,
  rowFields,
  type StoredThing,
  THING_OF_KIND,
  type Thing,
} from './things.ts';

/**
 * `item`: the rows of files; `flags`: 1 for a row that names its supplier, 2 for one with reasons; `csv`: its fields. `part`:
 * documents and transactions of histories. `left_out`: rows that are not sent, or were not stored, `verdict` if an
 * earlier row has their identifier. `stored`: what the service has. `differing`: rows that are not stored as given.
 */
const SCHEMA = `
  create table item (id integer primary key, kind integer, file integer, line integer, account text, key text, raw text, flags integer, csv text);
  create table part (item integer, key text, path text, value text);
  create table rejection (id integer primary key, kind integer, rejected text);
  create table left_out (file integer, line integer, verdict text, first_file integer, first_line integer,
    primary key (file, line)) without rowid;
  create table stored (key text, value text);
  create table differing (file integer, line integer, is_missing integer, primary key (file, line)) without rowid`;

const ITEM = 'item.kind, item.file, item.line, item.account, item.raw, item.flags, item.csv';
type ItemColumns = readonly [number, number, number, string, string, number, string | null];

const IS_SENT = 'not exists (select 1 from left_out where left_out.file = item.file and left_out.line = item.line)';
/** The rows of a kind, which follow each other. */
const OF_KIND = 'item.id between ? and ?';

/** Things of files, with the columns of their row. */
const OWN = `select item.key as key, item.id as id, '' as path, item.raw as value, item.kind, item.file, item.line, item.account from item
  where item.kind <> ${KINDS.indexOf('billing-documents')}
  union all
  select part.key, item.id, part.path, part.value, item.kind, item.file, item.line, item.account from part join item on item.id = part.item`;
type ThingColumns = readonly [string, number, string, string, number, number, number, string];

/** The things of one identifier: those of the files, and those that are stored. */
export type Identified = { readonly own: ReadonlyArray<OwnThing>; readonly stored: ReadonlyArray<StoredThing> };

/** An account of the files, and the kinds of its rows. */
export type OwnAccount = { readonly account: Account; readonly kinds: ReadonlySet<Kind> };

type Range = { first: number; last: number; lastAccount: string; isTogether: boolean };

/**
 * All rows of a command, on disk: by account for requests, by identifier for rows that repeat others and for the comparison with
 * what is stored. Memory is that of the cache.
 */
export class ItemStore {
  readonly #store = openStore(SCHEMA);
  readonly #addItem = this.#store.prepare('insert into item values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  readonly #addPart = this.#store.prepare('insert into part values (?, ?, ?, ?)');
  readonly #addRejection = this.#store.prepare('insert into rejection (kind, rejected) values (?, ?)');
  readonly #leaveOut = this.#store.prepare('insert or ignore into left_out values (?, ?, ?, ?, ?)');
  readonly #leaveOutFor = this.#store.prepare('insert or replace into left_out values (?, ?, ?, ?, ?)');
  readonly #addStored = this.#store.prepare('insert into stored values (?, ?)');
  readonly #addDiffering = this.#store.prepare(
    'insert into differing values (?, ?, ?) on conflict do update set is_missing = max(is_missing, excluded.is_missing)',
  );
  readonly #columns = new Map<number, CsvCells['columns']>();
  readonly #ranges = new Map<Kind, Range>();
  #id = 0;
  #leftOut = 0;
  #latest: { readonly account: Account; readonly text: string } | null = null;

  add({ kind, file, line, account, raw, csv, isNamed, wasRejected, value }: ReadItem): void {
    const text = this.#textOf(account);
    this.#id += 1;
    const range = this.#ranges.get(kind) ?? { first: this.#id, last: 0, lastAccount: text, isTogether: true };
    range.last = this.#id;
    range.isTogether &&= range.lastAccount <= text;
    range.lastAccount = text;
    this.#ranges.set(kind, range);
    if (csv !== undefined) this.#columns.set(file, csv.columns);
    const flags = (isNamed ? 1 : 0) + (wasRejected ? 2 : 0);
    const fields = csv === undefined ? null : JSON.stringify(csv.fields);
    const key = kind === 'billing-documents' ? null : keyOf(THING_OF_KIND[kind], text, value);
    this.#addItem.run(this.#id, KINDS.indexOf(kind), file, line, text, key, raw, flags, fields);
    if (kind !== 'billing-documents') return;
    for (const { thing, path, value: part } of historyParts(value)) {
      const partKey = keyOf(thing, text, part);
      if (partKey !== null) this.#addPart.run(this.#id, partKey, path, JSON.stringify(part));
    }
  }

  /** Adds a row that cannot be sent. */
  reject(kind: Kind, rejected: Rejected): void {
    const { object: _, ...why } = rejected.why;
    this.#addRejection.run(KINDS.indexOf(kind), JSON.stringify({ ...rejected, why }));
  }

  /** Leaves out a row: it was not stored, or repeats another one. Of several verdicts on a history, one on the whole counts. */
  leaveOut({ file, line }: Place, repeat?: Repeat): void {
    const isOfWhole = repeat !== undefined && repeat.verdict !== 'transaction';
    const statement = isOfWhole ? this.#leaveOutFor : this.#leaveOut;
    statement.run(file, line, repeat?.verdict ?? null, repeat?.first.file ?? null, repeat?.first.line ?? null);
    this.#leftOut += 1;
  }

  /** Finds the rows whose identifier an earlier row has, and leaves them out. */
  findRepeats(): void {
    const own = this.#store.prepare<ThingColumns>(
      `with own as (${OWN}) select * from own
       where key in (select key from own where key is not null group by key having count(*) > 1) order by key, id`,
    );
    const groups = function* (store: ItemStore): Generator<Iterable<OwnThing>> {
      const rows = own.rows();
      let next = rows.next();
      const group = function* (key: string): Generator<OwnThing> {
        for (; next.done !== true && next.value[0] === key; next = rows.next()) yield store.#ownThing(next.value);
      };
      while (next.done !== true) yield group(next.value[0]);
    };
    for (const group of groups(this)) for (const [place, repeat] of repeatsAmong(group)) this.leaveOut(place, repeat);
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

  /** The kinds that have rows, also such that cannot be sent. */
  has(kind: Kind): boolean {
    if (this.#ranges.has(kind)) return true;
    const any = this.#store.prepare('select 1 from rejection where kind = ? limit 1');
    return any.rows(KINDS.indexOf(kind)).next().done !== true;
  }

  /** Yields the rows that are not left out, those of an account together, in their order. @param kind missing: of all kinds. */
  *items(kind?: Kind): Generator<Item> {
    const { first, last, isTogether } =
      kind === undefined
        ? { first: 0, last: this.#id, isTogether: false }
        : (this.#ranges.get(kind) ?? { first: 0, last: -1, isTogether: true });
    const sent = this.#leftOut === 0 ? '' : `and ${IS_SENT}`;
    const order = isTogether ? 'item.id' : 'item.account, item.id';
    const rows = this.#store.prepare<ItemColumns>(
      `select ${ITEM} from item where ${OF_KIND} ${sent} order by ${order}`,
    );
    for (const columns of rows.rows(first, last)) yield this.#item(columns);
  }

  /** Yields the cells of the rows of CSV that are not left out; `isStored` unless they are known to differ. */
  *cells(): Generator<{
    readonly file: number;
    readonly columns: CsvCells['columns'];
    readonly fields: ReadonlyArray<string>;
    readonly isStored: boolean;
  }> {
    const rows = this.#store.prepare<readonly [number, string, number]>(
      `select item.file, item.csv, exists (select 1 from differing where differing.file = item.file and differing.line = item.line)
       from item where item.csv is not null ${this.#leftOut === 0 ? '' : `and ${IS_SENT}`}`,
    );
    for (const [file, fields, differs] of rows.rows())
      yield { file, columns: this.#columns.get(file)!, fields: JSON.parse(fields), isStored: differs === 0 };
  }

  /** Yields the rows of a kind that cannot be sent, then those that repeat others. */
  *rejections(kind: Kind, reasonOf: (repeat: Repeat) => Rejected['why']): Generator<Rejected> {
    const rejected = this.#store.prepare<readonly [string]>(
      'select rejected from rejection where kind = ? order by id',
    );
    for (const [text] of rejected.rows(KINDS.indexOf(kind))) yield JSON.parse(text) as Rejected;
    const range = this.#ranges.get(kind);
    if (range === undefined || this.#leftOut === 0) return;
    const repeated = this.#store.prepare<readonly [...ItemColumns, Repeat['verdict'], number, number]>(
      `select ${ITEM}, verdict, first_file, first_line from left_out join item
       on left_out.file = item.file and left_out.line = item.line
       where verdict is not null and ${OF_KIND} order by item.id`,
    );
    for (const [...columns] of repeated.rows(range.first, range.last)) {
      const item = this.#item(columns.slice(0, 7) as unknown as ItemColumns);
      const [verdict, file, line] = columns.slice(7) as unknown as [Repeat['verdict'], number, number];
      const repeat = { verdict, first: { file, line } };
      const { raw, csv } = item;
      const text = csv === undefined ? { raw } : { raw, csv };
      yield { ...text, file: item.file, line: item.line, why: reasonOf(repeat), repeat };
    }
  }

  /** Yields the accounts of the rows that are not left out. `total`: their number. */
  *accounts(): Generator<OwnAccount & { readonly total: number }> {
    const rows = this.#store.prepare<readonly [string, string, number]>(
      `select account, group_concat(distinct kind), count(*) over () from item ${this.#leftOut === 0 ? '' : `where ${IS_SENT}`} group by account`,
    );
    for (const [account, kinds, total] of rows.rows()) {
      const all = kinds.split(',').map((kind) => KINDS[Number(kind)]!);
      yield { account: this.#accountOf(account), kinds: new Set(all), total };
    }
  }

  /** Adds what is stored on an account; its members by the names of the interface. */
  addStored(thing: Thing, account: Account, value: JsonObject): void {
    this.#addStored.run(keyOf(thing, this.#textOf(account), value), JSON.stringify(value));
  }

  /** Yields the things of each identifier that are not left out, with what is stored of it. */
  *identified(): Generator<Identified> {
    const rows = this.#store.prepare<readonly [...ThingColumns, number]>(
      `select own.*, 0 as side from (${OWN}) as own where key is not null
         and not exists (select 1 from left_out where left_out.file = own.file and left_out.line = own.line)
       union all select key, 0, '', value, 0, 0, 0, '', 1 from stored where key is not null order by 1, 9, 2`,
    );
    let key = '';
    let [own, stored]: [OwnThing[], StoredThing[]] = [[], []];
    for (const columns of rows.rows()) {
      if (columns[0] !== key) {
        if (own.length > 0) yield { own, stored };
        [key, own, stored] = [columns[0], [], []];
      }
      if (columns[8] === 0) own.push(this.#ownThing(columns as unknown as ThingColumns));
      else if (own.length > 0) {
        const value = parsed(columns[3]);
        stored.push({ value, fields: fieldTexts(value) });
      }
    }
    if (own.length > 0) yield { own, stored };
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
    this.#store.close();
  }

  #textOf(account: Account): string {
    if (this.#latest?.account !== account)
      this.#latest = { account, text: JSON.stringify([account.supplier, account.number]) };
    return this.#latest.text;
  }

  #accountOf(text: string): Account {
    if (this.#latest?.text !== text) {
      const [supplier, number] = JSON.parse(text) as readonly [string, string];
      this.#latest = { account: { supplier, number }, text };
    }
    return this.#latest.account;
  }

  #item([kind, file, line, account, raw, flags, fields]: ItemColumns): Item {
    const item = {
      kind: KINDS[kind]!,
      file,
      line,
      raw,
      account: this.#accountOf(account),
      isNamed: (flags & 1) !== 0,
      wasRejected: (flags & 2) !== 0,
    };
    if (fields === null) return item;
    return { ...item, csv: { columns: this.#columns.get(file)!, fields: JSON.parse(fields) } };
  }

  #ownThing([key, , path, text, , file, line, account]: ThingColumns): OwnThing {
    const value = parsed(text);
    const thing = key.slice(key.startsWith('"') ? 1 : 0, key.indexOf(' ')) as Thing;
    const isRow = path === '' && thing !== 'history';
    const fields = isRow ? rowFields(value) : fieldTexts(value);
    return { thing, place: { file, line }, account: this.#accountOf(account), path, value, fields };
  }
}
