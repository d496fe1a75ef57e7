import * as t from 'io-ts';
import type { Read } from '../sql/query.ts';

const positionRow = t.type({ position: t.string });
const FINAL = 'select final_position()::text as position';

/** Returns the commit position below which a snapshot has all records. */
export const readFinalPosition = async (read: Read): Promise<string> => (await read(positionRow, FINAL))[0]!.position;

// Apart: a cluster refuses a condition that asks two tables on several nodes (ADR 28).
const IMPORTED_SINCE = `
  select true as found from accepted_import i where i.supplier_id = $1 and i.commit_position >= $2::bigint limit 1`;
const UNDONE_SINCE = `
  select true as found from import_undo u join account a on a.id = u.account_id
  where a.supplier_id = $1 and u.commit_position >= $2::bigint limit 1`;
const change = t.type({ found: t.literal(true) });

/**
 * Returns true if something was imported for a supplier or undone since a snapshot that had all records below a position. An import
 * that committed before the snapshot while an earlier transaction was open counts, too: another check then settles it.
 */
export const changedSince = async (read: Read, supplierId: string, position: string): Promise<boolean> => {
  const since = [supplierId, position];
  const imported = await read(change, IMPORTED_SINCE, since);
  return imported.length > 0 || (await read(change, UNDONE_SINCE, since)).length > 0;
};
