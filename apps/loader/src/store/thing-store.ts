import type { JsonObject } from '@carryover/contract/json/exact-json';
import { openStore } from '@carryover/files/store';
import { type Account, accountIn, accountText, type Item, parsed } from '../rows/item.ts';
import { fieldTexts } from './field-texts.ts';
import {
  historyParts,
  keyOf,
  type OwnThing,
  rowFields,
  type StoredThing,
  THING_OF_KIND,
  type Thing,
} from './things.ts';

/** `own`: things of the rows of files, in their order. `stored`: what the service has. */
const SCHEMA = `
  create table own (id integer primary key, key text, path text, value text, file integer, line integer, account text);
  create table stored (key text, value text)`;

type OwnColumns = readonly [
  key: string,
  path: string,
  value: string,
  file: number,
  line: number,
  account: string,
  isStored: number,
];
const OWN = 'select key, path, value, file, line, account, 0 as is_stored, id from own';

/** The things of one identifier: those of the files, and those that are stored. */
export type Identified = { readonly own: ReadonlyArray<OwnThing>; readonly stored: ReadonlyArray<StoredThing> };

/** Yields the keys of the things of a row that have one, each with its path and its value. */
export function* thingsOf(kind: Item['kind'], account: string, value: JsonObject) {
  if (kind !== 'billing-documents') {
    const key = keyOf(THING_OF_KIND[kind], account, value);
    if (key !== null) yield { key, path: '', value };
    return;
  }
  for (const { thing, path, value: part } of historyParts(value)) {
    const key = keyOf(thing, account, part);
    if (key !== null) yield { key, path, value: part };
  }
}

const ownThing = ([key, path, text, file, line, account]: OwnColumns): OwnThing => {
  const value = parsed(text);
  const thing = key.slice(key.startsWith('"') ? 1 : 0, key.indexOf(' ')) as Thing;
  const isRow = path === '' && thing !== 'history';
  const fields = isRow ? rowFields(value) : fieldTexts(value);
  return { thing, place: { file, line }, account: accountIn(account), path, value, fields };
};

/** A row of the files. `key`: empty if it has none, or is a history. */
type OwnRow = Pick<Item, 'kind' | 'account' | 'file' | 'line' | 'raw'> & { readonly key: string };

/** The things of some accounts by their identifiers, those of the files beside those that are stored. They are on disk if they are many. */
export class ThingStore {
  readonly #store = openStore(SCHEMA);
  readonly #addOwn = this.#store.prepare(
    'insert into own (key, path, value, file, line, account) values (?, ?, ?, ?, ?, ?)',
  );
  readonly #addStored = this.#store.prepare('insert into stored values (?, ?)');
  readonly #repeated = this.#store.prepare<OwnColumns>(
    `${OWN} where key in (select key from own group by key having count(*) > 1) order by key, id`,
  );
  readonly #identified = this.#store.prepare<OwnColumns>(
    `${OWN} union all select key, '', value, 0, 0, '', 1, 0 from stored order by 1, 7, 8`,
  );
  readonly #clear = ['own', 'stored'].map((table) => this.#store.prepare(`delete from ${table}`));

  addOwn({ kind, account, file, line, raw, key }: OwnRow): void {
    const text = accountText(account);
    if (kind !== 'billing-documents') {
      if (key !== '') this.#addOwn.run(key, '', raw, file, line, text);
      return;
    }
    for (const { key: own, path, value } of thingsOf(kind, text, parsed(raw)))
      this.#addOwn.run(own, path, JSON.stringify(value), file, line, text);
  }

  /** Adds what is stored on an account; its members by the names of the interface. */
  addStored(thing: Thing, account: Account, value: JsonObject): void {
    const key = keyOf(thing, accountText(account), value);
    if (key !== null) this.#addStored.run(key, JSON.stringify(value));
  }

  /** Yields the things of each identifier that several have, in the order of the files. */
  *repeated(): Generator<Iterable<OwnThing>> {
    const rows = this.#repeated.rows();
    let next = rows.next();
    const group = function* (key: string): Generator<OwnThing> {
      for (; next.done !== true && next.value[0] === key; next = rows.next()) yield ownThing(next.value);
    };
    while (next.done !== true) yield group(next.value[0]);
  }

  /** Yields the things of each identifier of the files, with what is stored of it. */
  *identified(): Generator<Identified> {
    let key = '';
    let [own, stored]: [OwnThing[], StoredThing[]] = [[], []];
    for (const columns of this.#identified.rows()) {
      if (columns[0] !== key) {
        if (own.length > 0) yield { own, stored };
        [key, own, stored] = [columns[0], [], []];
      }
      if (columns[6] === 0) own.push(ownThing(columns));
      else if (own.length > 0) {
        const value = parsed(columns[2]);
        stored.push({ value, fields: fieldTexts(value) });
      }
    }
    if (own.length > 0) yield { own, stored };
  }

  clear(): void {
    for (const { run } of this.#clear) run();
  }

  close(): void {
    this.#store.close();
  }
}
