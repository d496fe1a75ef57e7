import type { CreateTransactions, CreateTransactionsFailure } from '@carryover/application/imports/create-transactions';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreateTransactionsBody, TRANSACTION_PARAMETERS } from '@carryover/contract/codecs/transaction';
import { lengthOf } from '@carryover/contract/json/exact-json';
import type { Limits } from '@carryover/contract/limits';
import type { Transaction } from '@carryover/domain/transaction';
import type { TransactionOutcome } from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defaultsOf } from '../pipeline/decode.ts';
import { onAccountRefused, onStoreFailure } from '../responses/account-rejections.ts';
import { failedValidation } from '../responses/rejection.ts';
import { toTransactionIssue, toTransactionsErrorAnswer } from '../responses/transaction-rejections.ts';
import { toMoves, writeResults } from '../responses/transaction-results.ts';
import type { ImportEndpoint } from './endpoint.ts';

type Input = ValueOf<ReturnType<typeof makeCreateTransactionsBody>>;

const FLAGS = defaultsOf(TRANSACTION_PARAMETERS);

type Added = {
  readonly transactions: ReadonlyArray<Transaction>;
  readonly outcomes: ReadonlyArray<TransactionOutcome>;
};

/** POST /v1/data-import/transactions/create/ (§4.2) */
export const createTransactionsEndpoint = (
  createTransactions: CreateTransactions,
  limits: Limits,
): ImportEndpoint<Input, typeof FLAGS, CreateTransactionsFailure, Added> => ({
  kind: 'transactions',
  input: makeCreateTransactionsBody(limits),
  flags: FLAGS,
  itemsOf: ({ transactions }) => lengthOf(transactions),
  useCase: ({ input: { transactions }, flags, ...on }) =>
    pipe(
      createTransactions({
        ...on,
        transactions,
        checkPreviouslyAdded: flags.check_previously_added,
        forceAddToCurrentStatement: flags.force_add_to_current_statement,
      }),
      TE.map((outcomes) => ({ transactions, outcomes })),
    ),
  onSuccess: ({ transactions, outcomes }, submitted) => ({
    status: 201,
    body: writeResults(outcomes, transactions, submitted),
  }),
  onError: {
    ...onAccountRefused,
    ...onStoreFailure,
    transactions_refused: ({ refused }) =>
      failedValidation(
        refused.flatMap(({ index, refusals }) =>
          refusals.map((refusal) => toTransactionIssue(['transactions', index], refusal)),
        ),
      ),
  },
  toErrorAnswer: toTransactionsErrorAnswer,
  movedBy: E.matchW(
    (failure) => (failure.kind === 'transactions_refused' ? toMoves(failure.outcomes) : []),
    ({ outcomes }) => toMoves(outcomes),
  ),
});
