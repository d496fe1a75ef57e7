import { AccountTable, LedgerHistoryTable, LedgerTable, StatementPeriodTable } from './account.ts';
import { BillingDocumentTable, HistoricalStatementTable, PaymentInstructionTable } from './history.ts';
import { AcceptedImportTable, DryRunTable, RefusedImportTable } from './import-record.ts';
import { LedgerTransactionTable } from './ledger-transaction.ts';
import { NoteTable } from './note.ts';
import { OperatorActionTable } from './operator-action.ts';
import { ApiKeyTable, ImportSupplierTable, OrganisationTable } from './organisation.ts';
import { SecretFingerprintTable } from './secret-fingerprint.ts';

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
  OperatorActionTable,
  SecretFingerprintTable,
];
