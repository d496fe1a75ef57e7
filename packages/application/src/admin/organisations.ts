import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  Acting,
  ActingOperator,
  Administration,
  AdministrationChanges,
  NamedSupplier,
  Organisation,
} from '../ports/administration.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperatorStores, OperatorWork } from '../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';

type OrganisationAlreadyExists = { readonly kind: 'organisation_already_exists'; readonly name: string };
/** The organisation has another name now. */
export type OrganisationRenamed = {
  readonly kind: 'organisation_renamed';
  readonly name: string;
  readonly presentName: string;
};
export type OrganisationNotFound =
  | OrganisationRenamed
  | { readonly kind: 'organisation_not_found'; readonly name: string };

/** Refuses a name that an organisation had and has no longer. */
export const requirePresentName = (
  administration: Pick<Administration, 'presentNameOf'>,
  name: string,
): TE.TaskEither<OrganisationRenamed | StoreFailure, void> =>
  pipe(
    administration.presentNameOf(name),
    TE.chainEitherKW((presentName) =>
      presentName === null || presentName === name
        ? E.right(undefined)
        : E.left<OrganisationRenamed>({ kind: 'organisation_renamed', name, presentName }),
    ),
  );

/** Returns the organisation that was found by a name; without one, says what the name is. */
const requireNamed =
  (administration: Pick<Administration, 'presentNameOf'>, name: string) =>
  (found: Stored<Organisation | null>): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
    pipe(
      found,
      TE.chainFirstW((one) => (one === null ? requirePresentName(administration, name) : TE.right(undefined))),
      TE.chainEitherKW(E.fromNullable<OrganisationNotFound>({ kind: 'organisation_not_found', name })),
    );

/** The organisation of this name. */
export const theOrganisation = (
  administration: Pick<Administration, 'findOrganisation' | 'presentNameOf'>,
  name: string,
): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
  pipe(administration.findOrganisation(name), requireNamed(administration, name));

type Locking = {
  readonly administration: Pick<Administration, 'presentNameOf'>;
  readonly changes: Pick<AdministrationChanges, 'lockOrganisation'>;
};

/** The organisation of this name, locked until the commit. */
const theLockedOrganisation = ({ administration, changes }: Locking, name: string) =>
  pipe(changes.lockOrganisation(name), requireNamed(administration, name));

type OrganisationArchived = { readonly kind: 'organisation_archived'; readonly name: string };
export type OrganisationNotInUse = OrganisationNotFound | OrganisationArchived;

const inUse = (organisation: Organisation): E.Either<OrganisationArchived, Organisation> =>
  organisation.archivedAt === null
    ? E.right(organisation)
    : E.left({ kind: 'organisation_archived', name: organisation.name });

/** The organisation of this name, locked: it is not archived until the commit. */
export const theOrganisationInUse = (
  stores: Locking,
  name: string,
): TE.TaskEither<OrganisationNotInUse | StoreFailure, Organisation> =>
  pipe(theLockedOrganisation(stores, name), TE.chainEitherKW(inUse));

/** Refuses an organisation that is archived. */
export const requireInUse = (
  administration: Pick<Administration, 'findOrganisation' | 'presentNameOf'>,
  name: string,
): TE.TaskEither<OrganisationNotInUse | StoreFailure, Organisation> =>
  pipe(theOrganisation(administration, name), TE.chainEitherKW(inUse));

type OrganisationChanged = { readonly kind: 'organisation_changed'; readonly name: string };
type RenameFailure = OrganisationNotFound | OrganisationChanged | OrganisationAlreadyExists;

const renamed = ({ id, name }: Organisation, to: string) => ({
  action: 'organisation rename' as const,
  before: { name },
  after: { name: to, id },
});

const archivedState = (at: Date | null) => ({ archived_at: at?.toISOString() ?? null });

type Ports = { readonly administration: Administration; readonly operatorWork: OperatorWork; readonly clock: Clock };

/** The operator's changes of organisations (decisions 14). */
export const makeOrganisationUseCases = ({ administration, operatorWork, clock }: Ports) => {
  /** Pauses a supplier if it is ongoing, so that its imports are refused at once. */
  const pause = ({ changes, actions }: OperatorStores, supplier: NamedSupplier, actor: ActingOperator): Stored<void> =>
    pipe(
      // Its lock first: somebody may change it now.
      changes.changeSupplier(supplier, {}),
      TE.chain(({ before: { status } }) =>
        status !== 'Ongoing'
          ? TE.right(undefined)
          : pipe(
              changes.changeSupplier(supplier, { status: 'Paused' }),
              TE.chain(() =>
                actions.add(
                  actor,
                  { organisation: supplier.organisationName, supplierCode: supplier.code },
                  { action: 'supplier pause', before: { status }, after: { status: 'Paused' } },
                ),
              ),
              TE.map(() => undefined),
            ),
      ),
    );

  /** @param isArchived false: it is in use again. What is so already is not changed. */
  const setArchived = (
    { name, actor }: Acting<{ readonly name: string }>,
    isArchived: boolean,
  ): TE.TaskEither<OrganisationNotFound | StoreFailure, Organisation> =>
    operatorWork.run((stores) =>
      pipe(
        theLockedOrganisation(stores, name),
        TE.chainW((organisation) => {
          if ((organisation.archivedAt !== null) === isArchived) return TE.right(organisation);
          const archivedAt = isArchived ? clock.now() : null;
          const action = isArchived ? 'organisation archive' : 'organisation restore';
          return pipe(
            isArchived ? stores.administration.findSuppliers({ organisationName: name }) : TE.right([]),
            TE.chain(TE.traverseSeqArray((supplier) => pause(stores, supplier, actor))),
            TE.chain(() => stores.changes.archiveOrganisation(organisation, archivedAt)),
            TE.chain(() =>
              stores.actions.add(
                actor,
                { organisation: name },
                { action, before: archivedState(organisation.archivedAt), after: archivedState(archivedAt) },
              ),
            ),
            TE.map((): Organisation => ({ ...organisation, archivedAt })),
          );
        }),
      ),
    );

  return {
    requirePresentName: (name: string) => requirePresentName(administration, name),
    presentNameOf: administration.presentNameOf,
    create: ({ name, actor }: Acting<{ readonly name: string }>) =>
      operatorWork.run(({ administration, actions }) =>
        pipe(
          administration.createOrganisation(name),
          requireFound<OrganisationAlreadyExists>({ kind: 'organisation_already_exists', name }),
          TE.tap(() =>
            actions.add(
              actor,
              { organisation: name },
              { action: 'organisation create', before: null, after: { name } },
            ),
          ),
        ),
      ),
    /**
     * Gives an organisation another name, which no other has or had. Its records keep the name of their time, and are found by each.
     *
     * @param shownId the id of the organisation that a form showed under the name; null: whichever has the name.
     */
    rename: ({
      name,
      to,
      shownId,
      actor,
    }: Acting<{ readonly name: string; readonly to: string; readonly shownId: string | null }>): TE.TaskEither<
      RenameFailure | StoreFailure,
      Organisation
    > =>
      operatorWork.run(({ administration, changes, actions }) => {
        /** Each supplier has the action under both names: each leads to the other, also in what is sealed (ADR 23). */
        const tell = (
          organisation: Organisation,
          suppliers: ReadonlyArray<NamedSupplier>,
          current: string,
        ): Stored<unknown> =>
          pipe(
            suppliers,
            TE.traverseSeqArray(({ code }) =>
              actions.add(actor, { organisation: current, supplierCode: code }, renamed(organisation, to)),
            ),
          );
        return pipe(
          theLockedOrganisation({ administration, changes }, name),
          TE.filterOrElseW(
            ({ id }) => shownId === null || id === shownId,
            (): RenameFailure => ({ kind: 'organisation_changed', name }),
          ),
          TE.chainW((organisation) =>
            organisation.name === to
              ? TE.right(organisation)
              : pipe(
                  administration.findSuppliers({ organisationName: name }),
                  TE.tap((suppliers) => tell(organisation, suppliers, name)),
                  TE.bindTo('suppliers'),
                  TE.bindW('given', () => changes.renameOrganisation(organisation, to)),
                  TE.filterOrElseW(
                    ({ given }) => !given.isTaken,
                    (): RenameFailure => ({ kind: 'organisation_already_exists', name: to }),
                  ),
                  TE.tap(() => actions.add(actor, { organisation: to }, renamed(organisation, to))),
                  TE.tap(({ suppliers }) => tell(organisation, suppliers, to)),
                  TE.map((): Organisation => ({ ...organisation, name: to })),
                ),
          ),
        );
      }),
    /** Hides an organisation and refuses its keys; its ongoing suppliers are paused. Nothing of it is removed. */
    archive: (command: Acting<{ readonly name: string }>) => setArchived(command, true),
    /** Brings an archived organisation back. Its suppliers stay paused. */
    restore: (command: Acting<{ readonly name: string }>) => setArchived(command, false),
  };
};
