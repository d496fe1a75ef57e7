import {
  addRemoved,
  NOTHING_REMOVED,
  type RemovedCounts,
  removedState,
  type UndoneImport,
} from '@carryover/application/corrections/undo-import';
import type { RefusedUndo, UndoneAnswering, UndoneRange } from '@carryover/application/corrections/undo-range';
import type { AnsweredImport } from '@carryover/domain/undo';
import { countsJson, ITEM_KINDS } from '@carryover/operations/item-kinds';
import { describeUndoRefusal, showItem } from '@carryover/operations/undo-words';
import { count } from '@carryover/report/figures';
import { table } from '@carryover/terminal/output';
import type { Finished } from '../command.ts';

const DRY_RUN = 'Dry run: nothing was changed.\n';

const showCounts = (removed: RemovedCounts): string =>
  ITEM_KINDS.map(([kind, , title]) => `${title.toLowerCase()} ${count(removed[kind])}`).join(', ');

const laterImportsJson = (answered: ReadonlyArray<AnsweredImport>) =>
  answered.map(({ importId, items }) => ({ import_id: importId, item_count: items.length, items }));

/**
 * The items that are gone although later imports were answered "already exists" for them.
 *
 * @param total their number, if not all are given.
 */
const showMissing = (
  answering: ReadonlyArray<Pick<UndoneAnswering, 'externalAccountNumber' | 'answered'>>,
  total: number,
): string => {
  const rows = answering.flatMap(({ externalAccountNumber, answered }) =>
    answered.flatMap(({ importId, items }) => items.map((item) => [showItem(item), externalAccountNumber, importId])),
  );
  if (rows.length === 0) return '';
  return [
    `\nMissing now, although later imports were answered "already exists" (items: ${count(total)}). Send these imports again:\n`,
    table(['ITEM', 'ACCOUNT', 'LATER IMPORT'], rows, ''),
    total > rows.length ? `The first ${count(rows.length)} are listed.\n` : '',
  ].join('');
};

/** One undone import. */
export const undoneOutput = (
  { importId, account, endpoint, removed, answered }: UndoneImport,
  isDryRun: boolean,
): Finished => {
  const { externalAccountNumber } = account.subject;
  const missing = answered.reduce((sum, { items }) => sum + items.length, 0);
  return {
    text: [
      isDryRun ? DRY_RUN : '',
      `Import ${importId} (${endpoint}) of account ${externalAccountNumber} is undone.\n`,
      `Removed: ${showCounts(addRemoved(NOTHING_REMOVED, removed))}.\n`,
      showMissing([{ externalAccountNumber, answered }], missing),
    ].join(''),
    json: {
      import_id: importId,
      external_account_number: externalAccountNumber,
      endpoint,
      dry_run: isDryRun,
      removed: removedState(removed),
      later_imports: laterImportsJson(answered),
    },
  };
};

/** The imports of a range that the output names: the first ones, because a night may have a million. */
type NamedOfRange = {
  readonly refused: ReadonlyArray<RefusedUndo>;
  readonly answering: ReadonlyArray<UndoneAnswering>;
};

/** The undone imports of a range. */
export const undoneRangeOutput = (
  { undone, refused, removed, answeredItems }: UndoneRange,
  { refused: named, answering }: NamedOfRange,
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
      showMissing(answering, answeredItems),
    ].join(''),
    json: {
      dry_run: isDryRun,
      undone,
      removed: countsJson(removed),
      refused_count: refused,
      refused: listed.map((one, index) => {
        const { refusal } = named[index]!;
        return refusal.kind === 'later_imports_answered'
          ? { ...one, later_imports: laterImportsJson(refusal.answered) }
          : one;
      }),
      missing_count: answeredItems,
      missing: answering.map(({ importId, externalAccountNumber, answered }) => ({
        import_id: importId,
        external_account_number: externalAccountNumber,
        later_imports: laterImportsJson(answered),
      })),
    },
    isRefusal: refused > 0,
  };
};
