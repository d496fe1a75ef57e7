import { originJson } from '@carryover/domain/coverage';
import { checkJson } from '@carryover/domain/storage-check';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, NamedSupplier } from '../ports/administration.ts';
import type { OperatorStores, OperatorWork, Proven } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import {
  aboutSupplier,
  type makeSupplierUseCases,
  type SupplierChanged,
  type SupplierName,
  theSupplier,
} from './suppliers.ts';

type MigrationNotProven = {
  readonly kind: 'migration_not_proven';
  readonly code: string;
} & Omit<Proven, 'proof'>;
/** It takes imports: one may be let in and stored after any proof. */
type TakesImports = { readonly kind: 'takes_imports'; readonly supplier: NamedSupplier };

/** Without a proof, it was completed unproven, as its operator action says. */
export type CompletedSupplier = Proven & { readonly supplier: NamedSupplier };

/** @property onWait - is told if imports are in flight, for which the completion waits. */
type Completion = Acting<{
  readonly name: SupplierName;
  readonly mustBeProven: boolean;
  readonly onWait?: () => void;
}>;

/** Looks for the proof once all imports have ended, of a supplier that takes no new ones. */
const proofAtEnd = (
  { proofOf, importsEnded }: Pick<OperatorStores, 'proofOf' | 'importsEnded'>,
  supplier: NamedSupplier,
  onWait: () => void,
): TE.TaskEither<TakesImports | StoreFailure, Proven> =>
  pipe(
    proofOf(supplier),
    TE.chainW((proven): TE.TaskEither<TakesImports | StoreFailure, Proven> => {
      if (proven.proof === null) return TE.right(proven);
      if (supplier.status === 'Ongoing') return TE.left({ kind: 'takes_imports', supplier });
      return pipe(
        importsEnded(onWait),
        TE.chain((haveEnded) =>
          haveEnded
            ? proofOf(supplier)
            : TE.right<StoreFailure, Proven>({ ...proven, proof: null, missing: ['imports_running'] }),
        ),
      );
    }),
  );

/** Completes a supplier with its proof, or without one; a proof is only of a supplier that takes no imports. */
const complete = (operatorWork: OperatorWork, { name, mustBeProven, actor, onWait = () => undefined }: Completion) =>
  operatorWork.run(({ administration, changes, actions, ...proofs }) =>
    pipe(
      theSupplier(administration, name),
      TE.bindTo('supplier'),
      TE.bindW('changed', ({ supplier }) => changes.changeSupplier(supplier, { status: 'Complete' })),
      TE.bindW('proven', ({ supplier, changed }) => proofAtEnd(proofs, { ...supplier, ...changed.before }, onWait)),
      TE.filterOrElseW(
        ({ proven }) => proven.proof !== null || !mustBeProven,
        ({ supplier: { code }, proven: { missing, storageCheck } }): MigrationNotProven => ({
          kind: 'migration_not_proven',
          code,
          missing,
          storageCheck,
        }),
      ),
      TE.tap(({ supplier, changed, proven: { proof, missing, storageCheck } }) =>
        actions.add(actor, aboutSupplier(supplier), {
          action: 'supplier complete',
          before: { status: changed.before.status },
          after: {
            status: 'Complete',
            proven: proof !== null,
            reconciliation: proof?.id ?? null,
            control_totals: proof === null ? null : originJson({ source: 'client', ...proof }),
            storage_check: storageCheck && checkJson(storageCheck),
            missing,
          },
        }),
      ),
      TE.map(
        ({ supplier, changed, proven }): CompletedSupplier => ({
          supplier: { ...supplier, ...changed.after },
          ...proven,
        }),
      ),
    ),
  );

/**
 * Completes the migration of a supplier (decisions 16). One that takes imports and has a proof is paused first, so that nothing is
 * stored after the proof; if it is then refused, it takes imports again.
 *
 * `mustBeProven` refuses a migration that is not proven.
 */
export const makeCompleteSupplier =
  ({
    operatorWork,
    changeSupplier,
  }: {
    readonly operatorWork: OperatorWork;
    readonly changeSupplier: ReturnType<typeof makeSupplierUseCases>['change'];
  }) =>
  (completion: Completion) => {
    const { name, actor } = completion;
    const change = (from: 'Ongoing' | 'Paused', to: 'Ongoing' | 'Paused') =>
      changeSupplier({ name, actor, expected: { status: from }, change: { status: to } });
    const completeIt = complete(operatorWork, completion);
    const completePaused = pipe(
      completeIt,
      TE.orElseW((refused) =>
        pipe(
          change('Paused', 'Ongoing'),
          TE.chainW(() => TE.left(refused)),
          // If it may have stayed paused, it is not told that it was not changed. What else went wrong is told before that.
          TE.mapLeft((failed) => (refused.kind === 'migration_not_proven' ? failed : refused)),
        ),
      ),
    );
    return pipe(
      completeIt,
      TE.orElseW((refused) =>
        refused.kind === 'takes_imports'
          ? pipe(
              change('Ongoing', 'Paused'),
              TE.chainW(() => completePaused),
            )
          : TE.left(refused),
      ),
      // Somebody resumed it meanwhile.
      TE.mapLeft((refused) =>
        refused.kind === 'takes_imports'
          ? ({ kind: 'supplier_changed', supplier: refused.supplier } satisfies SupplierChanged)
          : refused,
      ),
    );
  };
