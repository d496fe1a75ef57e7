import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { type DueRecords, dueRecords, KEPT_KINDS, type KeptKind } from '@carryover/domain/retention';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { count } from '@carryover/report/figures';
import { table, wire } from '@carryover/terminal/output';
import { makeProgressLine } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  changing,
  command,
  type Finished,
  identifier,
  type Runner,
  type SupplierOptions,
  supplierCode,
  supplierName,
  type Work,
} from '../command.ts';

type Keeping = OperatorUseCases['keeping'];

/** Records by kind. */
type Counts = { readonly [Kind in KeptKind]: number };
/** `altered`: payloads that are not the ones that were received, and were not removed. */
type Pruned = Counts & { readonly altered: number };

const NOTHING: Pruned = { payloads: 0, refusals: 0, dryRuns: 0, altered: 0 };
const countsJson = (counts: Counts) => wire(counts, ...KEPT_KINDS);

type OnRemoved = (removed: number) => void;

const countAll = async (
  { countDue }: Keeping,
  all: ReadonlyArray<DueRecords>,
): Promise<E.Either<StoreFailure, Pruned>> => {
  let counts = NOTHING;
  for (const due of all) {
    const counted = await countDue(due)();
    if (E.isLeft(counted)) return counted;
    counts = { ...counts, [due.kind]: counted.right };
  }
  return E.right(counts);
};

/** Time until the next try if another process removes, which does it one step at a time. */
const ELSEWHERE_MS = 50;

const removeAll = async (
  { removeDue }: Keeping,
  all: ReadonlyArray<DueRecords>,
  onRemoved: OnRemoved,
): Promise<E.Either<StoreFailure, Pruned>> => {
  let counts = NOTHING;
  for (const due of all) {
    const { step } = removeDue(due);
    for (let state = 'more'; state !== 'done'; ) {
      const done = await step();
      if (E.isLeft(done)) return done;
      const { removed, altered } = done.right;
      ({ state } = done.right);
      counts = { ...counts, [due.kind]: counts[due.kind] + removed, altered: counts.altered + altered };
      onRemoved(removed);
      if (state === 'elsewhere') await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS));
    }
  }
  return E.right(counts);
};

type PrunedSupplier = { readonly supplier: NamedSupplier; readonly counts: Pruned };

const toFinished = (pruned: ReadonlyArray<PrunedSupplier>, isDryRun: boolean): Finished => {
  const altered = pruned.reduce((sum, { counts }) => sum + counts.altered, 0);
  return {
    text: [
      isDryRun ? 'Dry run: nothing was removed.\n' : '',
      table(
        ['SUPPLIER', 'ORGANISATION', 'STATUS', 'PAYLOADS', 'REFUSED REQUESTS', 'DRY RUNS'],
        pruned.map(({ supplier, counts }) => [
          supplier.code,
          supplier.organisationName,
          supplier.status,
          ...KEPT_KINDS.map((kind) => count(counts[kind])),
        ]),
        'There is no supplier.',
      ),
      altered === 0
        ? ''
        : `\n${count(altered)} payloads are not the ones that were received. They were not removed: see \`imports show\`.\n`,
    ].join(''),
    json: {
      dry_run: isDryRun,
      altered,
      suppliers: pruned.map(({ supplier: { organisationName, code, status }, counts }) => ({
        organisation: organisationName,
        supplier: code,
        status,
        ...countsJson(counts),
      })),
    },
    isRefusal: altered > 0,
  };
};

type Options = Partial<SupplierOptions> & { readonly dryRun?: boolean; readonly ongoingToo?: boolean };

const prune =
  ({ supplier, organisation, dryRun: isDryRun = false, ongoingToo: isOngoingToo = false }: Options): Work<Finished> =>
  ({ suppliers, keeping, recordRun }, { actor, terminal }) => {
    const progress = makeProgressLine(terminal);
    const now = new Date();
    let removed = 0;
    const onRemoved: OnRemoved = (more) => {
      removed += more;
      progress.update(() => `${count(removed)} records`);
    };

    const pruneOne = async (of: NamedSupplier): Promise<E.Either<StoreFailure, PrunedSupplier>> => {
      const due = dueRecords(keeping.retention, of, now, { isOngoingToo });
      const counted = await countAll(keeping, due);
      if (E.isLeft(counted)) return counted;
      const isNothing = KEPT_KINDS.every((kind) => counted.right[kind] === 0);
      if (isDryRun || isNothing) return E.right({ supplier: of, counts: counted.right });
      const state = {
        ...(isOngoingToo ? { ongoing_too: true } : {}),
        retained_days: wire(keeping.retention, ...KEPT_KINDS),
      };
      const work = () => removeAll(keeping, due, onRemoved);
      const recorded = recordRun({ supplier: of, action: 'prune', state, actor }, work, countsJson);
      return pipe(
        recorded,
        TE.map((counts) => ({ supplier: of, counts })),
      )();
    };

    const pruneAll = (all: ReadonlyArray<NamedSupplier>) => async () => {
      const pruned: PrunedSupplier[] = [];
      for (const of of all) {
        const done = await pruneOne(of);
        if (E.isLeft(done)) return done;
        pruned.push(done.right);
      }
      return E.right(toFinished(pruned, isDryRun));
    };

    const filter = organisation === undefined ? {} : { organisationName: organisation };
    const named = supplier === undefined ? null : supplierName({ supplier, organisation });
    const selected =
      named === null
        ? suppliers.list(filter)
        : pipe(
            suppliers.show(named),
            TE.map((one): ReadonlyArray<NamedSupplier> => [one]),
          );
    return pipe(
      selected,
      TE.chainW((all) => () => pruneAll(all)().finally(progress.end)),
    );
  };

const RULES = `
Removes what is kept no longer, as the running service does: RETAIN_PAYLOADS_DAYS (payloads of accepted requests), RETAIN_REFUSALS_DAYS (refused
requests) and RETAIN_DRY_RUNS_DAYS (dry runs, 30) say for how many days it is kept; what has no number is kept. Payloads and refused requests
are removed of suppliers that are Complete, dry runs of all.

The hash of a payload, the figures, the receipts and the evidence stay valid. A payload that is not the one that was received is not removed
(exit code 1). The command can be stopped and run again at any time, beside a running service.`;

export const pruneCommand = (run: Runner): Command =>
  changing(command('prune', 'remove payloads, refused requests and dry runs that are kept no longer'))
    .option('--supplier <code>', 'only of this supplier', supplierCode)
    .option('--organisation <name>', 'only of this organisation; needed if several have the code', identifier)
    .option('--dry-run', 'count what would be removed, and remove nothing')
    .option('--ongoing-too', 'also payloads and refused requests of suppliers that are not Complete')
    .addHelpText('after', RULES)
    .action((options: Options) => run(options, prune(options), identity));
