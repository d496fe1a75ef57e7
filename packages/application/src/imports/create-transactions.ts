import { acceptsImports } from '@carryover/domain/account';
import { toDateTime } from '@carryover/domain/date-time';
import type { Note } from '@carryover/domain/note';
import type { Transaction } from '@carryover/domain/transaction';
import {
  importTransactions,
  mismatchesOf,
  movedTransactionsNote,
  type PlacedTransaction,
  type RefusedTransactions,
  type TransactionOutcome,
} from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ImportRequest } from '../ports/import-records.ts';
import type { Findings, UnitOfWork } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import {
  type AccountRefused,
  conclude,
  type Import,
  type Refusals,
  requireAccount,
  together,
  tolerate,
} from './checks.ts';

type TransactionsRefused = RefusedTransactions & { readonly kind: 'transactions_refused' };
export type TransactionsRefusal = AccountRefused | TransactionsRefused;
export type CreateTransactions = Import<
  {
    readonly transactions: ReadonlyArray<Transaction>;
    readonly checkPreviouslyAdded: boolean;
    readonly forceAddToCurrentStatement: boolean;
  },
  TransactionsRefusal,
  ReadonlyArray<TransactionOutcome>
>;

const added = (outcomes: ReadonlyArray<TransactionOutcome>): ReadonlyArray<PlacedTransaction> =>
  outcomes.filter((outcome) => outcome.kind === 'added');

const isMoved = (outcome: TransactionOutcome): boolean => outcome.kind === 'added' && outcome.movedFrom !== null;

const findingsOf = (
  transactions: ReadonlyArray<Transaction>,
  outcomes: ReadonlyArray<TransactionOutcome>,
  checkPreviouslyAdded: boolean,
): Partial<Findings> => ({
  ...(!checkPreviouslyAdded && { checkPreviouslyAdded }),
  conflicts: outcomes.flatMap((outcome, index) =>
    outcome.kind === 'already_exists' && outcome.conflict.length > 0
      ? [{ transactionId: transactions[index]!.transactionId, differences: outcome.conflict }]
      : [],
  ),
  supplyChargeMismatches: mismatchesOf(added(outcomes)),
});

/** Every imported account has a main ledger, unless the database was changed from outside. */
const NO_MAIN_LEDGER: StoreFailure = { kind: 'store_failure', cause: new Error('The account has no main ledger.') };

const pinned = (body: string, request: ImportRequest): Note => ({
  body,
  documentPaths: [],
  documents: [],
  createdAt: toDateTime(request.receivedAt),
  isPinned: true,
  unpinAt: null,
});

/**
 * Adds the transactions that the account does not have yet to its main ledger, all or none; returns one outcome per transaction, in request
 * order (§4.2). A note pinned to the account names those whose date was moved.
 */
export const makeCreateTransactions =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): CreateTransactions =>
  (command) => {
    const { request, transactions, checkPreviouslyAdded, commit } = command;
    return unitOfWork.run<Refusals<TransactionsRefusal>, ReadonlyArray<TransactionOutcome>>(command, (store) =>
      pipe(
        together({
          account: requireAccount(store.accounts),
          mainLedger: store.ledgers.main,
          previouslyAdded: store.transactions.previouslyAdded(checkPreviouslyAdded ? transactions : []),
        }),
        TE.bindW('refused', ({ account }) => tolerate(commit, acceptsImports(account.supplier))),
        TE.bindW('ledger', ({ mainLedger }) => TE.fromNullable(NO_MAIN_LEDGER)(mainLedger)),
        TE.bindW('outcomes', ({ account, ledger, previouslyAdded, refused }) => {
          const { supplyChargeArithmetic } = account.supplier.configuration;
          const { forceAddToCurrentStatement } = command;
          const { openPeriod, ledgerNumber } = ledger;
          const rules = { ledgerNumber, openPeriod, forceAddToCurrentStatement, supplyChargeArithmetic };
          const decided = pipe(
            importTransactions(rules, previouslyAdded)(transactions),
            E.mapLeft((failed): TransactionsRefused => ({ kind: 'transactions_refused', ...failed })),
          );
          return conclude(refused, decided);
        }),
        TE.tap(({ ledger, outcomes }) =>
          store.transactions.add({ ledger, again: !checkPreviouslyAdded }, added(outcomes)),
        ),
        TE.tap(({ outcomes }) => {
          const body = movedTransactionsNote(request.id, outcomes);
          return body === null ? TE.right(undefined) : store.notes.add([pinned(body, request)]);
        }),
        TE.tap(({ account, ledger: { openPeriod }, outcomes }) =>
          store.imports.accept(account, command, {
            items: added(outcomes).length,
            findings: findingsOf(transactions, outcomes, checkPreviouslyAdded),
            basis: openPeriod !== null && outcomes.some(isMoved) ? { openPeriod } : undefined,
          }),
        ),
        TE.map(({ outcomes }) => outcomes),
      ),
    );
  };
