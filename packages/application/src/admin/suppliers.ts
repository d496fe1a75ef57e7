import { DEFAULT_CONFIGURATION, type ImportSupplier } from '@carryover/domain/account';
import { parseDocumentRoot } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, ActionState, Administration, NamedSupplier, SupplierChange } from '../ports/administration.ts';
import type { OperatorWork } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';
import { type OrganisationRenamed, requireInUse, requirePresentName, theOrganisationInUse } from './organisations.ts';

/** The operator's reference to a supplier: its code, with the organisation if the code is not unique. */
export type SupplierName = { readonly code: string; readonly organisationName?: string };

/** Several organisations may have a code; the command never guesses (decisions 14). */
export type SupplierRefused =
  | OrganisationRenamed
  | { readonly kind: 'supplier_not_found'; readonly code: string }
  | { readonly kind: 'supplier_ambiguous'; readonly code: string; readonly organisations: ReadonlyArray<string> };

type SupplierAlreadyExists = { readonly kind: 'supplier_already_exists'; readonly code: string };
/** Somebody else changed the supplier meanwhile. */
export type SupplierChanged = { readonly kind: 'supplier_changed'; readonly supplier: NamedSupplier };

/** The supplier as the subject of an action. */
export const aboutSupplier = ({ organisationName, code }: Pick<NamedSupplier, 'organisationName' | 'code'>) => ({
  organisation: organisationName,
  supplierCode: code,
});

/** Returns the only supplier with this name. */
export const theSupplier = (
  administration: Pick<Administration, 'findSuppliers' | 'presentNameOf'>,
  name: SupplierName,
): TE.TaskEither<SupplierRefused | StoreFailure, NamedSupplier> =>
  pipe(
    administration.findSuppliers(name),
    TE.chainFirstW((found) =>
      found.length > 0 || name.organisationName === undefined
        ? TE.right(undefined)
        : requirePresentName(administration, name.organisationName),
    ),
    TE.chainEitherKW((found): E.Either<SupplierRefused, NamedSupplier> => {
      const [supplier, ...others] = found;
      if (supplier === undefined) return E.left({ kind: 'supplier_not_found', code: name.code });
      return others.length === 0
        ? E.right(supplier)
        : E.left({
            kind: 'supplier_ambiguous',
            code: name.code,
            organisations: found.map(({ organisationName }) => organisationName),
          });
    }),
  );

/** The names of a supplier's settings in the output of commands. */
const SETTINGS = {
  status: 'status',
  documentRoot: 'document_root',
  verifyDocuments: 'verify_documents',
  automatedEmails: 'automated_emails',
  supplyChargeArithmetic: 'supply_charge_arithmetic',
  unknownFields: 'unknown_fields',
} as const satisfies Record<keyof SupplierChange, string>;

const SETTING_NAMES = Object.keys(SETTINGS) as ReadonlyArray<keyof SupplierChange>;

/** Returns the settings of a supplier, as commands name them; with a change, only those that it names. */
const settingsOf = ({ status, configuration }: ImportSupplier, change?: SupplierChange): ActionState => {
  const values = { status, ...configuration };
  const names = SETTING_NAMES.filter((name) => change === undefined || change[name] !== undefined);
  return Object.fromEntries(names.map((name) => [SETTINGS[name], values[name]]));
};

const hasSettings = ({ status, configuration }: ImportSupplier, expected: SupplierChange): boolean => {
  const stored: SupplierChange = { status, ...configuration };
  return (Object.keys(expected) as ReadonlyArray<keyof SupplierChange>).every(
    (name) => stored[name] === expected[name],
  );
};

/** The action that gives a supplier a status. */
export const STATUS_ACTIONS = {
  Ongoing: 'supplier resume',
  Paused: 'supplier pause',
  Complete: 'supplier complete',
} as const;

/** The operator's changes of import suppliers (decisions 2, 14). */
export const makeSupplierUseCases = ({ operatorWork }: { readonly operatorWork: OperatorWork }) => ({
  create: ({
    organisation: organisationName,
    code,
    documentRoot,
    actor,
  }: Acting<{ readonly organisation: string; readonly code: string; readonly documentRoot: string }>) =>
    operatorWork.run(({ administration, changes, actions }) =>
      pipe(
        TE.fromEither(parseDocumentRoot(documentRoot)),
        TE.chainW(() => theOrganisationInUse({ administration, changes }, organisationName)),
        TE.chainW((organisation) =>
          pipe(
            administration.createSupplier(organisation, code, { ...DEFAULT_CONFIGURATION, documentRoot }),
            requireFound<SupplierAlreadyExists>({ kind: 'supplier_already_exists', code }),
          ),
        ),
        TE.map((supplier): NamedSupplier => ({ ...supplier, organisationName })),
        TE.tap((supplier) => {
          const action = { action: 'supplier create' as const, before: null, after: settingsOf(supplier) };
          return actions.add(actor, aboutSupplier(supplier), action);
        }),
      ),
    ),

  /**
   * Changes a supplier; any status may follow any other. Returns the supplier as changed.
   *
   * @param expected the settings on which the change was decided: it is refused if any of them is no longer so.
   */
  change: ({
    name,
    change,
    expected = {},
    actor,
  }: Acting<{ readonly name: SupplierName; readonly change: SupplierChange; readonly expected?: SupplierChange }>) =>
    operatorWork.run(({ administration, changes, actions }) =>
      pipe(
        TE.fromEither(parseDocumentRoot(change.documentRoot ?? '')),
        TE.chainW(() => theSupplier(administration, name)),
        TE.bindTo('supplier'),
        TE.bindW('changed', ({ supplier }) => changes.changeSupplier(supplier, change)),
        // Under the lock of the supplier, which an archive waits for.
        TE.chainFirstW(({ supplier: { organisationName } }) =>
          change.status === 'Ongoing' ? requireInUse(administration, organisationName) : TE.right(undefined),
        ),
        TE.filterOrElseW(
          ({ changed }) => hasSettings(changed.before, expected),
          ({ supplier, changed }): SupplierChanged => ({
            kind: 'supplier_changed',
            supplier: { ...supplier, ...changed.before },
          }),
        ),
        TE.tap(({ supplier, changed }) =>
          actions.add(actor, aboutSupplier(supplier), {
            action: change.status === undefined ? 'supplier configure' : STATUS_ACTIONS[change.status],
            before: settingsOf(changed.before, change),
            after: settingsOf(changed.after, change),
          }),
        ),
        TE.map(({ supplier, changed }): NamedSupplier => ({ ...supplier, ...changed.after })),
      ),
    ),
});
