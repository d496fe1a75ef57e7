import { Account, Ledger, LedgerHistory, StatementPeriod } from './account.ts';
import { BillingDocument, HistoricalStatement, PaymentInstruction } from './history.ts';
import { AcceptedImport, DryRun, RefusedImport } from './import-record.ts';
import { LedgerTransaction } from './ledger-transaction.ts';
import { Note } from './note.ts';
import { ConsoleSession, ConsoleSignInLink } from './operator/console.ts';
import { ImportUndo } from './operator/import-undo.ts';
import { OperatorAction } from './operator/operator-action.ts';
import { Reconciliation } from './operator/reconciliation.ts';
import { ReconciliationJob } from './operator/reconciliation-job.ts';
import { ApiKey, ApiKeyUse, ImportSupplier, Organisation } from './organisation.ts';
import { RateLimit } from './rate-limit.ts';
import { AccountRollup, ImportRollup, ImportTotal, RollupProgress } from './rollup.ts';
import { SecretFingerprint } from './secret-fingerprint.ts';

export const entities = [
  Organisation,
  ApiKey,
  ApiKeyUse,
  ImportSupplier,
  Account,
  Ledger,
  StatementPeriod,
  LedgerHistory,
  Note,
  LedgerTransaction,
  BillingDocument,
  HistoricalStatement,
  PaymentInstruction,
  AcceptedImport,
  ImportUndo,
  RefusedImport,
  DryRun,
  OperatorAction,
  Reconciliation,
  ReconciliationJob,
  SecretFingerprint,
  RateLimit,
  ConsoleSession,
  ConsoleSignInLink,
  ImportRollup,
  ImportTotal,
  AccountRollup,
  RollupProgress,
];
