import { Account, Ledger, LedgerHistory, StatementPeriod } from './account.ts';
import { ConsoleSession, ConsoleSignInLink } from './console.ts';
import { BillingDocument, HistoricalStatement, PaymentInstruction } from './history.ts';
import { AcceptedImport, DryRun, RefusedImport } from './import-record.ts';
import { ImportUndo } from './import-undo.ts';
import { LedgerTransaction } from './ledger-transaction.ts';
import { Note } from './note.ts';
import { OperatorAction } from './operator-action.ts';
import { ApiKey, ApiKeyUse, ImportSupplier, Organisation } from './organisation.ts';
import { RateLimit } from './rate-limit.ts';
import { Reconciliation } from './reconciliation.ts';
import { ReconciliationJob } from './reconciliation-job.ts';
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
