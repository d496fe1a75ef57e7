import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate, Period } from './calendar-date.ts';
import type { Decimal } from './decimal.ts';
import { type DocumentPath, locateDocument } from './document-path.ts';

/** A historical statement (§2). */
export type HistoricalStatement = {
  /** The client's identifier, unique on the account. */
  readonly statementId: string;
  readonly period: Period;
  readonly issuedDate: CalendarDate;
  readonly number: string;
  readonly grossAmount: Decimal;
  /** As posted, relative to the supplier's root; null if the statement has no document. */
  readonly path: DocumentPath | null;
};

/** A statement whose document's full location is known; null if it has no document. */
export type LocatedStatement = HistoricalStatement & { readonly document: string | null };

/** The document path of the statement at `index` of the request is too long together with its root. */
type StatementTooLong = { readonly kind: 'path_too_long'; readonly index: number };

/** The account already has the statement at `index` of the request, with different content. */
type StatementConflict = { readonly kind: 'historical_statement_already_exists'; readonly index: number };

/** Returns true for the same content: 100 equals 100.00, and a missing path differs from a given one (decisions 7). */
const isSame = (a: HistoricalStatement, b: HistoricalStatement): boolean =>
  a.period.from === b.period.from &&
  a.period.to === b.period.to &&
  a.issuedDate === b.issuedDate &&
  a.number === b.number &&
  a.grossAmount.equals(b.grossAmount) &&
  a.path === b.path;

export type StatementRefusal = StatementTooLong | StatementConflict;

/**
 * Returns the statements that the account does not have yet, with their documents' full locations; one that exists with the
 * same content is left out, so that a request can be sent again.
 *
 * @param root of the supplier's documents.
 * @param known the account's statements that have an id of the request, by id.
 * @returns Left with all refusals.
 */
export const addStatements =
  (root: string, known: ReadonlyMap<string, HistoricalStatement>) =>
  (
    statements: ReadonlyArray<HistoricalStatement>,
  ): E.Either<ReadonlyArray<StatementRefusal>, ReadonlyArray<LocatedStatement>> => {
    const refusals: StatementRefusal[] = [];
    const added: LocatedStatement[] = [];
    for (const [index, statement] of statements.entries()) {
      const { statementId, path } = statement;
      const document = path === null ? E.right(null) : locateDocument(root)(path);
      if (E.isLeft(document)) refusals.push({ ...document.left, index });
      const existing = known.get(statementId);
      if (existing === undefined && E.isRight(document)) added.push({ ...statement, document: document.right });
      if (existing !== undefined && !isSame(existing, statement))
        refusals.push({ kind: 'historical_statement_already_exists', index });
    }
    return refusals.length === 0 ? E.right(added) : E.left(refusals);
  };
