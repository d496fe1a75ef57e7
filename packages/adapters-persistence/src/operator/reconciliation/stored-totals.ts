import type { ControlTotal, CountedType } from '@carryover/domain/control-total';
import { Decimal, ZERO } from '@carryover/domain/decimal';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { oneOf } from '../../schema/stored-value.ts';

const totalRow = t.type({
  number: t.string,
  ledger: t.string,
  type: oneOf(TRANSACTION_TYPES),
  count: t.number,
  sum: t.string,
});

/** @param some a condition on the account `a`. */
const totals = (some: string) => `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, count(*)::int as count,
         sum(t.amount)::text as sum
  from account a join ledger_transaction t on t.account_id = a.id
  where a.supplier_id = $1 ${some}
  group by a.external_account_number, t.ledger_number, t.type
  order by a.external_account_number, t.ledger_number, t.type`;

const toTotal = ({ number, ledger, type, count, sum }: t.TypeOf<typeof totalRow>): ControlTotal => ({
  externalAccountNumber: number,
  ledgerNumber: ledger,
  type,
  count,
  sum: new Decimal(sum),
});

/** The stored transactions by account, ledger and type. */
export const readTotals = async (em: EntityManager, supplier: ImportSupplier): Promise<ReadonlyArray<ControlTotal>> =>
  (await readRows(em, totalRow, totals(''), [supplier.id])).map(toTotal);

/** The same for only these accounts. */
export const readTotalsOf = async (
  em: EntityManager,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyArray<ControlTotal>> => {
  const some = 'and a.external_account_number = any($2::text[])';
  return (await readRows(em, totalRow, totals(some), [supplier.id, numbers])).map(toTotal);
};

/** The items of each type that is only counted, of the accounts `a`. Notes that the service added are not counted. */
const ITEMS: Readonly<Record<CountedType, string>> = {
  NOTE: `note t on t.account_id = a.id
    join accepted_import i on i.account_id = t.account_id and i.id = t.import_id and i.endpoint = 'notes/create'`,
  STATEMENT: 'historical_statement t on t.account_id = a.id',
  BILLING_DOCUMENT: 'billing_document t on t.account_id = a.id',
};
const LEDGER: Readonly<Record<CountedType, string>> = {
  NOTE: `''`,
  STATEMENT: `''`,
  BILLING_DOCUMENT: 't.ledger_number',
};

const countOf = (type: CountedType): string => `
  select a.external_account_number as number, ${LEDGER[type]} as ledger, count(*)::int as count
  from account a join ${ITEMS[type]}
  where a.supplier_id = $1
  group by 1, 2
  order by 1, 2`;

const countRow = t.type({ number: t.string, ledger: t.string, count: t.number });

/** The number of items of these types by account and, if they have one, ledger. */
export const readCountedTotals = async (
  em: EntityManager,
  supplier: ImportSupplier,
  types: ReadonlyArray<CountedType>,
): Promise<ReadonlyArray<ControlTotal>> => {
  const totals: ControlTotal[] = [];
  for (const type of types) {
    for (const { number, ledger, count } of await readRows(em, countRow, countOf(type), [supplier.id]))
      totals.push({ externalAccountNumber: number, ledgerNumber: ledger, type, count, sum: ZERO });
  }
  return totals;
};
