import type { StoredStatement, StoredTransaction } from '@carryover/application/ports/reading/account-reader';
import type { AccountView, LedgerView, NoteView } from '@carryover/application/reading/show-account';
import { instructionJson } from '@carryover/contract/codecs/payment-instruction';
import { toMoney } from '@carryover/domain/decimal';
import { lineItemTexts, taxItemTexts } from '@carryover/domain/differences';
import { isFinalized } from '@carryover/domain/ledger';
import { type StatementPeriod, showPeriod } from '@carryover/domain/statement-period';
import { list, table } from '@carryover/terminal/output';

const transactionJson = ({ transaction: one, ...stored }: StoredTransaction) => ({
  transaction_id: one.transactionId,
  occurrence: stored.occurrence,
  transaction_date: one.date,
  submitted_date: stored.submittedDate,
  type: one.type,
  reason: 'reason' in one ? one.reason : null,
  payment_type: 'paymentType' in one ? one.paymentType : null,
  reference: one.reference,
  amount: toMoney(one.amount),
  note: one.note,
  submitted_note: stored.submittedNote,
  display_note: one.displayNote,
  product_code: 'productCode' in one ? one.productCode : null,
  line_items: 'lineItems' in one ? one.lineItems.map(lineItemTexts) : null,
  tax_items: 'taxItems' in one ? (one.taxItems?.map(taxItemTexts) ?? null) : null,
  billing_document: stored.billingDocument,
  import_id: stored.importId,
});

const ledgerJson = (view: LedgerView) => ({
  ledger_number: view.ledger.ledgerNumber,
  ledger_code: view.ledger.ledgerCode,
  main: view.ledger.isMain,
  open_statement: view.ledger.openPeriod,
  statement_periods: view.statementPeriods.map(({ from, to, isOpen }) => ({ from, to, open: isOpen })),
  has_finalized_billing_document: isFinalized(view.ledger),
  history_imported: view.ledger.hasImportedHistory,
  history_import_id: view.historyImportId,
  balance: toMoney(view.balance),
  totals: view.totals.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
  transactions: view.transactions.map(transactionJson),
  billing_documents: view.billingDocuments.map((document) => ({
    billing_document_identifier: document.identifier,
    billing_document_type: document.type,
    issued_date: document.issuedDate,
    period: document.period,
    import_id: document.importId,
    position: document.position,
  })),
});

const noteJson = (note: NoteView) => ({
  body: note.body,
  documents: note.documents,
  document_paths: note.documentPaths,
  created_at: note.createdAt,
  is_pinned: note.isPinned,
  submitted_is_pinned: note.isPinnedAsSubmitted,
  unpin_at: note.unpinAt,
  added_by_service: note.isAddedByService,
  import_id: note.importId,
  position: note.position,
});

const statementJson = (statement: StoredStatement) => ({
  statement_id: statement.statementId,
  period: statement.period,
  issued_date: statement.issuedDate,
  number: statement.number,
  gross_amount: toMoney(statement.grossAmount),
  statement_path: statement.path,
  document: statement.document,
  import_id: statement.importId,
  position: statement.position,
});

/** The account with every field that is stored of it, for scripts. */
export const accountJson = (view: AccountView) => ({
  organisation: view.organisation,
  supplier: view.supplierCode,
  external_account_number: view.externalAccountNumber,
  service_account_number: view.serviceAccountNumber,
  status: view.status,
  created_at: view.createdAt,
  notes: view.notes.map(noteJson),
  ledgers: view.ledgers.map(ledgerJson),
  statements: view.statements.map(statementJson),
  payment_instruction: view.paymentInstruction === null ? null : paymentJson(view.paymentInstruction),
});

const paymentJson = (instruction: NonNullable<AccountView['paymentInstruction']>) => ({
  ...instructionJson(instruction),
  import_id: instruction.importId,
});

const periodOf = (period: StatementPeriod | null): string | null => (period === null ? null : showPeriod(period));

const ledgerText = ({ ledger, balance, transactions, billingDocuments }: LedgerView): string =>
  [
    `\nLedger ${ledger.ledgerNumber} (${ledger.ledgerCode}${ledger.isMain ? ', main' : ''}), balance ${toMoney(balance)}, open statement period ${periodOf(ledger.openPeriod) ?? 'none'}${isFinalized(ledger) ? ', has a finalized billing document' : ''}\n`,
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
      ['Supplier', view.supplierCode],
      ['Organisation', view.organisation],
      ['Status', view.status],
      ['Created', view.createdAt],
      ['Payment instruction', paidBy],
    ]),
    '\n',
    table(
      ['PINNED', 'ADDED BY', 'CREATED', 'NOTE', 'DOCUMENTS'],
      view.notes.map(({ isPinned, isAddedByService, createdAt, body, documents }) => [
        isPinned,
        isAddedByService ? 'service' : 'client',
        createdAt,
        body,
        documents.join(' '),
      ]),
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
