import type { AccountPage, LedgerOverview } from '@carryover/adapters-persistence/queries/account';
import type {
  StoredDocument,
  StoredNote,
  StoredStatement,
  StoredTransaction,
} from '@carryover/adapters-persistence/queries/account-items';
import { instructionJson } from '@carryover/contract/codecs/payment-instruction';
import { type StatementPeriod, showPeriod } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import { isFinalized } from '@carryover/domain/ledger';
import { isPinnedAt, sortNotes } from '@carryover/domain/note';
import { withoutCustomer } from '@carryover/domain/payment-instruction';
import { list, table, wire } from '@carryover/terminal/output';

/** A ledger with its items, oldest first. */
type LedgerView = LedgerOverview & {
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly documents: ReadonlyArray<StoredDocument>;
};

const ledgersOf = ({ ledgers, transactions, billingDocuments }: AccountPage): ReadonlyArray<LedgerView> =>
  ledgers.map((ledger) => {
    const isOn = ({ ledgerNumber }: { readonly ledgerNumber: string }) => ledgerNumber === ledger.ledgerNumber;
    return {
      ...ledger,
      transactions: transactions.items.filter(isOn).toReversed(),
      documents: billingDocuments.items.filter(isOn).toReversed(),
    };
  });

const notesOf = ({ pinnedNotes, notes }: AccountPage, now: DateTime): ReadonlyArray<StoredNote> =>
  sortNotes([...pinnedNotes, ...notes.items], now);

type LineItem = NonNullable<StoredTransaction['lineItems']>[number];
type TaxItem = NonNullable<StoredTransaction['taxItems']>[number];

// JSON in the database does not keep the order of fields, and scripts compare the output.
const lineItemJson = (item: LineItem) =>
  wire(item, 'rate_band', 'start_date', 'end_date', 'number_of_units', 'net_amount', 'price_per_unit', 'units');
const taxItemJson = (item: TaxItem) => wire(item, 'amount', 'tax_type', 'value_taxed', 'rate', 'unit_type');

const transactionJson = (transaction: StoredTransaction) => ({
  ...wire(transaction, 'transactionId', 'occurrence'),
  transaction_date: transaction.date,
  ...wire(transaction, 'submittedDate', 'type', 'reason', 'paymentType', 'reference', 'amount'),
  ...wire(transaction, 'note', 'submittedNote', 'displayNote', 'productCode'),
  line_items: transaction.lineItems?.map(lineItemJson) ?? null,
  tax_items: transaction.taxItems?.map(taxItemJson) ?? null,
  ...wire(transaction, 'billingDocument', 'importId'),
});

const ledgerJson = (ledger: LedgerView) => ({
  ...wire(ledger, 'ledgerNumber', 'ledgerCode'),
  main: ledger.isMain,
  open_statement: ledger.openPeriod,
  statement_periods: ledger.statementPeriods.map(({ from, to, isOpen }) => ({ from, to, open: isOpen })),
  has_finalized_billing_document: isFinalized(ledger),
  history_imported: ledger.hasImportedHistory,
  history_import_id: ledger.historyImportId,
  balance: toMoney(ledger.balance),
  totals: ledger.totals.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
  transactions: ledger.transactions.map(transactionJson),
  billing_documents: ledger.documents.map((document) => ({
    billing_document_identifier: document.identifier,
    billing_document_type: document.type,
    issued_date: document.issuedDate,
    period: document.period,
    ...wire(document, 'importId', 'position'),
  })),
});

const noteJson = (note: StoredNote, now: DateTime) => ({
  ...wire(note, 'body', 'documents', 'documentPaths', 'createdAt'),
  is_pinned: isPinnedAt(note, now),
  submitted_is_pinned: note.isPinned,
  unpin_at: note.unpinAt,
  added_by_service: note.isAddedByService,
  ...wire(note, 'importId', 'position'),
});

const statementJson = (statement: StoredStatement) => ({
  ...wire(statement, 'statementId', 'period', 'issuedDate', 'number', 'grossAmount'),
  statement_path: statement.path,
  ...wire(statement, 'document', 'importId', 'position'),
});

/** The account with every field that is stored of it, for scripts; notes are pinned or not at a time. */
export const accountJson = (page: AccountPage, now: DateTime) => ({
  organisation: page.organisation,
  supplier: page.account.supplier.code,
  ...wire(page.account, 'externalAccountNumber', 'serviceAccountNumber', 'status'),
  created_at: page.createdAt,
  erased_at: page.account.erasedAt,
  // Its ledgers have their counts and sums.
  ...(page.account.erasedAt === null
    ? {}
    : {
        erased: {
          notes: { count: page.noteCounts.fromClients, added_by_service: page.noteCounts.addedByService },
          statements: { count: page.statementCount },
          billing_documents: { count: page.ledgers.reduce((sum, ledger) => sum + ledger.billingDocuments, 0) },
        },
      }),
  notes: notesOf(page, now).map((note) => noteJson(note, now)),
  ledgers: ledgersOf(page).map(ledgerJson),
  statements: page.statements.items.toReversed().map(statementJson),
  payment_instruction: page.paymentInstruction && {
    ...instructionJson(withoutCustomer(page.paymentInstruction)),
    import_id: page.paymentInstruction.importId,
  },
});

const periodOf = (period: StatementPeriod | null): string | null => (period === null ? null : showPeriod(period));

const ledgerText = (ledger: LedgerView): string =>
  [
    `\nLedger ${ledger.ledgerNumber} (${ledger.ledgerCode}${ledger.isMain ? ', main' : ''}), balance ${toMoney(ledger.balance)}, open statement period ${periodOf(ledger.openPeriod) ?? 'none'}${isFinalized(ledger) ? ', has a finalized billing document' : ''}\n`,
    table(
      ['DATE', 'TYPE', 'AMOUNT', 'ID', 'DOCUMENT', 'MOVED FROM'],
      ledger.transactions.map((transaction) => [
        transaction.date,
        transaction.type,
        transaction.amount,
        transaction.transactionId,
        transaction.billingDocument,
        transaction.submittedDate,
      ]),
      'No transactions.',
    ),
    ledger.documents.length === 0 ? '' : `${ledger.documents.length} billing documents.\n`,
  ].join('');

/** The counts and sums of an erased account. */
const erasedText = ({ noteCounts, statementCount, ledgers }: AccountPage): string =>
  [
    `\nIt was erased: only its counts and sums are kept. Notes ${noteCounts.fromClients}, by the service ${noteCounts.addedByService}; statements ${statementCount}.\n\n`,
    table(
      ['LEDGER', 'CODE', 'TYPE', 'COUNT', 'SUM'],
      ledgers.flatMap(({ ledgerNumber, ledgerCode, totals, billingDocuments }) => [
        ...totals.map(({ type, count, sum }) => [ledgerNumber, ledgerCode, type, count, toMoney(sum)]),
        ...(billingDocuments === 0 ? [] : [[ledgerNumber, ledgerCode, 'billing documents', billingDocuments, null]]),
      ]),
      'Its ledgers had no items.',
    ),
  ].join('');

/** The account as support sees it, for people. */
export const accountText = (page: AccountPage, now: DateTime): string => {
  const { account, paymentInstruction: payment } = page;
  const paidBy =
    payment === null
      ? null
      : [payment.vendor, payment.brand ?? payment.bankName, payment.lastFour].filter(Boolean).join(' ');
  const facts = list([
    ['Account', account.externalAccountNumber],
    ['Service account', account.serviceAccountNumber],
    ['Supplier', account.supplier.code],
    ['Organisation', page.organisation],
    ['Status', account.status],
    ['Created', page.createdAt],
    ...(account.erasedAt === null ? [] : [['Erased', account.erasedAt] as const]),
    ['Payment instruction', paidBy],
  ]);
  if (account.erasedAt !== null) return `${facts}${erasedText(page)}`;
  return [
    facts,
    '\n',
    table(
      ['PINNED', 'ADDED BY', 'CREATED', 'NOTE', 'DOCUMENTS'],
      notesOf(page, now).map((note) => [
        isPinnedAt(note, now),
        note.isAddedByService ? 'service' : 'client',
        note.createdAt,
        note.body,
        note.documents.join(' '),
      ]),
      'No notes.',
    ),
    ...ledgersOf(page).map(ledgerText),
    '\n',
    table(
      ['STATEMENT', 'ISSUED', 'FROM', 'TO', 'NUMBER', 'GROSS AMOUNT', 'DOCUMENT'],
      page.statements.items
        .toReversed()
        .map((one) => [
          one.statementId,
          one.issuedDate,
          one.period.from,
          one.period.to,
          one.number,
          one.grossAmount,
          one.document,
        ]),
      'No statements.',
    ),
  ].join('');
};
