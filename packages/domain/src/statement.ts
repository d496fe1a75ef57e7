import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate } from './calendar-date.ts';
import type { Decimal } from './decimal.ts';
import { type DocumentPath, locate } from './document-path.ts';
import type { Period } from './period.ts';

/** A statement of the past (§2). */
export type HistoricalStatement = {
  /** The client's identifier, unique on the account. */
  readonly statementId: string;
  readonly period: Period;
  readonly issuedDate: CalendarDate;
  readonly number: string;
  readonly grossAmount: Decimal;
  /** As posted, relative to the supplier's root; null where the statement has no document. */
  readonly path: DocumentPath | null;
};

/** A statement whose document's full location is known; null where it has no document. */
export type LocatedStatement = HistoricalStatement & { readonly document: string | null };

/** The document of the statement at `index` of the request lies too deep below its root. */
export type StatementTooLong = { readonly kind: 'path_too_long'; readonly index: number };

/** Joins each statement's path to the supplier's root (decisions 9). */
export const locateStatements =
  (root: string) =>
  (
    statements: ReadonlyArray<HistoricalStatement>,
  ): E.Either<ReadonlyArray<StatementTooLong>, ReadonlyArray<LocatedStatement>> => {
    const tooLong: StatementTooLong[] = [];
    const located = statements.map((statement, index): LocatedStatement => {
      if (statement.path === null) return { ...statement, document: null };
      const location = locate(root)(statement.path);
      if (E.isRight(location)) return { ...statement, document: location.right };
      tooLong.push({ kind: 'path_too_long', index });
      return { ...statement, document: null };
    });
    return tooLong.length === 0 ? E.right(located) : E.left(tooLong);
  };

/** The statement at `index` of the request is on the account already, with other content. */
export type StatementConflict = { readonly kind: 'historical_statement_already_exists'; readonly index: number };

/** Same content: 100 equals 100.00, and a path left out differs from a path given (decisions 7). */
const isSame = (a: HistoricalStatement, b: HistoricalStatement): boolean =>
  a.period.from === b.period.from &&
  a.period.to === b.period.to &&
  a.issuedDate === b.issuedDate &&
  a.number === b.number &&
  a.grossAmount.equals(b.grossAmount) &&
  a.path === b.path;

/**
 * The statements the account lacks; one that is there with the same content is left out, so that a request can be sent again.
 *
 * @param known the account's statements that have an id of the request, by id.
 */
export const addStatements =
  (known: ReadonlyMap<string, HistoricalStatement>) =>
  <S extends HistoricalStatement>(
    statements: ReadonlyArray<S>,
  ): E.Either<ReadonlyArray<StatementConflict>, ReadonlyArray<S>> => {
    const conflicts = statements.flatMap((statement, index): StatementConflict[] => {
      const existing = known.get(statement.statementId);
      return existing === undefined || isSame(existing, statement)
        ? []
        : [{ kind: 'historical_statement_already_exists', index }];
    });
    return conflicts.length > 0
      ? E.left(conflicts)
      : E.right(statements.filter(({ statementId }) => !known.has(statementId)));
  };
