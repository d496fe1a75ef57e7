import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, choice, day, importId, key, time } from './columns.ts';
import { ImportSupplier } from './organisation.ts';

/** The directory of accounts: it gives each pair of supplier and external number its `account_id`. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  uniques: [{ properties: ['supplier', 'externalAccountNumber'] }],
  properties: {
    id: p.bigint('string').primary(),
    supplier: () => p.manyToOne(ImportSupplier),
    externalAccountNumber: key(),
    // An odd factor modulo 2^32 maps each id to a different number, so it is unique without a query.
    serviceAccountNumber: p
      .text()
      .generated(`('A-' || upper(lpad(to_hex((id * 2654435761) & 4294967295), 8, '0'))) stored`)
      .unique(),
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
    toDate: day().nullable(),
    isOpen: p.boolean(),
  },
});

/** Ledgers whose history was imported. The key allows one import per ledger (§4.3). */
export const LedgerHistory = defineEntity({
  name: 'LedgerHistory',
  tableName: 'ledger_history',
  properties: { accountId: accountId(), ledgerNumber: key().primary(), importId: importId() },
});
