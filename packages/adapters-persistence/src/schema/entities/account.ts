import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, choice, day, importId, key, time } from './columns.ts';
import { ImportSupplier } from './organisation.ts';

/** Accounts. An id is computed from the names of organisation, supplier and account (`accountKey`). */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  uniques: [{ properties: ['supplier', 'externalAccountNumber'] }],
  indexes: [{ properties: ['externalAccountNumber'] }],
  properties: {
    id: p.bigint('string').primary().autoincrement(false),
    supplier: () => p.manyToOne(ImportSupplier),
    externalAccountNumber: key(),
    serviceAccountNumber: p.text().defaultRaw('next_service_account_number()').unique(),
    status: choice(ACCOUNT_STATUSES),
    createdAt: time(),
  },
});

export const Ledger = defineEntity({
  name: 'Ledger',
  tableName: 'ledger',
  uniques: [{ name: 'ledger_main', properties: ['accountId'], where: 'is_main' }],
  properties: {
    accountId: accountId(),
    ledgerNumber: key().primary(),
    ledgerCode: key(),
    isMain: p.boolean(),
    hasFinalizedBillingDocument: p.boolean(),
  },
});

/** A ledger's statement periods, at most one of them open. */
export const StatementPeriod = defineEntity({
  name: 'StatementPeriod',
  tableName: 'statement_period',
  uniques: [{ name: 'statement_period_open', properties: ['accountId', 'ledgerNumber'], where: 'is_open' }],
  properties: {
    accountId: accountId(),
    ledgerNumber: key().primary(),
    fromDate: day().primary(),
    toDate: day().strictNullable(),
    isOpen: p.boolean(),
  },
});

/** Ledgers whose history was imported. The key allows one import per ledger (§4.3). */
export const LedgerHistory = defineEntity({
  name: 'LedgerHistory',
  tableName: 'ledger_history',
  properties: { accountId: accountId(), ledgerNumber: key().primary(), importId: importId() },
});
