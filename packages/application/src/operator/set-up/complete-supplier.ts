import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { NamedSupplier } from '../../ports/operator/administration.ts';
import type { ActingOperator } from '../../ports/operator/operator-actions.ts';
import type { OperatorWork } from '../../ports/operator/operator-work.ts';
import type { ReconciliationRecord } from '../../ports/operator/reconciliation/reconciliation-records.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { aboutSupplier } from '../action-subject.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

/** No reconciliation agreed since the last import or undo of the supplier. */
export type MigrationNotProven = { readonly kind: 'migration_not_proven'; readonly code: string };

type CompleteSupplierCommand = {
  readonly name: SupplierName;
  /** Refuses a migration that is not proven. */
  readonly mustBeProven: boolean;
  readonly by: ActingOperator;
};

export type CompletedSupplier = {
  readonly supplier: NamedSupplier;
  /** The reconciliation that proves the migration; null: it was completed unproven, as its operator action says. */
  readonly proof: Pick<ReconciliationRecord, 'id' | 'snapshotAt'> | null;
};

/** Completes the migration of a supplier (decisions 16). */
type CompleteSupplier = UseCase<
  CompleteSupplierCommand,
  SupplierRefused | MigrationNotProven | StoreFailure,
  CompletedSupplier
>;

export const makeCompleteSupplier =
  ({ operatorWork }: { readonly operatorWork: OperatorWork }): CompleteSupplier =>
  ({ name, mustBeProven, by }) =>
    operatorWork.run(({ administration, reconciliations, changes, actions }) =>
      pipe(
        theSupplier(administration, name),
        TE.bindTo('supplier'),
        TE.bindW('changed', ({ supplier }) => changes.changeSupplier(supplier, { status: 'Complete' })),
        TE.bindW('proof', ({ supplier }) => reconciliations.proofOf(supplier)),
        TE.filterOrElseW(
          ({ proof }) => proof !== null || !mustBeProven,
          ({ supplier: { code } }): MigrationNotProven => ({ kind: 'migration_not_proven', code }),
        ),
        TE.tap(({ supplier, changed, proof }) =>
          actions.add({
            ...by,
            ...aboutSupplier(supplier),
            action: 'supplier complete',
            before: { status: changed.before.status },
            after: { status: 'Complete', proven: proof !== null, reconciliation: proof?.id ?? null },
          }),
        ),
        TE.map(({ supplier, changed, proof }) => ({ supplier: { ...supplier, ...changed.after }, proof })),
      ),
    );
