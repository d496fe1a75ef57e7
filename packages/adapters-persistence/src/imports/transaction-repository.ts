import type { TransactionRepository } from '@carryover/application/ports/store';
import { arrayLiteral } from '../driver/insert-rows.ts';
import type { Session } from '../driver/session.ts';
import { stored } from '../driver/store-failure.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { NAMED_ACCOUNT, parametersOf } from './account-repository.ts';
import { type SubmittedRow, toTransaction, toTransactionColumns } from './transaction-row.ts';

/** The first of each id, as submitted: a move is taken back. */
const PREVIOUSLY_ADDED = `
  select transaction_id, ledger_number, coalesce(submitted_date, transaction_date)::text as transaction_date, amount::text as amount,
         type, reason, payment_type, reference, display_note, product_code, line_items, tax_items,
         case when submitted_date is null then note else submitted_note end as note
  from ledger_transaction
  where account_id = ${NAMED_ACCOUNT} and transaction_id = any($4::text[]) and occurrence = 0`;

const EXISTING = `
  select distinct transaction_id from ledger_transaction
  where account_id = ${NAMED_ACCOUNT} and transaction_id = any($4::text[])`;

const OCCURRENCES = `
  select transaction_id, max(occurrence) + 1 as next
  from ledger_transaction
  where account_id = $1 and transaction_id = any($2::text[])
  group by transaction_id`;

const nextOccurrences = async (session: Session, accountId: string, ids: ReadonlyArray<string>) => {
  const rows = await session.read<{ transaction_id: string; next: number }>(OCCURRENCES, [
    accountId,
    arrayLiteral(ids),
  ]);
  return new Map(rows.map((row) => [row.transaction_id, row.next]));
};

export const makePostgresTransactionRepository = (session: Session): TransactionRepository => ({
  previouslyAdded: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Map();
      const rows = await session.read<SubmittedRow & { readonly ledger_number: string }>(PREVIOUSLY_ADDED, [
        ...parametersOf(ref),
        arrayLiteral(ids),
      ]);
      return new Map(
        rows.map((row) => [row.transaction_id, { transaction: toTransaction(row), ledgerNumber: row.ledger_number }]),
      );
    }),

  existing: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Set();
      const rows = await session.read<{ transaction_id: string }>(EXISTING, [...parametersOf(ref), arrayLiteral(ids)]);
      return new Set(rows.map((row) => row.transaction_id));
    }),

  add: ({ account, ledger, importId, again }, placed) =>
    stored(async () => {
      if (placed.length === 0) return;
      const ids = placed.map(({ transaction }) => transaction.transactionId);
      const next = again ? await nextOccurrences(session, account.id, ids) : null;
      const columns = toTransactionColumns(placed, {
        accountId: account.id,
        ledgerNumber: ledger.ledgerNumber,
        importId,
        occurrenceOf: next === null ? null : (transactionId) => next.get(transactionId) ?? 0,
      });
      session.insertColumns(LedgerTransaction, columns);
    }),
});
