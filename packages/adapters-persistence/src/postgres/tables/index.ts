import { AccountTable, LedgerTable, StatementPeriodTable } from './account.ts';
import { AcceptedImportTable, RefusedImportTable } from './import-record.ts';
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
  NoteTable,
  LedgerTransactionTable,
  AcceptedImportTable,
  RefusedImportTable,
];
