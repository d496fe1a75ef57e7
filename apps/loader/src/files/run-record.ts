import { linesOf } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';

const place = {
  kind: t.string,
  account: t.string,
  /** The item's identifier on its account; its line if it has none. */
  item: t.string,
  file: t.string,
  line: t.number,
};
const failing = t.readonly(t.type({ ...place, code: t.string, path: t.string, detail: t.string }));
const moved = t.readonly(t.type({ ...place, transaction_date: t.string, new_transaction_date: t.string }));
/** The last record: without it, the run was not finished. */
const summary = t.readonly(t.type({ items: t.number, failing: t.number, moved: t.number }));

const runRecord = t.union([failing, moved, summary]);

/** An item that would be rejected. */
export type Failing = t.TypeOf<typeof failing>;
/** A transaction whose date would be moved. */
export type Moved = t.TypeOf<typeof moved>;
export type Summary = t.TypeOf<typeof summary>;

/** Returns a line's record; null if it is none. */
export const toRunRecord = (line: string): t.TypeOf<typeof runRecord> | null => {
  const value = jsonOrNull(line);
  return runRecord.is(value) ? value : null;
};

/** Two dry runs of the same files, before and after a change. */
export type Difference = {
  readonly newlyFailing: ReadonlyArray<Failing>;
  readonly newlyPassing: ReadonlyArray<Failing>;
  readonly changedCauses: ReadonlyArray<{ readonly before: Failing; readonly after: Failing }>;
  /** Items whose date is moved in one of the runs only, or to another day. */
  readonly movedDates: ReadonlyArray<{ readonly before: Moved | null; readonly after: Moved | null }>;
};

type Run = { readonly failing: ReadonlyMap<string, Failing>; readonly moved: ReadonlyMap<string, Moved> };

const keyOf = ({ kind, account, item }: Failing | Moved): string => JSON.stringify([kind, account, item]);

/** Reads what a dry run has written. @returns null if it is not that of a dry run that was finished. */
export const readRun = async ({ chunks }: Source): Promise<Run | null> => {
  const failing = new Map<string, Failing>();
  const moved = new Map<string, Moved>();
  let isFinished = false;
  for await (const { text } of linesOf(chunks)) {
    const record = toRunRecord(text);
    if (record === null) return null;
    if ('code' in record) failing.set(keyOf(record), record);
    else if ('transaction_date' in record) moved.set(keyOf(record), record);
    else isFinished = true;
  }
  return isFinished ? { failing, moved } : null;
};

const missingIn = <A>(from: ReadonlyMap<string, A>, other: ReadonlyMap<string, A>): ReadonlyArray<A> =>
  [...from].flatMap(([key, value]) => (other.has(key) ? [] : [value]));

export const diff = (before: Run, after: Run): Difference => ({
  newlyFailing: missingIn(after.failing, before.failing),
  newlyPassing: missingIn(before.failing, after.failing),
  changedCauses: [...before.failing].flatMap(([key, one]) => {
    const other = after.failing.get(key);
    const isOther = other !== undefined && (other.code !== one.code || other.path !== one.path);
    return isOther ? [{ before: one, after: other }] : [];
  }),
  movedDates: [...new Set([...before.moved.keys(), ...after.moved.keys()])].flatMap((key) => {
    const [one, other] = [before.moved.get(key) ?? null, after.moved.get(key) ?? null];
    return one?.new_transaction_date === other?.new_transaction_date ? [] : [{ before: one, after: other }];
  }),
});
