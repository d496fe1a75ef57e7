import { type Rejection, rejected } from '@carryover/files/row';
import type { Place, Repeat } from '../rows/item.ts';
import { differingNames, type FieldTexts } from './field-texts.ts';
import type { OwnThing } from './things.ts';

/** The code of a row whose identifier an earlier row has with other content (decisions 15). */
export const DUPLICATE = 'duplicate_in_files';
/** The code of a row that says the same as an earlier one. */
export const REPEATED = 'repeated';

const isSameRow = ({ place: one }: OwnThing, { place: other }: OwnThing): boolean =>
  one.file === other.file && one.line === other.line;

const without = (fields: FieldTexts, name: string): FieldTexts => {
  const others = new Map(fields);
  others.delete(name);
  return others;
};

/** Returns what finds the first thing that has the identifier of a later one. */
const makeFirst = () => {
  let any: OwnThing | undefined;
  const byTime = new Map<string, OwnThing>();
  /** A note without a time is the same as any of its body, one with a time only as one with that time (decisions 4). */
  return (thing: OwnThing): OwnThing | undefined => {
    const time = thing.thing === 'note' ? thing.fields.get('created_at') : undefined;
    const first = time === undefined ? any : byTime.get(time);
    any ??= thing;
    if (time !== undefined && first === undefined) byTime.set(time, thing);
    return first;
  };
};

const isEqual = (first: OwnThing, later: OwnThing): boolean => {
  const isTimeless = later.thing === 'note' && !later.fields.has('created_at');
  const fields = isTimeless ? without(first.fields, 'created_at') : first.fields;
  return differingNames(fields, later.fields).length === 0;
};

/** Yields the things of one identifier that an earlier one has. */
export function* repeatsAmong(own: Iterable<OwnThing>): Generator<readonly [Place, Repeat]> {
  const firstOf = makeFirst();
  for (const later of own) {
    const first = firstOf(later);
    // What occurs twice in one history is the service's to refuse.
    if (first === undefined || isSameRow(first, later)) continue;
    const equal = isEqual(first, later);
    if (later.path === '') yield [later.place, { verdict: equal ? 'repeated' : 'duplicate', first: first.place }];
    // An equal part belongs to the same history, whose row is compared as a whole.
    else if (!equal) yield [later.place, { verdict: 'transaction', first: first.place }];
  }
}

/** Returns the reason for which a row is not sent, or not stored again. @param files their names. */
export const reasonOfRepeat = ({ verdict, first: { file, line } }: Repeat, files: ReadonlyArray<string>): Rejection => {
  const where = `line ${line} of ${files[file]}`;
  const refuse = (code: string, detail: string) => rejected({ code, path: '', detail, column: null });
  switch (verdict) {
    case 'repeated':
      return refuse(REPEATED, `The row says the same as ${where}. It is stored once.`);
    case 'duplicate':
      return refuse(DUPLICATE, `The row has the identifier of ${where}, with other content.`);
    case 'transaction':
      return refuse(DUPLICATE, `A transaction of this history has the transaction_id of ${where}.`);
  }
};
