import {
  addRemoved,
  NOTHING_REMOVED,
  type RemovedCounts,
  removedState,
  type UndoneImport,
} from '@carryover/application/corrections/undo-import';
import type {
  RefusedUndo,
  UndoneAnswering,
  UndoneOfAccount,
  UndoneRange,
} from '@carryover/application/corrections/undo-range';
import type { Actor } from '@carryover/application/ports/administration';
import type { ReceivedRange } from '@carryover/application/ports/operator-work';
import { type AnsweredImport, countAnswered } from '@carryover/domain/undo';
import { countsJson, ITEM_KINDS } from '@carryover/operations/item-kinds';
import { describeUndoRefusal, showItem } from '@carryover/operations/undo-words';
import { count } from '@carryover/report/figures';
import { table } from '@carryover/terminal/output';
import { makeProgress } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  command,
  type Finished,
  identifier,
  importId,
  importScope,
  line,
  moment,
  type Runner,
  type SupplierOptions,
  supplierCode,
  supplierName,
  type Work,
} from '../command.ts';

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
const undoneOutput = (
  { importId, account, endpoint, removed, answered }: UndoneImport,
  isDryRun: boolean,
): Finished => {
  const { externalAccountNumber } = account.subject;
  const missing = countAnswered(answered);
  return {
    text: [
      isDryRun ? DRY_RUN : '',
      `Import ${importId} (${endpoint}) of account ${externalAccountNumber} ${isDryRun ? 'would be' : 'is'} undone.\n`,
      `${isDryRun ? 'To be removed' : 'Removed'}: ${showCounts(addRemoved(NOTHING_REMOVED, removed))}.\n`,
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
const undoneRangeOutput = (
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
      isDryRun
        ? `Imports that would be undone: ${count(undone)}. To be removed: ${showCounts(removed)}.\n`
        : `Imports undone: ${count(undone)}. Removed: ${showCounts(removed)}.\n`,
      `Imports ${isDryRun ? 'that would be ' : ''}refused: ${count(refused)}.\n`,
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

/** The number of refused imports, of the items that later imports have of them, and of missing items: a night may have a million. */
const LISTED = 100_000;

/** Keeps what the output names of a range. @param limit of each number: none is kept once it is reached. */
export const makeNamed = (limit: number) => {
  const [refused, answering]: [RefusedUndo[], UndoneAnswering[]] = [[], []];
  let [items, missing] = [0, 0];
  return {
    add: (account: Pick<UndoneOfAccount, 'refused' | 'answering'>): void => {
      for (const one of account.refused) {
        if (refused.length < limit && items < limit) refused.push(one);
        if (one.refusal.kind === 'later_imports_answered') items += countAnswered(one.refusal.answered);
      }
      for (const undone of account.answering) {
        if (missing < limit) answering.push(undone);
        missing += countAnswered(undone.answered);
      }
    },
    named: (): NamedOfRange => ({ refused, answering }),
  };
};

type Options = Partial<SupplierOptions> & {
  readonly id?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly reason: string;
  readonly as?: string;
  readonly dryRun?: boolean;
  readonly evenIfAnswered?: boolean;
};

const undoOptions = ({ reason, dryRun = false, evenIfAnswered = false }: Options, actor: Actor) => ({
  actor: { ...actor, reason },
  isDryRun: dryRun,
  evenIfAnswered,
});

const undoOne =
  (id: string, options: Options): Work<UndoneImport> =>
  ({ undoImport }, { actor }) =>
    undoImport({ ...undoOptions(options, actor), ...importScope(options), importId: id });

const undoMany =
  (supplier: string, range: ReceivedRange, options: Options): Work<Finished> =>
  ({ undoRange }, { actor, terminal }) => {
    const { add, named } = makeNamed(LISTED);
    const progress = makeProgress(terminal, { total: null });
    const work = undoRange({
      ...undoOptions(options, actor),
      supplier: supplierName({ supplier, organisation: options.organisation }),
      selection: range,
      onProgress: (soFar, account) => {
        add(account);
        progress.update({ rows: soFar.undone + soFar.refused, rejected: soFar.refused, done: 0 });
      },
    });
    return pipe(
      () => work().finally(progress.end),
      TE.map((done) => undoneRangeOutput(done, named(), options.dryRun === true)),
    );
  };

const RULES = `
Removes what the import stored: its notes (also the one that the service pinned), transactions, billing documents, statements or payment
instruction. The import record stays and is marked as undone. The same items can then be sent again.

An import is refused (exit code 1) with one of these codes:
  import_already_undone
  account_erased                          what it stored is gone for good
  ledger_has_finalized_billing_document   the platform has finalized a billing document of its ledger (ledger finalize)
  statement_period_closed                 its transactions are no longer in the open statement period
  later_imports_answered                  items of later imports were answered "already exists" because of it; see --even-if-answered

With --supplier, --since and --until, all imports that were received in this time are undone, the latest first. Imports that are undone already
are skipped, so that the same command can be run again. Those that are refused are listed, and the others are undone. Answers "already exists" of
imports that are undone by the same command do not count; those of an import that is refused do.

With --even-if-answered, the output names each item that is missing afterwards, and the later import that was answered "already exists" for it.`;

/** Undoes one import, or those of a supplier that were received in a time range. */
export const undoCommand = (run: Runner): Command =>
  command('undo', 'take back what accepted imports stored')
    .option('--id <id>', 'id of the import, as listed', importId)
    .option('--supplier <code>', 'supplier of the imports; with --id, another one is unknown', supplierCode)
    .option(
      '--organisation <name>',
      'its organisation, if several have the code; with --id, another one is unknown',
      identifier,
    )
    .option('--since <time>', 'from this day or UTC time', moment)
    .option('--until <time>', 'before this day or UTC time', moment)
    .requiredOption('--reason <text>', 'reason recorded with each undone import and for `audit list`', line(1_000))
    .option('--as <name>', 'name recorded for `audit list` (default: user and host of the operating system)', line(128))
    .option('--dry-run', 'show what would be removed, but change nothing')
    .option('--even-if-answered', 'also if items of later imports were answered "already exists" because of it')
    .addHelpText('after', RULES)
    .action((options: Options, self: Command) => {
      const { id, supplier, since, until } = options;
      if (id !== undefined && since === undefined && until === undefined)
        return run(options, undoOne(id, options), (undone) => undoneOutput(undone, options.dryRun === true));
      if (id === undefined && supplier !== undefined && since !== undefined && until !== undefined)
        return run(options, undoMany(supplier, { since, until }, options), identity);
      return self.error('error: give either --id, or --supplier, --since and --until.');
    });
