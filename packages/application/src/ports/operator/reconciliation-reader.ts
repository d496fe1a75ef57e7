import type { ControlTotal, CountedType, TotalKey } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Explanation, Reconciliation } from '../../operator/reconciliation/reconciliation.ts';
import type { StoreFailure } from '../store-failure.ts';

/** The stored data of a supplier, as of one moment. */
export type StoredFacts = Omit<
  Reconciliation,
  'organisation' | 'supplierCode' | 'supplierStatus' | 'madeAt' | 'byType' | 'comparison'
>;

export type AcceptedImport = Extract<Explanation, { kind: 'accepted_import' }>;
export type RefusedRequest = Extract<Explanation, { kind: 'refused_request' }>;

/** A transaction id of an account. The account may have the id more than once, on several ledgers and with several types. */
export type TransactionName = { readonly externalAccountNumber: string; readonly transactionId: string };

export type ReconciliationReader = {
  /** @param counted the types that are counted in addition to transactions. */
  readonly stored: (
    supplier: ImportSupplier,
    counted: ReadonlyArray<CountedType>,
  ) => TaskEither<StoreFailure, StoredFacts>;
  /** The imports that stored items of these totals, the latest hundred of each total, by `keyOf` the total. */
  readonly importsOf: (
    supplier: ImportSupplier,
    totals: ReadonlyArray<TotalKey>,
  ) => TaskEither<StoreFailure, ReadonlyMap<string, ReadonlyArray<AcceptedImport>>>;
  /** The refused requests of these accounts, the latest hundred of each account and endpoint, by account number. */
  readonly refusalsOf: (
    supplier: ImportSupplier,
    externalAccountNumbers: ReadonlyArray<string>,
  ) => TaskEither<StoreFailure, ReadonlyMap<string, ReadonlyArray<RefusedRequest>>>;
  /** The totals that count these transactions. */
  readonly totalsCounting: (
    supplier: ImportSupplier,
    transactions: ReadonlyArray<TransactionName>,
  ) => TaskEither<StoreFailure, ReadonlyArray<TransactionName & TotalKey>>;
  /** Returns the transactions that are stored on these accounts. */
  readonly totalsOf: (
    supplier: ImportSupplier,
    externalAccountNumbers: ReadonlyArray<string>,
  ) => TaskEither<StoreFailure, ReadonlyArray<ControlTotal>>;
};
