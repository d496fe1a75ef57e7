import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration, Organisation, OrganisationSummary } from '../../ports/operator/administration.ts';
import type { ActingOperator } from '../../ports/operator/operator-actions.ts';
import type { OperatorWork } from '../../ports/operator/operator-work.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { aboutOrganisation } from '../action-subject.ts';

export type OrganisationAlreadyExists = { readonly kind: 'organisation_already_exists'; readonly name: string };
export type OrganisationNotFound = { readonly kind: 'organisation_not_found'; readonly name: string };

/** The operator's use cases of organisations (decisions 14). */
type OrganisationUseCases = {
  readonly create: UseCase<
    { readonly name: string; readonly by: ActingOperator },
    OrganisationAlreadyExists | StoreFailure,
    Organisation
  >;
  readonly list: UseCase<void, StoreFailure, ReadonlyArray<OrganisationSummary>>;
};

/** The organisation of this name. */
export const theOrganisation = (
  administration: Administration,
  name: string,
): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
  pipe(
    administration.findOrganisation(name),
    TE.chainW(TE.fromNullable<OrganisationNotFound | StoreFailure>({ kind: 'organisation_not_found', name })),
  );

type Ports = { readonly administration: Administration; readonly operatorWork: OperatorWork };

export const makeOrganisationUseCases = ({ administration, operatorWork }: Ports): OrganisationUseCases => ({
  create: ({ name, by }) =>
    operatorWork.run((stores) =>
      pipe(
        stores.administration.createOrganisation(name),
        TE.chainW(
          TE.fromNullable<OrganisationAlreadyExists | StoreFailure>({ kind: 'organisation_already_exists', name }),
        ),
        TE.tap(() =>
          stores.actions.add({
            ...by,
            ...aboutOrganisation(name),
            action: 'organisation create',
            before: null,
            after: { name },
          }),
        ),
      ),
    ),
  list: () => administration.listOrganisations(),
});
