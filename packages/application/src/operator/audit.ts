import { pipe } from 'fp-ts/lib/function.js';
import type { Administration } from '../ports/administration.ts';
import type { OperatorAction, OperatorActions } from '../ports/operator-actions.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import * as TE from '../task-either.ts';
import type { UseCase } from '../use-case.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

type Filter = { readonly supplier: SupplierName | null; readonly since: Date | null; readonly limit: number };

/** How the operator reads who changed what (decisions 16). */
export type AuditUseCases = {
  /** Newest first. */
  readonly list: UseCase<Filter, SupplierRefused | StoreFailure, ReadonlyArray<OperatorAction>>;
};

export const makeAuditUseCases = ({
  administration,
  operatorActions,
}: {
  readonly administration: Administration;
  readonly operatorActions: OperatorActions;
}): AuditUseCases => ({
  list: ({ supplier, since, limit }) => {
    const filter = { limit, ...(since === null ? {} : { since }) };
    if (supplier === null) return operatorActions.list(filter);
    return pipe(
      theSupplier(administration, supplier),
      TE.chainW(({ organisationName, code }) =>
        operatorActions.list({ ...filter, supplier: { organisation: organisationName, code } }),
      ),
    );
  },
});
