import { type AnsweredImport, judgeUndos, type UndoRefusal } from '@carryover/domain/undo';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type ImportNotFound, type ImportScope, isWithinScope } from '../admin/payloads.ts';
import { given } from '../given.ts';
import type { ItemKind } from '../ports/import-records.ts';
import type {
  AccountWithImports,
  OperatorStores,
  OperatorWork,
  RemovedItems,
  UndoableImport,
  UndoableImports,
  UndoingOperator,
} from '../ports/operator-work.ts';
import { requireFound } from '../use-case.ts';

/** The options of an undo. */
export type UndoOptions = {
  readonly actor: UndoingOperator;
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

const undoIn =
  ({ corrections, actions }: OperatorStores) =>
  (account: AccountWithImports, importId: string, { actor, evenIfAnswered }: UndoOptions) =>
    pipe(
      corrections.lockImports(account, { importId }),
      TE.map(judgeUndos({ evenIfAnswered })),
      TE.chainEitherKW(
        ([judged]): E.Either<UndoRefusal | ImportNotFound, UndoableImport> =>
          judged?.verdict ?? E.left({ kind: 'import_not_found', id: importId }),
      ),
      TE.bindTo('found'),
      TE.bindW('removed', ({ found }) => corrections.undo(account, [found], actor)),
      TE.map(({ found: { endpoint, facts }, removed }): UndoneImport => {
        return { importId, account, endpoint, removed: removed.get(importId)!, answered: facts.answered };
      }),
      TE.tap(({ endpoint, removed, answered }) => {
        const before = { import_id: importId, endpoint, undone: false };
        const laterImports = answered.map((later) => later.importId);
        const after = { ...before, undone: true, removed: removedState(removed), later_imports: laterImports };
        return actions.add(actor, account.subject, { action: 'imports undo', before, after });
      }),
    );

/** Takes back what one accepted import stored, all or nothing (decisions 16). */
export const makeUndoImport =
  (ports: { readonly operatorWork: OperatorWork; readonly undoableImports: UndoableImports }) =>
  ({ importId, ...command }: UndoOptions & ImportScope & { readonly importId: string }) => {
    const { organisation, supplierCode } = command;
    const unknown: ImportNotFound = {
      kind: 'import_not_found',
      id: importId,
      ...given({ organisation, supplierCode }),
    };
    return pipe(
      ports.undoableImports.accountOf(importId),
      requireFound(unknown),
      TE.filterOrElseW(
        ({ subject }) => isWithinScope(command)(subject),
        () => unknown,
      ),
      TE.chainW((account) => ports.operatorWork.run((stores) => undoIn(stores)(account, importId, command), command)),
    );
  };

/** The rows that an undo removed, by the names that commands print. */
export const removedState = (removed: RemovedItems) => ({
  notes: removed.notes,
  notes_added_by_service: removed.notesAddedByService,
  transactions: removed.transactions.map(({ ledgerNumber, ...total }) => ({ ledger_number: ledgerNumber, ...total })),
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
