import { AccountTable, LedgerHistoryTable, LedgerTable, StatementPeriodTable } from './account.ts';
import { BillingDocumentTable, HistoricalStatementTable, PaymentInstructionTable } from './history.ts';
import { AcceptedImportTable, DryRunTable, RefusedImportTable } from './import-record.ts';
import { LedgerTransactionTable } from './ledger-transaction.ts';
import { NoteTable } from './note.ts';
import { ApiKeyTable, ImportSupplierTable, OrganisationTable } from './organisation.ts';

export const tables = [
  OrganisationTable,
  ApiKeyTable,
  ImportSupplierTable,
  AccountTable,
  LedgerTable,
  StatementPeriodTable,
  LedgerHistoryTable,
  NoteTable,
  LedgerTransactionTable,
  BillingDocumentTable,
  HistoricalStatementTable,
  PaymentInstructionTable,
  AcceptedImportTable,
  RefusedImportTable,
  DryRunTable,
];
