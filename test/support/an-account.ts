import type { AccountToImport, LedgerToImport } from '@carryover/domain/account-import';
import { aName } from './a-random.ts';
import type { RunningService } from './a-service.ts';
import { day } from './a-transaction.ts';

export type TestAccount = { readonly import_supplier: string; readonly external_account_number: string };

type Options = {
  readonly supplier?: string;
  readonly number?: string;
  readonly status?: AccountToImport['status'];
  /** Null: no statement period is open. */
  readonly openFrom?: string | null;
  readonly openTo?: string | null;
  readonly hasFinalizedBillingDocument?: boolean;
  /** Ledgers besides the main one. */
  readonly ledgers?: ReadonlyArray<LedgerToImport>;
};

/** A ledger without an open statement period. */
export const aLedger = (fields: Partial<LedgerToImport> = {}): LedgerToImport => ({
  ledgerNumber: 'L-1',
  ledgerCode: 'ELECTRICITY',
  isMain: false,
  openPeriod: null,
  hasFinalizedBillingDocument: false,
  ...fields,
});

/** Imports an account of the demo supplier with main ledger `L-1`, 2019-10-01 to 2019-10-15 open. */
export const anAccount = async (
  { operator, demo }: Pick<RunningService, 'operator' | 'demo'>,
  {
    supplier = demo.import_supplier,
    number = aName('E-'),
    status = 'IMPORTED',
    openFrom = '2019-10-01',
    openTo = '2019-10-15',
    hasFinalizedBillingDocument = false,
    ledgers = [],
  }: Options = {},
): Promise<TestAccount> => {
  const openPeriod = openFrom === null ? null : { from: day(openFrom), to: openTo === null ? null : day(openTo) };
  const main = aLedger({ isMain: true, openPeriod, hasFinalizedBillingDocument });
  await operator.importAccounts(supplier, [{ externalAccountNumber: number, status, ledgers: [main, ...ledgers] }]);
  return { import_supplier: supplier, external_account_number: number };
};
