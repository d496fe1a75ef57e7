import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { given } from '../given.ts';
import type { Administration } from '../ports/operator/administration.ts';
import type { ActionFilter, OperatorAction, OperatorActions } from '../ports/operator/operator-actions.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { type OrganisationNotFound, theOrganisation } from './set-up/organisations.ts';
import { type SupplierRefused, theSupplier } from './set-up/suppliers.ts';

type Filter = {
  readonly organisation: string | null;
  /** Its code, within that organisation if several have it. */
  readonly supplier: string | null;
  readonly since: Date | null;
  readonly limit: number;
} & Pick<ActionFilter, 'organisations' | 'performedBy' | 'after'>;
type Refused = SupplierRefused | OrganisationNotFound | StoreFailure;

/** The operator's use cases of operator actions (decisions 16). */
type AuditUseCases = {
  /** Newest first. */
  readonly list: UseCase<Filter, Refused, ReadonlyArray<OperatorAction>>;
};

/** The filter of the listed actions. */
const subjectOf = (
  administration: Administration,
  { organisation, supplier }: Pick<Filter, 'organisation' | 'supplier'>,
): TE.TaskEither<Refused, Pick<ActionFilter, 'organisation' | 'supplierCode'>> => {
  if (supplier !== null)
    return pipe(
      theSupplier(administration, { code: supplier, ...given({ organisationName: organisation }) }),
      TE.map(({ organisationName, code }) => ({ organisation: organisationName, supplierCode: code })),
    );
  if (organisation === null) return TE.right({});
  return pipe(
    theOrganisation(administration, organisation),
    TE.map(({ name }) => ({ organisation: name })),
  );
};

type Ports = { readonly administration: Administration; readonly operatorActions: OperatorActions };

export const makeAuditUseCases = ({ administration, operatorActions }: Ports): AuditUseCases => ({
  list: ({ organisation, supplier, since, ...filter }) =>
    pipe(
      subjectOf(administration, { organisation, supplier }),
      TE.chainW((subject) => operatorActions.list({ ...filter, ...subject, ...given({ since }) })),
    ),
});
