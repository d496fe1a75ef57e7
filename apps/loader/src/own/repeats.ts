import { differingNames, type FieldTexts } from '../rows/item-fields.ts';
import type { Reason } from '../steps/item.ts';
import type { OwnRows, OwnThing } from './own-rows.ts';
import { LineMap, type Place } from './places.ts';
import type { Repeat, Verdict } from './repeat.ts';

/** The code of a row whose identifier an earlier row has with other content (decisions 15). */
export const DUPLICATE = 'duplicate_in_files';
/** The code of a row that says the same as an earlier one. */
export const REPEATED = 'repeated';

const VERDICTS: ReadonlyArray<Verdict> = ['repeated', 'duplicate', 'transaction'];

/** The rows of files that repeat an earlier one. */
export type Repeats = {
  readonly size: number;
  readonly of: (place: Place) => Repeat | undefined;
  /** In the order of the files. */
  readonly all: () => Generator<readonly [Place, Repeat]>;
};

const FILES = 2 ** 16;
const LINES = 2 ** 32;

const toNumber = ({ verdict, first: { file, line } }: Repeat): number =>
  (line * FILES + file) * VERDICTS.length + VERDICTS.indexOf(verdict);

const fromNumber = (value: number): Repeat => {
  const place = Math.floor(value / VERDICTS.length);
  return {
    verdict: VERDICTS[value % VERDICTS.length]!,
    first: { file: place % FILES, line: Math.floor(place / FILES) % LINES },
  };
};

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

function* repeatsAmong(own: Iterable<OwnThing>): Generator<readonly [Place, Repeat]> {
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

/** Finds the rows whose identifier an earlier row has. Of several verdicts on a history, one on the whole counts. */
export const findRepeats = (rows: OwnRows): Repeats => {
  const found = new LineMap();
  for (const own of rows.repeated())
    for (const [place, repeat] of repeatsAmong(own))
      if (repeat.verdict !== 'transaction' || found.get(place) === undefined) found.set(place, toNumber(repeat));
  return {
    size: found.size,
    of: (place) => {
      const value = found.get(place);
      return value === undefined ? undefined : fromNumber(value);
    },
    all: function* () {
      for (const [place, value] of found.entries()) yield [place, fromNumber(value)];
    },
  };
};

/** Returns the reason for which a row is not sent, or not stored again. @param files their names. */
export const reasonOfRepeat = (
  { verdict, first: { file, line } }: Repeat,
  files: ReadonlyArray<string>,
): Reason & { readonly code: typeof DUPLICATE | typeof REPEATED } => {
  const where = `line ${line} of ${files[file]}`;
  switch (verdict) {
    case 'repeated':
      return { code: REPEATED, path: '', detail: `The row says the same as ${where}. It is stored once.` };
    case 'duplicate':
      return { code: DUPLICATE, path: '', detail: `The row has the identifier of ${where}, with other content.` };
    case 'transaction':
      return { code: DUPLICATE, path: '', detail: `A transaction of this history has the transaction_id of ${where}.` };
  }
};
