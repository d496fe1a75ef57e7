import type { AccountSummary, AccountSummaryReader } from '@carryover/application/ports/reading/account-summary-reader';
import type { AccountRef } from '@carryover/domain/account';
import { Decimal } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import {
  ACCOUNT_COLUMNS,
  accountParameters,
  accountRow,
  IS_ACCOUNT,
  toAccount,
} from '../../imports/account-repository.ts';
import { instructionRow } from '../../imports/payment-instruction-repository.ts';
import { forReading } from '../../orm.ts';
import { oneOf, orNull } from '../../schema/stored-values.ts';
import { readPage } from './summary-pages.ts';

/**
 * One statement: one round trip, and all of its figures are of the same moment. Each part names the account by `$1`, which
 * tells Citus the node.
 */
const SUMMARY = `
  select ${ACCOUNT_COLUMNS},
    (select count(*)::int from note n where n.account_id = $1) as notes,
    (select count(*)::int from note n
      join accepted_import i on i.account_id = n.account_id and i.id = n.import_id and i.endpoint <> 'notes/create'
      where n.account_id = $1) as notes_of_service,
    (select count(*)::int from historical_statement h where h.account_id = $1) as statements,
    (select coalesce(json_agg(json_build_object(
        'number', l.ledger_number,
        'code', l.ledger_code,
        'documents', (select count(*) from billing_document d
          where d.account_id = $1 and d.ledger_number = l.ledger_number)
      ) order by l.is_main desc, l.ledger_number), '[]')
      from ledger l where l.account_id = $1) as ledgers,
    (select coalesce(json_agg(json_build_object('ledger', x.ledger_number, 'type', x.type, 'count', x.count, 'sum', x.sum)
      order by x.ledger_number, x.type), '[]')
      from (select ledger_number, type, count(*) as count, sum(amount)::text as sum from ledger_transaction
        where account_id = $1 group by ledger_number, type) x) as totals,
    (select json_build_object(
        'vendor', p.vendor, 'reference', p.reference, 'type', p.type, 'customerReference', p.customer_reference,
        'status', p.status, 'brand', p.brand, 'lastFour', p.last_four, 'expiry', p.expiry, 'bankName', p.bank_name)
      from payment_instruction p where p.account_id = $1 and p.is_active) as instruction
  from account a
  join import_supplier s on s.id = a.supplier_id
  where ${IS_ACCOUNT}`;

const summaryRow = t.intersection([
  accountRow,
  t.type({
    notes: t.number,
    notes_of_service: t.number,
    statements: t.number,
    ledgers: t.array(t.type({ number: t.string, code: t.string, documents: t.number })),
    totals: t.array(t.type({ ledger: t.string, type: oneOf(TRANSACTION_TYPES), count: t.number, sum: t.string })),
    instruction: orNull(instructionRow),
  }),
]);

const toSummary = (row: t.TypeOf<typeof summaryRow>): AccountSummary => ({
  account: toAccount(row),
  notes: { count: row.notes - row.notes_of_service, addedByService: row.notes_of_service },
  statements: row.statements,
  ledgers: row.ledgers.map(({ number, code, documents }) => ({
    ledgerNumber: number,
    ledgerCode: code,
    transactions: row.totals
      .filter(({ ledger }) => ledger === number)
      .map(({ type, count, sum }) => ({ type, count, sum: new Decimal(sum) })),
    billingDocuments: documents,
  })),
  paymentInstruction: row.instruction,
});

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountSummary | null> => {
  const row = await readRow(em, summaryRow, SUMMARY, accountParameters(ref));
  return row && toSummary(row);
};

export const makePostgresAccountSummaryReader = (em: EntityManager): AccountSummaryReader => ({
  summary: (ref) => stored(() => read(em, ref)),
  page: (account, list, after, size) => stored(() => readPage(forReading(em), { account, list, after, size })),
});
