import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import {
  type ControlTotal,
  type CountedItems,
  type CountedType,
  isCountedType,
  SUMMED_FIELDS,
  TOTAL_TYPES,
} from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { accountKeyIn, erasedNameIn } from '../imports/account-repository.ts';
import { oneOf, orNull } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';
import type { Snapshot } from '../sql/snapshot.ts';
import { stored } from '../sql/store-failure.ts';

/** @param some a condition on the account `a`. */
const totals = (some: string) => `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, count(*)::text as count,
         sum(t.${SUMMED_FIELDS.transaction})::text as sum
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
}: t.TypeOf<typeof countRow> & Pick<ControlTotal, 'type'>): ControlTotal => ({
  externalAccountNumber: number,
  ledgerNumber: ledger,
  type,
  count: Number(count),
  sum: sum === null ? null : new Decimal(sum),
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

/** The items of each type that is compared if it was asked for, of the accounts `a`. Notes that the service added are not counted. */
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
const countOf = ({ type, hasSum }: CountedItems, some: string): string => `
  select a.external_account_number as number, ${LEDGER[type]} collate "C" as ledger, count(*)::text as count,
         ${hasSum ? `sum(t.${SUMMED_FIELDS.statement})::text` : 'null'} as sum
  from account a join ${ITEMS[type]}
  where ${some}
  group by 1, 2
  order by 1, 2`;

const countRow = t.type({ number: t.string, ledger: t.string, count: t.string, sum: orNull(t.string) });

const ERASED = `
  select a.external_account_number as number, t.ledger_number as ledger, t.type, t.count::text as count, t.sum::text as sum
  from account a join erased_total t on t.account_id = a.id
  where ${OF_SUPPLIER} and t.type = any($1::text[])`;
const erasedTotalRow = t.type({ ...totalRow.props, type: oneOf(TOTAL_TYPES) });

const erasedTypes = (counted: ReadonlyArray<CountedItems>) => [
  ...TRANSACTION_TYPES,
  ...counted.map(({ type }) => type),
];

/** Returns the total of an erased account: what is only counted is kept with the sum 0. */
const toErasedTotal =
  (counted: ReadonlyArray<CountedItems>) =>
  (row: t.TypeOf<typeof erasedTotalRow>): ControlTotal => {
    const isSummed = !isCountedType(row.type) || counted.some(({ type, hasSum }) => hasSum && type === row.type);
    return toTotal({ ...row, sum: isSummed ? row.sum : null });
  };

/** The totals of the erased accounts of the snapshot's supplier, by their stored names. @param counted as of {@link streamTotals}. */
export const readErasedTotals = async (
  { read }: Snapshot,
  counted: ReadonlyArray<CountedItems>,
): Promise<ReadonlyArray<ControlTotal>> =>
  (await read(erasedTotalRow, ERASED, [erasedTypes(counted)])).map(toErasedTotal(counted));

const toCount =
  (type: CountedType) =>
  (row: t.TypeOf<typeof countRow>): ControlTotal =>
    toTotal({ ...row, type });

/**
 * Reads the totals that are stored on accounts of a supplier, by their external account numbers: of all transactions, and of
 * `counted`; those of an erased account as they were. The statements are sent at the same time.
 */
export const readStoredTotals =
  (em: EntityManager) =>
  (
    supplier: ImportSupplier,
    numbers: ReadonlyArray<string>,
    counted: ReadonlyArray<CountedItems>,
  ): Stored<ReadonlyArray<ControlTotal>> =>
    stored(async () => {
      const keys = numbers.map(accountKeyIn(supplier));
      const parameters = [supplier.id, numbers, keys];
      const numberOf = new Map(numbers.map((number) => [erasedNameIn(supplier)(number), number]));
      const ofErased = [supplier.id, [...numberOf.keys()], keys, erasedTypes(counted)];
      const read = await Promise.all([
        readRows(em, erasedTotalRow, OF_ERASED, ofErased).then((rows) =>
          rows.map((row) => toErasedTotal(counted)({ ...row, number: numberOf.get(row.number)! })),
        ),
        readRows(em, totalRow, totals(OF_ACCOUNTS), parameters).then((rows) => rows.map(toTotal)),
        ...counted.map(async (items) =>
          (await readRows(em, countRow, countOf(items, OF_ACCOUNTS), parameters)).map(toCount(items.type)),
        ),
      ]);
      return read.flat();
    });

/** The stored totals of the snapshot's supplier, in the order of `compareKeys`. @param counted the types in addition to transactions. */
export async function* streamTotals(
  snapshot: Snapshot,
  counted: ReadonlyArray<CountedItems>,
): AsyncGenerator<ReadonlyArray<ControlTotal>> {
  for await (const rows of snapshot.stream(totalRow, totals(OF_SUPPLIER))) yield rows.map(toTotal);
  for (const items of counted)
    for await (const rows of snapshot.stream(countRow, countOf(items, OF_SUPPLIER)))
      yield rows.map(toCount(items.type));
}
