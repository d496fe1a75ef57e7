import type { AccountSummary, AccountSummaryReader } from '@carryover/application/ports/account-summary-reader';
import type { AccountRef } from '@carryover/domain/account';
import { Decimal } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { stored } from '../driver/store-failure.ts';
import { findAccount } from '../operator/accounts.ts';
import { forReading, readingOneMoment } from '../orm.ts';
import { Ledger } from '../schema/entities/account.ts';
import { BillingDocument, HistoricalStatement } from '../schema/entities/history.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { Note } from '../schema/entities/note.ts';
import { checked, oneOf } from '../schema/stored-value.ts';
import { findActiveInstruction } from './account-items.ts';
import { readPage } from './summary-pages.ts';

const totalRows = t.array(
  t.type({ ledgerNumber: t.string, type: oneOf(TRANSACTION_TYPES), count: t.number, sum: t.string }),
);

const findTotals = async (em: EntityManager, of: { readonly accountId: string }) => {
  const rows = await em
    .createQueryBuilder(LedgerTransaction)
    .select(['ledgerNumber', 'type', raw('count(*)::int as count'), raw('sum(amount)::text as sum')])
    .where(of)
    .groupBy(['ledgerNumber', 'type'])
    .orderBy({ ledgerNumber: 'asc', type: 'asc' })
    .execute();
  return checked(totalRows, rows);
};

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountSummary | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = { accountId: account.id };
  const totals = await findTotals(em, of);
  const documents = await em.countBy(BillingDocument, 'ledgerNumber', { where: of });
  const ledgers = await em.find(Ledger, of, { orderBy: { isMain: 'desc', ledgerNumber: 'asc' } });
  const instruction = await findActiveInstruction(em, of);
  return {
    account,
    notes: {
      count: await em.count(Note, { ...of, isAddedByService: false }),
      addedByService: await em.count(Note, { ...of, isAddedByService: true }),
    },
    statements: await em.count(HistoricalStatement, of),
    ledgers: ledgers.map(({ ledgerNumber, ledgerCode }) => ({
      ledgerNumber,
      ledgerCode,
      transactions: totals
        .filter((total) => total.ledgerNumber === ledgerNumber)
        .map(({ type, count, sum }) => ({ type, count, sum: new Decimal(sum) })),
      billingDocuments: documents[ledgerNumber] ?? 0,
    })),
    paymentInstruction: instruction,
  };
};

export const makePostgresAccountSummaryReader = (em: EntityManager): AccountSummaryReader => ({
  summary: (ref) => stored(() => readingOneMoment(em, (snapshot) => read(snapshot, ref))),
  page: (account, list, after, size) => stored(() => readPage(forReading(em), { account, list, after, size })),
});
