import { pipe } from 'fp-ts/lib/function.js';
import type { Administration, ApiKeyListing, Organisation, OrganisationSummary } from '../ports/administration.ts';
import type { ApiKeySecrets } from '../ports/api-keys.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import * as TE from '../task-either.ts';
import type { UseCase } from '../use-case.ts';

export type OrganisationAlreadyExists = { readonly kind: 'organisation_already_exists'; readonly name: string };
export type OrganisationNotFound = { readonly kind: 'organisation_not_found'; readonly name: string };
export type ApiKeyNotFound = { readonly kind: 'api_key_not_found'; readonly prefix: string };
export type ExpiresInThePast = { readonly kind: 'expires_in_the_past'; readonly expiresAt: Date };

/** A key at the only moment at which it can be read. */
export type IssuedApiKey = { readonly apiKey: string; readonly prefix: string; readonly organisation: string };

type Ports = {
  readonly administration: Administration;
  readonly apiKeySecrets: ApiKeySecrets;
  readonly clock: Clock;
  readonly makeId: () => string;
};

/** What the operator does with organisations and their API keys (decisions 10, 14). */
export type OrganisationUseCases = {
  readonly create: UseCase<{ readonly name: string }, OrganisationAlreadyExists | StoreFailure, Organisation>;
  readonly list: UseCase<void, StoreFailure, ReadonlyArray<OrganisationSummary>>;
  readonly issueApiKey: UseCase<
    { readonly organisation: string; readonly expiresAt: Date | null },
    OrganisationNotFound | ExpiresInThePast | StoreFailure,
    IssuedApiKey
  >;
  readonly listApiKeys: UseCase<
    { readonly organisation: string },
    OrganisationNotFound | StoreFailure,
    ReadonlyArray<ApiKeyListing>
  >;
  readonly revokeApiKey: UseCase<{ readonly prefix: string }, ApiKeyNotFound | StoreFailure, void>;
};

export const makeOrganisationUseCases = ({
  administration,
  apiKeySecrets,
  clock,
  makeId,
}: Ports): OrganisationUseCases => {
  const named = (name: string) =>
    pipe(
      administration.findOrganisation(name),
      TE.chainW(TE.fromNullable<OrganisationNotFound | StoreFailure>({ kind: 'organisation_not_found', name })),
    );

  const issue = (organisation: Organisation, expiresAt: Date | null) => {
    const { apiKey, prefix, digest } = apiKeySecrets.make();
    return pipe(
      administration.addApiKey({
        id: makeId(),
        organisationId: organisation.id,
        prefix,
        digest,
        expiresAt,
        revokedAt: null,
      }),
      TE.map(() => ({ apiKey, prefix, organisation: organisation.name })),
    );
  };

  return {
    create: ({ name }) =>
      pipe(
        administration.createOrganisation(name),
        TE.chainW(
          TE.fromNullable<OrganisationAlreadyExists | StoreFailure>({ kind: 'organisation_already_exists', name }),
        ),
      ),
    list: () => administration.listOrganisations(),
    issueApiKey: ({ organisation, expiresAt }) =>
      expiresAt !== null && expiresAt <= clock.now()
        ? TE.left({ kind: 'expires_in_the_past', expiresAt })
        : pipe(
            named(organisation),
            TE.chainW((found) => issue(found, expiresAt)),
          ),
    listApiKeys: ({ organisation }) => pipe(named(organisation), TE.chainW(administration.listApiKeys)),
    revokeApiKey: ({ prefix }) =>
      pipe(
        administration.revokeApiKey(prefix, clock.now()),
        TE.chainW((isKnown) =>
          isKnown ? TE.right(undefined) : TE.left({ kind: 'api_key_not_found' as const, prefix }),
        ),
      ),
  };
};
