import { accountFields, MAIN_LEDGER } from './account.ts';
import type { Batch, Item } from './batch.ts';
import type { Part } from './notes.ts';
import { makeTransactions, type PostedTransaction, toContent } from './posted-transaction.ts';

/** Some of the transactions of a request, perhaps with dates outside the open statement period. */
type TransactionsPart = Part & { readonly isOutside: boolean };

export type TransactionsBatch = Batch & {
  readonly kind: 'transactions';
  readonly parts: ReadonlyArray<TransactionsPart>;
};

const toItem = (posted: PostedTransaction): Item => ({
  table: 'ledger_transaction',
  key: posted.transaction_id,
  content: toContent(posted, { ledger: MAIN_LEDGER, document: null, isHistory: false }),
});

export const transactionsBatch = (
  name: string,
  account: string,
  parts: ReadonlyArray<TransactionsPart>,
): TransactionsBatch => ({
  name,
  kind: 'transactions',
  account,
  query: '',
  refusal: null,
  ledger: null,
  parts,
  make: () => {
    const transactions = parts.flatMap((part) => makeTransactions(part, part.isOutside));
    const body = JSON.stringify({ ...accountFields(account), transactions });
    return { body, items: transactions.map(toItem), itemCount: transactions.length };
  },
});

/** A request that may move no date and would have to: nothing of it may be stored. */
export const refusedTransactionsBatch = (name: string, account: string, part: Part): Batch => ({
  ...transactionsBatch(name, account, [{ ...part, isOutside: true }]),
  query: '?force_add_to_current_statement=false',
  refusal: 'transaction_not_in_open_statement_period',
});
