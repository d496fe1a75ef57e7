import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, ActionSubject, OperatorActions } from '../ports/administration.ts';
import type { Stored } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';

/** The organisation and the supplier within which an import is named; an import outside of them is an unknown one. */
export type ImportScope = { readonly organisation?: string; readonly supplierCode?: string };

export type ImportNotFound = ImportScope & { readonly kind: 'import_not_found'; readonly id: string };

/** Returns true for an import within the scope. */
export const isWithinScope =
  ({ organisation, supplierCode }: ImportScope) =>
  (subject: { readonly organisation: string | null; readonly supplierCode?: string | null }): boolean =>
    (organisation ?? subject.organisation) === subject.organisation &&
    (supplierCode ?? subject.supplierCode) === subject.supplierCode;

type Ports = {
  readonly operatorActions: OperatorActions;
  /** null if there is no such accepted import. */
  readonly readPayload: (id: string) => Stored<string | null>;
};

/** Reads the payload of an accepted import for a person; each look is an operator action, stored before the payload is read. */
export const makeLookAtPayload =
  ({ operatorActions, readPayload }: Ports) =>
  ({ id, subject, actor }: Acting<{ readonly id: string; readonly subject: ActionSubject }>) =>
    pipe(
      operatorActions.add(actor, subject, { action: 'payload read', before: null, after: { import_id: id } }),
      TE.chain(() => readPayload(id)),
      requireFound<ImportNotFound>({ kind: 'import_not_found', id }),
    );
