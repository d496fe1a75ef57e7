import { type AnsweredImport, judgeUndos, type UndoRefusal } from '@carryover/domain/undo';
import type * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type ImportNotFound, type ImportScope, isWithinScope } from '../admin/payloads.ts';
import type { ItemKind } from '../ports/import-records.ts';
import type {
  AccountWithImports,
  OperatorStores,
  OperatorWork,
  RemovedItems,
  UndoableImports,
  UndoingOperator,
} from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

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
      TE.map(({ judged }) => ({ found: judged })),
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

/** The rows that an undo removed, by the names that commands print. */
export const removedState = (removed: RemovedItems) => ({
  notes: removed.notes,
  notes_added_by_service: removed.notesAddedByService,
  transactions: removed.transactions.map(({ ledgerNumber, type, count, sum }) => ({
    ledger_number: ledgerNumber,
    type,
    count,
    sum,
  })),
  billing_documents: removed.billingDocuments,
  statements: removed.statements,
  payment_instructions: removed.paymentInstructions,
});

/** The number of items that an undo removed, by kind. */
export type RemovedCounts = Readonly<Record<ItemKind, number>>;
export const NOTHING_REMOVED: RemovedCounts = {
  notes: 0,
  transactions: 0,
  billingDocuments: 0,
  statements: 0,
  paymentInstructions: 0,
};

export const addRemoved = (sum: RemovedCounts, removed: RemovedItems): RemovedCounts => ({
  notes: sum.notes + removed.notes + removed.notesAddedByService,
  transactions: removed.transactions.reduce((count, total) => count + total.count, sum.transactions),
  billingDocuments: sum.billingDocuments + removed.billingDocuments,
  statements: sum.statements + removed.statements,
  paymentInstructions: sum.paymentInstructions + removed.paymentInstructions,
});
