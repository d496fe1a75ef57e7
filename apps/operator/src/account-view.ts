import type { AccountView, LedgerView } from '@carryover/application/show-account';
import { toMoney } from '@carryover/domain/decimal';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import { showPeriod } from '@carryover/domain/statement-period';
import { list, table } from './output.ts';

const ledgerJson = ({ ledger, balance, totals, transactions, billingDocuments }: LedgerView) => ({
  ledger_number: ledger.ledgerNumber,
  ledger_code: ledger.ledgerCode,
  main: ledger.isMain,
  open_statement: ledger.openPeriod,
  has_finalized_billing_document: ledger.hasFinalizedBillingDocument,
  history_imported: ledger.hasImportedHistory,
  balance: toMoney(balance),
  totals: totals.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
  transactions: transactions.map(({ transaction, submittedDate, billingDocument }) => ({
    transaction_id: transaction.transactionId,
    transaction_date: transaction.date,
    submitted_date: submittedDate,
    type: transaction.type,
    amount: toMoney(transaction.amount),
    note: transaction.note,
    display_note: transaction.displayNote,
    billing_document: billingDocument,
  })),
  billing_documents: billingDocuments.map(({ identifier, type, issuedDate, period }) => ({
    billing_document_identifier: identifier,
    billing_document_type: type,
    issued_date: issuedDate,
    period,
  })),
});

/** The account as support sees it, for scripts. */
export const accountJson = (view: AccountView) => ({
  external_account_number: view.externalAccountNumber,
  service_account_number: view.serviceAccountNumber,
  status: view.status,
  notes: view.notes.map(({ body, documents, createdAt, isPinned, unpinAt }) => ({
    body,
    documents,
    created_at: createdAt,
    is_pinned: isPinned,
    unpin_at: unpinAt,
  })),
  ledgers: view.ledgers.map(ledgerJson),
  statements: view.statements.map(({ statementId, period, issuedDate, number, grossAmount, document }) => ({
    statement_id: statementId,
    period,
    issued_date: issuedDate,
    number,
    gross_amount: toMoney(grossAmount),
    document,
  })),
  payment_instruction: view.paymentInstruction === null ? null : paymentJson(view.paymentInstruction),
});

const paymentJson = (instruction: NonNullable<AccountView['paymentInstruction']>) => ({
  vendor: instruction.vendor,
  reference: instruction.reference,
  type: instruction.type,
  status: instruction.status,
  brand: instruction.brand,
  last_four: instruction.lastFour,
  expiry: instruction.expiry,
  bank_name: instruction.bankName,
});

const periodOf = (period: StatementPeriod | null): string | null => (period === null ? null : showPeriod(period));

const ledgerText = ({ ledger, balance, transactions, billingDocuments }: LedgerView): string =>
  [
    `\nLedger ${ledger.ledgerNumber} (${ledger.ledgerCode}${ledger.isMain ? ', main' : ''}), balance ${toMoney(balance)}, open statement period ${periodOf(ledger.openPeriod) ?? 'none'}\n`,
    table(
      ['DATE', 'TYPE', 'AMOUNT', 'ID', 'DOCUMENT', 'MOVED FROM'],
      transactions.map(({ transaction: one, submittedDate, billingDocument }) => [
        one.date,
        one.type,
        toMoney(one.amount),
        one.transactionId,
        billingDocument,
        submittedDate,
      ]),
      'No transactions.',
    ),
    billingDocuments.length === 0 ? '' : `${billingDocuments.length} billing documents.\n`,
  ].join('');

/** The account as support sees it, for people. */
export const accountText = (view: AccountView): string => {
  const payment = view.paymentInstruction;
  const paidBy =
    payment === null
      ? null
      : [payment.vendor, payment.brand ?? payment.bankName, payment.lastFour].filter(Boolean).join(' ');
  return [
    list([
      ['Account', view.externalAccountNumber],
      ['Service account', view.serviceAccountNumber],
      ['Status', view.status],
      ['Payment instruction', paidBy],
    ]),
    '\n',
    table(
      ['PINNED', 'CREATED', 'NOTE', 'DOCUMENTS'],
      view.notes.map(({ isPinned, createdAt, body, documents }) => [isPinned, createdAt, body, documents.join(' ')]),
      'No notes.',
    ),
    ...view.ledgers.map(ledgerText),
    '\n',
    table(
      ['STATEMENT', 'ISSUED', 'FROM', 'TO', 'NUMBER', 'GROSS AMOUNT', 'DOCUMENT'],
      view.statements.map((one) => [
        one.statementId,
        one.issuedDate,
        one.period.from,
        one.period.to,
        one.number,
        toMoney(one.grossAmount),
        one.document,
      ]),
      'No statements.',
    ),
  ].join('');
};
