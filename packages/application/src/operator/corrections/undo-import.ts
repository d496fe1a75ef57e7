import { type AnsweredImport, judgeUndos, type UndoRefusal } from '@carryover/domain/undo';
import type * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type ImportNotFound, type ImportScope, isWithinScope } from '../../admin/payloads.ts';
import type {
  AccountWithImports,
  RemovedItems,
  UndoableImports,
  UndoingOperator,
} from '../../ports/operator/corrections.ts';
import type { OperatorStores, OperatorWork } from '../../ports/operator-work.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { removedState } from './removed-state.ts';

/** The options of an undo. */
export type UndoOptions = {
  readonly by: UndoingOperator;
  /** Removes nothing, and returns what would be removed. */
  readonly isDryRun: boolean;
  readonly evenIfAnswered: boolean;
};

export type UndoneImport = {
  readonly importId: string;
  readonly account: AccountWithImports;
  readonly endpoint: string;
  readonly removed: RemovedItems;
  /** Later imports whose answers no longer hold. */
  readonly answered: ReadonlyArray<AnsweredImport>;
};

/** Takes back what one accepted import stored, all or nothing (decisions 16). */
type UndoImport = UseCase<
  UndoOptions & ImportScope & { readonly importId: string },
  UndoRefusal | ImportNotFound | StoreFailure,
  UndoneImport
>;

const undoIn =
  ({ corrections, actions }: OperatorStores) =>
  (account: AccountWithImports, importId: string, { by, evenIfAnswered }: UndoOptions) =>
    pipe(
      corrections.lockImports(account, { importId }),
      TE.map(judgeUndos({ evenIfAnswered })),
      TE.chainW(([judged]) => TE.fromNullable<ImportNotFound>({ kind: 'import_not_found', id: importId })(judged)),
      TE.chainFirstEitherKW(({ verdict }): E.Either<UndoRefusal, void> => verdict),
      TE.map(({ of: found }) => ({ found })),
      TE.bindW('removed', ({ found }) =>
        pipe(
          corrections.undo(account, { imports: [found], by }),
          TE.map((removed) => removed.get(importId)!),
        ),
      ),
      TE.map(({ found: { endpoint, facts }, removed }): UndoneImport => {
        return { importId, account, endpoint, removed, answered: facts.answered };
      }),
      TE.tap(({ endpoint, removed, answered }) =>
        actions.add({
          ...by,
          ...account.subject,
          action: 'imports undo',
          before: { import_id: importId, endpoint, undone: false },
          after: {
            import_id: importId,
            endpoint,
            undone: true,
            removed: removedState(removed),
            later_imports: answered.map((one) => one.importId),
          },
        }),
      ),
    );

export const makeUndoImport =
  (ports: { readonly operatorWork: OperatorWork; readonly undoableImports: UndoableImports }): UndoImport =>
  ({ importId, by, isDryRun, evenIfAnswered, ...scope }) => {
    const unknown: ImportNotFound = { kind: 'import_not_found', id: importId, ...scope };
    const options = { by, isDryRun, evenIfAnswered };
    return pipe(
      ports.undoableImports.accountOf(importId),
      TE.chainW(TE.fromNullable<ImportNotFound | StoreFailure>(unknown)),
      TE.filterOrElseW(
        ({ subject }) => isWithinScope(scope)(subject),
        () => unknown,
      ),
      TE.chainW((account) => ports.operatorWork.run((stores) => undoIn(stores)(account, importId, options), options)),
    );
  };
