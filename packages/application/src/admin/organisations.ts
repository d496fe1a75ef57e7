import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, Administration, Organisation } from '../ports/administration.ts';
import type { OperatorWork } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';

type OrganisationAlreadyExists = { readonly kind: 'organisation_already_exists'; readonly name: string };
export type OrganisationNotFound = { readonly kind: 'organisation_not_found'; readonly name: string };

/** The organisation of this name. */
export const theOrganisation = (
  administration: Pick<Administration, 'findOrganisation'>,
  name: string,
): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
  pipe(administration.findOrganisation(name), requireFound({ kind: 'organisation_not_found', name }));

/** The operator's changes of organisations (decisions 14). */
export const makeOrganisationUseCases = ({ operatorWork }: { readonly operatorWork: OperatorWork }) => ({
  create: ({ name, actor }: Acting<{ readonly name: string }>) =>
    operatorWork.run(({ administration, actions }) =>
      pipe(
        administration.createOrganisation(name),
        requireFound<OrganisationAlreadyExists>({ kind: 'organisation_already_exists', name }),
        TE.tap(() =>
          actions.add(actor, { organisation: name }, { action: 'organisation create', before: null, after: { name } }),
        ),
      ),
    ),
});
