import { acceptsImports } from '@carryover/domain/account';
import { addStatements, type HistoricalStatement, type StatementRefusal } from '@carryover/domain/statement';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type AccountRefused, conclude, type Import, requireAccount, rootOf, together, tolerate } from './checks.ts';
import type { RunWithDocuments, VerificationRefusal } from './verify-documents.ts';

/** Zero-based position in the request. */
export type StatementPlace = { readonly index: number };
export type StatementsRefused = {
  readonly kind: 'statements_refused';
  readonly refusals: ReadonlyArray<StatementRefusal>;
};
export type StatementsRefusal = AccountRefused | StatementsRefused | VerificationRefusal<StatementPlace>;
export type CreateHistoricalStatements = Import<
  {
    readonly statements: ReadonlyArray<HistoricalStatement>;
  },
  StatementsRefusal,
  void
>;

/** Adds the statements that the account does not have yet (§4.4). */
export const makeCreateHistoricalStatements =
  ({ runWithDocuments }: { readonly runWithDocuments: RunWithDocuments }): CreateHistoricalStatements =>
  (command) => {
    const { statements, commit } = command;
    const paths = statements.flatMap(({ path }, index) => (path === null ? [] : [{ path, place: { index } }]));
    return runWithDocuments<StatementPlace, StatementsRefusal, void>(command, paths, (store, documentsOf) =>
      pipe(
        together({
          account: requireAccount(store.accounts),
          known: store.statements.known(statements.map(({ statementId }) => statementId)),
        }),
        TE.bindW('early', ({ account }) => tolerate<StatementsRefusal>(commit, acceptsImports(account.supplier))),
        TE.bindW('documents', ({ account }) => TE.fromEither(documentsOf(account))),
        TE.bindW('missing', ({ documents }) => tolerate<StatementsRefusal>(commit, documents)),
        TE.bindW('added', ({ account, known, early, missing }) => {
          const { documentRoot } = account.supplier.configuration;
          const decided = pipe(
            addStatements(documentRoot, known)(statements),
            E.mapLeft((refusals): StatementsRefused => ({ kind: 'statements_refused', refusals })),
          );
          return conclude([...early, ...missing], decided);
        }),
        TE.tap(({ added }) => store.statements.add(added)),
        TE.tap(({ account, added }) =>
          store.imports.accept(account, command, {
            items: added.length,
            basis: rootOf(
              account,
              added.some(({ document }) => document !== null),
            ),
          }),
        ),
        TE.map(() => undefined),
      ),
    );
  };
