import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import { type ControlTotal, type CountedType, TOTAL_TYPES } from '@carryover/domain/control-total';
import { Decimal, ZERO } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { accountKeyIn, erasedNameIn } from '../imports/account-repository.ts';
import { oneOf } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';
import type { Snapshot } from '../sql/snapshot.ts';
import { stored } from '../sql/store-failure.ts';

/** @param some a condition on the account `a`. */
const totals = (some: string) => `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, count(*)::text as count,
         sum(t.amount)::text as sum
  from account a join ledger_transaction t on t.account_id = a.id
  where ${some}
  group by a.id, a.external_account_number, t.ledger_number, t.type
  order by a.external_account_number, t.ledger_number, t.type collate "C"`;

const totalRow = t.type({
  number: t.string,
  ledger: t.string,
  type: oneOf(TRANSACTION_TYPES),
  count: t.string,
  sum: t.string,
});

const toTotal = ({
  number,
  ledger,
  type,
  count,
  sum,
}: Omit<t.TypeOf<typeof totalRow>, 'type'> & Pick<ControlTotal, 'type'>): ControlTotal => ({
  externalAccountNumber: number,
  ledgerNumber: ledger,
  type,
  count: Number(count),
  sum: new Decimal(sum),
});

/** The keys tell a cluster the nodes, of both tables (ADR 28). */
const OF_ACCOUNTS = `a.id = any($3::bigint[]) and t.account_id = any($3::bigint[])
  and a.supplier_id = $1 and a.external_account_number = any($2::text[])`;

/** The same of erased accounts, by their stored names. */
const OF_ERASED = `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, t.count::text as count, t.sum::text as sum
  from account a join erased_total t on t.account_id = a.id
  where a.id = any($3::bigint[]) and t.account_id = any($3::bigint[])
    and a.supplier_id = $1 and a.external_account_number = any($2::text[]) and t.type = any($4::text[])`;

/** The items of each type that is only counted, of the accounts `a`. Notes that the service added are not counted. */
const ITEMS: Readonly<Record<CountedType, string>> = {
  NOTE: `note t on t.account_id = a.id
    join accepted_import i on i.account_id = t.account_id and i.id = t.import_id and i.endpoint = 'notes/create'`,
  STATEMENT: 'historical_statement t on t.account_id = a.id',
  BILLING_DOCUMENT: 'billing_document t on t.account_id = a.id',
  PAYMENT_INSTRUCTION: 'payment_instruction t on t.account_id = a.id and t.is_active',
};
const LEDGER: Readonly<Record<CountedType, string>> = {
  NOTE: `''`,
  STATEMENT: `''`,
  BILLING_DOCUMENT: 't.ledger_number',
  PAYMENT_INSTRUCTION: `''`,
};

const OF_SUPPLIER = `a.supplier_id = current_setting('carryover.supplier')::uuid`;

/** @param some a condition on the account `a`. */
const countOf = (type: CountedType, some: string): string => `
  select a.external_account_number as number, ${LEDGER[type]} collate "C" as ledger, count(*)::text as count
  from account a join ${ITEMS[type]}
  where ${some}
  group by 1, 2
  order by 1, 2`;

const countRow = t.type({ number: t.string, ledger: t.string, count: t.string });

const ERASED = `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, t.count::text as count, t.sum::text as sum
  from account a join erased_total t on t.account_id = a.id
  where ${OF_SUPPLIER} and t.type = any($1::text[])`;
const erasedTotalRow = t.type({ ...totalRow.props, type: oneOf(TOTAL_TYPES) });

/** The totals of the erased accounts of the snapshot's supplier, by their stored names. */
export const readErasedTotals = async ({ read }: Snapshot): Promise<ReadonlyArray<ControlTotal>> =>
  (await read(erasedTotalRow, ERASED, [TOTAL_TYPES])).map(toTotal);

const toCount =
  (type: CountedType) =>
  ({ number, ledger, count }: t.TypeOf<typeof countRow>): ControlTotal => ({
    externalAccountNumber: number,
    ledgerNumber: ledger,
    type,
    count: Number(count),
    sum: ZERO,
  });

/**
 * Reads the totals that are stored on accounts of a supplier, by their external account numbers: of all transactions, and of these
 * types that are only counted; those of an erased account as they were. The statements are sent at the same time.
 */
export const readStoredTotals =
  (em: EntityManager) =>
  (
    supplier: ImportSupplier,
    numbers: ReadonlyArray<string>,
    counted: ReadonlyArray<CountedType>,
  ): Stored<ReadonlyArray<ControlTotal>> =>
    stored(async () => {
      const keys = numbers.map(accountKeyIn(supplier));
      const parameters = [supplier.id, numbers, keys];
      const numberOf = new Map(numbers.map((number) => [erasedNameIn(supplier)(number), number]));
      const ofErased = [supplier.id, [...numberOf.keys()], keys, [...TRANSACTION_TYPES, ...counted]];
      const read = await Promise.all([
        readRows(em, erasedTotalRow, OF_ERASED, ofErased).then((rows) =>
          rows.map((row) => toTotal({ ...row, number: numberOf.get(row.number)! })),
        ),
        readRows(em, totalRow, totals(OF_ACCOUNTS), parameters).then((rows) => rows.map(toTotal)),
        ...counted.map(async (type) =>
          (await readRows(em, countRow, countOf(type, OF_ACCOUNTS), parameters)).map(toCount(type)),
        ),
      ]);
      return read.flat();
    });

/** The stored totals of the snapshot's supplier, in the order of `compareKeys`. @param counted the types in addition to transactions. */
export async function* streamTotals(
  snapshot: Snapshot,
  counted: ReadonlyArray<CountedType>,
): AsyncGenerator<ReadonlyArray<ControlTotal>> {
  for await (const rows of snapshot.stream(totalRow, totals(OF_SUPPLIER))) yield rows.map(toTotal);
  for (const type of counted)
    for await (const rows of snapshot.stream(countRow, countOf(type, OF_SUPPLIER))) yield rows.map(toCount(type));
}
