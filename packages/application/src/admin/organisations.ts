import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, ActionSubject, Administration, Organisation } from '../ports/administration.ts';
import type { OperatorWork } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';

type OrganisationAlreadyExists = { readonly kind: 'organisation_already_exists'; readonly name: string };
export type OrganisationNotFound = { readonly kind: 'organisation_not_found'; readonly name: string };

export const aboutOrganisation = (organisation: string): ActionSubject => ({
  organisation,
  supplierCode: null,
  externalAccountNumber: null,
  ledgerNumber: null,
});

/** The organisation of this name. */
export const theOrganisation = (
  administration: Pick<Administration, 'findOrganisation'>,
  name: string,
): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
  pipe(
    administration.findOrganisation(name),
    TE.chainW(TE.fromNullable<OrganisationNotFound | StoreFailure>({ kind: 'organisation_not_found', name })),
  );

/** The operator's changes of organisations (decisions 14). */
export const makeOrganisationUseCases = ({ operatorWork }: { readonly operatorWork: OperatorWork }) => ({
  create: ({
    name,
    by,
  }: Acting<{ readonly name: string }>): TE.TaskEither<OrganisationAlreadyExists | StoreFailure, Organisation> =>
    operatorWork.run(({ administration, actions }) =>
      pipe(
        administration.createOrganisation(name),
        TE.chainW(
          TE.fromNullable<OrganisationAlreadyExists | StoreFailure>({ kind: 'organisation_already_exists', name }),
        ),
        TE.tap(() =>
          actions.add({
            ...by,
            ...aboutOrganisation(name),
            action: 'organisation create',
            before: null,
            after: { name },
          }),
        ),
      ),
    ),
});
