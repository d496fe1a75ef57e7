import type { Correction } from '@carryover/application/reconciliation/explanations';
import * as t from 'io-ts';
import type { Snapshot } from '../../driver/snapshot.ts';
import { checked, moment, removedItems } from '../../schema/stored-values.ts';
import { toRemoved } from './undo.ts';

const CORRECTIONS = `
  select a.external_account_number, u.import_id, i.endpoint, to_json(u.undone_at)#>>'{}', u.undone_by, u.reason, u.removed
  from import_undo u
  join account a on a.id = u.account_id
  join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
  where a.supplier_id = current_setting('carryover.supplier')::uuid
  order by u.undone_at, u.import_id`;

const correctionRow = t.type({
  externalAccountNumber: t.string,
  importId: t.string,
  endpoint: t.string,
  undoneAt: moment,
  undoneBy: t.string,
  reason: t.string,
  removed: t.string,
});

const toCorrection = (row: t.TypeOf<typeof correctionRow>): Correction => ({
  ...row,
  removed: toRemoved(checked(removedItems, JSON.parse(row.removed))),
});

/** The undone imports, in the order in which they were undone. */
export async function* streamCorrections({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<Correction>> {
  for await (const rows of stream(correctionRow, CORRECTIONS)) yield rows.map(toCorrection);
}
