import { addStatements, type HistoricalStatement, type StatementRefusal } from '@carryover/domain/statement';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { NO_FINDINGS } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UseCase } from '../use-case.ts';
import type { ImportCommand } from './import-command.ts';
import { type AccountRefused, requireAccount } from './judge.ts';
import { together } from './together.ts';
import type { VerifyDocuments, VerifyFailure } from './verify-documents.ts';

type CreateHistoricalStatementsCommand = ImportCommand<CreateHistoricalStatementsFailure> & {
  readonly statements: ReadonlyArray<HistoricalStatement>;
};
/** Zero-based position in the request. */
export type StatementPlace = { readonly index: number };
export type StatementsRefused = {
  readonly kind: 'statements_refused';
  readonly refusals: ReadonlyArray<StatementRefusal>;
};
export type CreateHistoricalStatementsFailure =
  | AccountRefused
  | StatementsRefused
  | VerifyFailure<StatementPlace>
  | StoreFailure;
export type CreateHistoricalStatements = UseCase<
  CreateHistoricalStatementsCommand,
  CreateHistoricalStatementsFailure,
  void
>;

/** Adds the statements that the account does not have yet (§4.4). */
export const makeCreateHistoricalStatements =
  (ports: { readonly unitOfWork: UnitOfWork; readonly verifyDocuments: VerifyDocuments }): CreateHistoricalStatements =>
  ({ request, submission, account: ref, statements, judge, commit }) => {
    const on = { account: ref, importId: request.id, commit };
    const paths = statements.flatMap(({ path }, index) => (path === null ? [] : [{ path, place: { index } }]));
    const add = ports.unitOfWork.run<CreateHistoricalStatementsFailure, void>(on, (store) =>
      pipe(
        together({
          account: requireAccount(store.accounts, judge),
          known: store.statements.known(
            ref,
            statements.map(({ statementId }) => statementId),
          ),
        }),
        TE.bindW('added', ({ account, known }) => {
          const { documentRoot } = account.supplier.configuration;
          return pipe(
            addStatements(documentRoot, known)(statements),
            E.mapLeft((refusals): StatementsRefused => ({ kind: 'statements_refused', refusals })),
            TE.fromEither,
          );
        }),
        TE.chainFirstEitherKW(judge.conclude),
        TE.tap(({ account, added }) => store.statements.add(account, request.id, added)),
        TE.tap(({ account, added }) =>
          store.imports.accept(account, request, submission, NO_FINDINGS, { items: added.length, billingDocuments: 0 }),
        ),
        TE.map(() => undefined),
      ),
    );
    return pipe(
      ports.verifyDocuments(on, paths, judge),
      TE.chainW(() => add),
    );
  };
