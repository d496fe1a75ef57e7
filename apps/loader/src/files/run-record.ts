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
