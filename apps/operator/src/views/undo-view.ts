import {
  addRemoved,
  NOTHING_REMOVED,
  type RemovedCounts,
  removedState,
} from '@carryover/application/operator/corrections/removed-state';
import type { UndoneImport } from '@carryover/application/operator/corrections/undo-import';
import type { RefusedUndo, UndoneRange } from '@carryover/application/operator/corrections/undo-range';
import { table } from '@carryover/terminal/output';
import type { Finished } from '../command.ts';
import { count } from '../report/figures.ts';
import { countsJson, ITEM_KINDS } from './item-kinds.ts';
import { describeUndoRefusal } from './undo-refusal.ts';

const DRY_RUN = 'Dry run: nothing was changed.\n';

const showCounts = (removed: RemovedCounts): string =>
  ITEM_KINDS.map(([kind, , title]) => `${title.toLowerCase()} ${count(removed[kind])}`).join(', ');

/** One undone import. */
export const undoneOutput = (
  { importId, account, endpoint, removed, answered }: UndoneImport,
  isDryRun: boolean,
): Finished => {
  const { externalAccountNumber } = account.subject;
  const later = answered.map((one) => [one.importId, one.itemCount]);
  return {
    text: [
      isDryRun ? DRY_RUN : '',
      `Import ${importId} (${endpoint}) of account ${externalAccountNumber} is undone.\n`,
      `Removed: ${showCounts(addRemoved(NOTHING_REMOVED, removed))}.\n`,
      later.length === 0 ? '' : `\nSend these imports again; some of their items are missing now:\n`,
      later.length === 0 ? '' : table(['ID', 'ITEMS'], later, ''),
    ].join(''),
    json: {
      import_id: importId,
      external_account_number: externalAccountNumber,
      endpoint,
      dry_run: isDryRun,
      removed: removedState(removed),
      later_imports: answered.map((one) => ({ import_id: one.importId, item_count: one.itemCount })),
    },
  };
};

/** The undone imports of a range. @param named the first of the refused ones. */
export const undoneRangeOutput = (
  { undone, refused, removed }: UndoneRange,
  named: ReadonlyArray<RefusedUndo>,
  isDryRun: boolean,
): Finished => {
  const listed = named.map(({ importId, externalAccountNumber, refusal }) => ({
    import_id: importId,
    external_account_number: externalAccountNumber,
    code: refusal.kind,
    detail: describeUndoRefusal(refusal),
  }));
  return {
    text: [
      isDryRun ? DRY_RUN : '',
      `Imports undone: ${count(undone)}. Removed: ${showCounts(removed)}.\n`,
      `Imports refused: ${count(refused)}.\n`,
      refused === 0 ? '' : `\n${table(['ID', 'ACCOUNT', 'CODE', 'WHY'], listed.map(Object.values), '')}`,
      refused > named.length ? `The first ${count(named.length)} are listed.\n` : '',
    ].join(''),
    json: {
      dry_run: isDryRun,
      undone,
      removed: countsJson(removed),
      refused_count: refused,
      refused: listed,
    },
    isRefusal: refused > 0,
  };
};
