import { originJson } from '@carryover/domain/coverage';
import { checkJson } from '@carryover/domain/storage-check';
import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, ActingOperator, NamedSupplier } from '../ports/administration.ts';
import type { OperatorStores, OperatorWork, Proven } from '../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import {
  aboutSupplier,
  STATUS_ACTIONS,
  type SupplierChanged,
  type SupplierName,
  type SupplierRefused,
  theSupplier,
} from './suppliers.ts';

type MigrationNotProven = {
  readonly kind: 'migration_not_proven';
  readonly code: string;
} & Omit<Proven, 'proof'>;

/** Without a proof, it was completed unproven, as its operator action says. */
export type CompletedSupplier = Proven & { readonly supplier: NamedSupplier };

/** @property onWait - is told if imports are in flight, for which the completion waits. */
type Completion = Acting<{
  readonly name: SupplierName;
  readonly mustBeProven: boolean;
  readonly onWait?: () => void;
}>;

type Refused = SupplierRefused | SupplierChanged | MigrationNotProven | StoreFailure;

/** How often it is begun anew if somebody else resumes the supplier, or proves the migration, meanwhile. */
const ATTEMPTS = 3;

/** Returns a supplier as it is, and locks it until the transaction ends. */
const lock = ({ changes }: OperatorStores, supplier: NamedSupplier): Stored<NamedSupplier> =>
  pipe(
    changes.changeSupplier(supplier, {}),
    TE.map(({ after }) => ({ ...supplier, ...after })),
  );

const setStatus = (
  { changes, actions }: OperatorStores,
  actor: ActingOperator,
  supplier: NamedSupplier,
  status: 'Ongoing' | 'Paused',
): Stored<unknown> =>
  pipe(
    changes.changeSupplier(supplier, { status }),
    TE.chain(() =>
      actions.add(actor, aboutSupplier(supplier), {
        action: STATUS_ACTIONS[status],
        before: { status: supplier.status },
        after: { status },
      }),
    ),
  );

/** Has a supplier take imports again that was paused for its completion. One that is Paused no more, or whose organisation was archived, stays as it is. */
const resume = (stores: OperatorStores, actor: ActingOperator, supplier: NamedSupplier): Stored<unknown> =>
  pipe(
    // It may have been renamed meanwhile.
    stores.administration.presentNameOf(supplier.organisationName),
    TE.chain((name) => stores.administration.findOrganisation(name ?? supplier.organisationName)),
    TE.chain((organisation) =>
      supplier.status === 'Paused' && organisation?.archivedAt === null
        ? setStatus(stores, actor, supplier, 'Ongoing')
        : TE.right<StoreFailure, unknown>(undefined),
    ),
  );

/** Completes a supplier with its proof, or without one. */
const complete = (
  { changes, actions }: OperatorStores,
  actor: ActingOperator,
  supplier: NamedSupplier,
  { proof, missing, storageCheck }: Proven,
): Stored<CompletedSupplier> =>
  pipe(
    changes.changeSupplier(supplier, { status: 'Complete' }),
    TE.chainFirst(() =>
      actions.add(actor, aboutSupplier(supplier), {
        action: 'supplier complete',
        before: { status: supplier.status },
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
    TE.map(({ after }) => ({ supplier: { ...supplier, ...after }, proof, missing, storageCheck })),
  );

/**
 * Completes the migration of a supplier (decisions 16). An import that was let in before may be stored after any proof. So one that
 * takes imports and has a proof is paused first; the proof counts if it holds once all imports have ended that were in flight. If it is
 * then refused, it takes imports again.
 *
 * `mustBeProven` refuses a migration that is not proven.
 */
export const makeCompleteSupplier =
  ({ operatorWork }: { readonly operatorWork: OperatorWork }) =>
  ({ name, mustBeProven, actor, onWait = () => undefined }: Completion) => {
    const pauseIfProven = operatorWork.run((stores) =>
      pipe(
        theSupplier(stores.administration, name),
        TE.chainW((found) => lock(stores, found)),
        TE.bindTo('supplier'),
        TE.bindW('isProven', ({ supplier }) =>
          pipe(
            stores.proofOf(supplier),
            TE.map(({ proof }) => proof !== null),
          ),
        ),
        TE.let('isPaused', ({ supplier, isProven }) => isProven && supplier.status === 'Ongoing'),
        TE.tap(({ supplier, isPaused }) =>
          isPaused ? setStatus(stores, actor, supplier, 'Paused') : TE.right(undefined),
        ),
      ),
    );
    type Begun = { readonly supplier: NamedSupplier; readonly isProven: boolean; readonly isPaused: boolean };
    const end = ({ supplier: begun, isProven, isPaused }: Begun) =>
      operatorWork.run((stores) =>
        pipe(
          lock(stores, begun),
          // Somebody resumed it meanwhile, and imports may have been let in.
          TE.filterOrElseW(
            ({ status }) => !isProven || status !== 'Ongoing',
            (supplier): SupplierChanged => ({ kind: 'supplier_changed', supplier }),
          ),
          TE.bindTo('supplier'),
          TE.bindW('haveEnded', () => (isProven ? stores.importsEnded(onWait) : TE.right(true))),
          TE.bindW('proven', ({ supplier }) => stores.proofOf(supplier)),
          // The proof is a new one.
          TE.filterOrElseW(
            ({ proven }) => isProven || proven.proof === null,
            ({ supplier }): SupplierChanged => ({ kind: 'supplier_changed', supplier }),
          ),
          TE.chainW(
            ({ supplier, haveEnded, proven: found }): Stored<E.Either<MigrationNotProven, CompletedSupplier>> => {
              const proven: Proven =
                found.proof === null || haveEnded ? found : { ...found, proof: null, missing: ['imports_running'] };
              if (proven.proof !== null || !mustBeProven)
                return pipe(complete(stores, actor, supplier, proven), TE.map(E.right));
              const { missing, storageCheck } = proven;
              const refused: MigrationNotProven = {
                kind: 'migration_not_proven',
                code: supplier.code,
                missing,
                storageCheck,
              };
              // A refusal as a value, so that the supplier takes imports again in the same transaction.
              return pipe(
                isPaused ? resume(stores, actor, supplier) : TE.right(undefined),
                TE.map(() => E.left(refused)),
              );
            },
          ),
        ),
      );
    const attempt = (left: number): TE.TaskEither<Refused, CompletedSupplier> =>
      pipe(
        pauseIfProven,
        TE.chainW((begun) =>
          pipe(
            end(begun),
            // The transaction failed: if that cannot be taken back either, the supplier stays Paused.
            TE.orElseFirstTaskK(() =>
              begun.isPaused
                ? operatorWork.run((stores) =>
                    pipe(
                      lock(stores, begun.supplier),
                      TE.chain((supplier) => resume(stores, actor, supplier)),
                    ),
                  )
                : TE.right(undefined),
            ),
          ),
        ),
        TE.chainEitherKW(identity),
        TE.orElse((refused) =>
          refused.kind === 'supplier_changed' && left > 0
            ? attempt(left - 1)
            : TE.left<Refused, CompletedSupplier>(refused),
        ),
      );
    return attempt(ATTEMPTS);
  };
