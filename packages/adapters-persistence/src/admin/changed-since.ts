import * as t from 'io-ts';
import { IS_CITUS } from '../sql/dialect.ts';
import type { Read } from '../sql/query.ts';

const positionRow = t.type({ position: t.string });
const FINAL = 'select final_position()::text as position';

const citusRow = t.type({ citus: t.boolean });
const isCluster = async (read: Read): Promise<boolean> => (await read(citusRow, `select ${IS_CITUS}`))[0]!.citus;

// Apart, as below. None of them is ever removed.
const COUNTS = [
  'select count(*)::float as count from accepted_import where supplier_id = $1',
  'select count(*)::float as count from import_undo u join account a on a.id = u.account_id where a.supplier_id = $1',
];
const countRow = t.type({ count: t.number });
const countAll = async (read: Read, supplierId: string): Promise<number> => {
  let all = 0;
  for (const sql of COUNTS) all += (await read(countRow, sql, [supplierId]))[0]!.count;
  return all;
};

/** Returns the commit position below which a snapshot has all records. */
export const readFinalPosition = async (read: Read): Promise<string> => (await read(positionRow, FINAL))[0]!.position;

/** Returns how far a snapshot of a supplier reads: its final position; on a cluster, the number of its imports and undos. */
export const readBelowOf = async (read: Read, supplierId: string): Promise<string> =>
  (await isCluster(read)) ? String(await countAll(read, supplierId)) : readFinalPosition(read);

// Apart: a cluster refuses a condition that asks two tables on several nodes (ADR 28). In the order of an index: without it,
// PostgreSQL may read all older imports until it finds a newer one.
const IMPORTED_SINCE = `
  select true as found from accepted_import i where i.supplier_id = $1 and i.commit_position >= $2::bigint
  order by i.commit_position limit 1`;
const UNDONE_SINCE = `
  select true as found from import_undo u join account a on a.id = u.account_id
  where a.supplier_id = $1 and u.commit_position >= $2::bigint
  order by u.commit_position limit 1`;
const change = t.type({ found: t.literal(true) });

/** The order of what has `read_below` and `snapshot_at`, the one of the latest data first: a clock may be set back, positions are not. */
export const LATEST_DATA_FIRST = 'read_below desc, snapshot_at desc';

/**
 * Returns true if something was imported for a supplier or undone since a snapshot, of which `readBelowOf` was kept. An import
 * that committed before the snapshot while an earlier transaction was open counts, too: another check then settles it.
 */
export const changedSince = async (read: Read, supplierId: string, position: string): Promise<boolean> => {
  if (await isCluster(read)) return (await countAll(read, supplierId)) !== Number(position);
  const since = [supplierId, position];
  const imported = await read(change, IMPORTED_SINCE, since);
  return imported.length > 0 || (await read(change, UNDONE_SINCE, since)).length > 0;
};
