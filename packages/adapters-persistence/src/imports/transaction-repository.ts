import type { Store } from '@carryover/application/ports/store';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { lineItemTexts, type PostedTransaction, taxItemTexts } from '@carryover/domain/differences';
import { type LineItem, type TaxItem, TRANSACTION_TYPES, type Transaction } from '@carryover/domain/transaction';
import type { PlacedTransaction } from '@carryover/domain/transaction-import';
import * as t from 'io-ts';
import { calendarDate, checked, lineItems, oneOf, orNull, taxItems } from '../schema/stored-values.ts';
import { stored } from '../sql/store-failure.ts';
import { plainArray, type Statements, textArray } from '../sql/transaction.ts';
import type { ImportStatements } from './account-repository.ts';
import type { StoredTotals } from './import-records.ts';

type LineItemRow = ReturnType<typeof lineItemTexts>;
type TaxItemRow = ReturnType<typeof taxItemTexts>;

/** A transaction as first submitted: a moved one with its original date and note. */
const submittedRow = t.type({
  transactionId: t.string,
  transactionDate: calendarDate,
  amount: t.string,
  type: oneOf(TRANSACTION_TYPES),
  reason: orNull(t.string),
  paymentType: orNull(t.string),
  reference: orNull(t.string),
  note: orNull(t.string),
  displayNote: orNull(t.string),
  productCode: orNull(t.string),
  lineItems: orNull(lineItems),
  taxItems: orNull(taxItems),
});
type SubmittedRow = t.TypeOf<typeof submittedRow>;

const toLineItem = (row: LineItemRow): LineItem => ({
  rateBand: row.rate_band,
  startDate: row.start_date,
  endDate: row.end_date,
  numberOfUnits: new Decimal(row.number_of_units),
  netAmount: new Decimal(row.net_amount),
  pricePerUnit: row.price_per_unit === null ? null : new Decimal(row.price_per_unit),
  units: row.units?.map((unit) => new Decimal(unit)) ?? null,
});

const toTaxItem = (row: TaxItemRow): TaxItem => ({
  amount: new Decimal(row.amount),
  taxType: row.tax_type,
  valueTaxed: new Decimal(row.value_taxed),
  rate: new Decimal(row.rate),
  unitType: row.unit_type,
});

/** A stored transaction, as it was submitted. */
const toTransaction = (row: SubmittedRow): Transaction => {
  const common = {
    transactionId: row.transactionId,
    date: row.transactionDate,
    amount: new Decimal(row.amount),
    reference: row.reference,
    note: row.note,
    displayNote: row.displayNote,
  };
  const { reason, paymentType } = row;
  const taxItems = row.taxItems?.map(toTaxItem) ?? null;
  switch (row.type) {
    case 'CHARGE':
      return { ...common, type: row.type, reason, taxItems };
    case 'CREDIT':
      return { ...common, type: row.type, reason };
    case 'PAYMENT':
    case 'REPAYMENT':
      return { ...common, type: row.type, reason, paymentType };
    case 'SUPPLY_CHARGE':
      return {
        ...common,
        type: row.type,
        productCode: row.productCode ?? '',
        lineItems: (row.lineItems ?? []).map(toLineItem),
        taxItems,
      };
  }
};

/** Returns a stored transaction, as it was submitted, from its texts by column. */
export const toStoredTransaction = (row: Readonly<Record<string, string | null>>): PostedTransaction => ({
  ledgerNumber: row.ledger_number!,
  transaction: toTransaction(
    checked(submittedRow, {
      transactionId: row.transaction_id,
      transactionDate: row.submitted_date ?? row.transaction_date,
      amount: row.amount,
      type: row.type,
      reason: row.reason,
      paymentType: row.payment_type,
      reference: row.reference,
      note: row.submitted_date === null ? row.note : row.submitted_note,
      displayNote: row.display_note,
      productCode: row.product_code,
      lineItems: JSON.parse(row.line_items ?? 'null'),
      taxItems: JSON.parse(row.tax_items ?? 'null'),
    }),
  ),
});

/**
 * Returns the earliest transaction of each id that is still stored, as submitted: with its original date and note. An id
 * may have lost its first occurrence by an undo (ADR 32).
 *
 * If an import of the same payload stored all its items, and the first of them ($3) is still the one it stored, so are the others: an
 * undo removes all or none. Then only the first is returned, and marked (ADR 16).
 */
const PREVIOUSLY_ADDED = `
  with same_payload as materialized (
    select 1
    from ledger_transaction t
    join accepted_import i on i.account_id = t.account_id and i.id = t.import_id
    where t.account_id = $1 and t.transaction_id = $3 and t.occurrence = 0 and i.payload_sha256 = decode($4, 'hex')
      and i.stored_items = i.item_count and i.findings is null)
  select distinct on (transaction_id) transaction_id as "transactionId", ledger_number as "ledgerNumber",
         coalesce(submitted_date, transaction_date)::text as "transactionDate", amount::text as amount, type, reason,
         payment_type as "paymentType", reference, display_note as "displayNote", product_code as "productCode",
         line_items as "lineItems", tax_items as "taxItems",
         case when submitted_date is null then note else submitted_note end as note,
         exists (select from same_payload) as "isSamePayload"
  from ledger_transaction
  where account_id = $1
    and transaction_id = any(case when exists (select from same_payload) then array[$3] else $2::text[] end)
  order by transaction_id, occurrence`;

// After the last one that is stored, so that a lower number is always an earlier one.
const OCCURRENCES = `
  select transaction_id, max(occurrence) + 1 as next
  from ledger_transaction
  where account_id = $1 and transaction_id = any($2::text[])
  group by transaction_id`;

const occurrenceRow = t.type({ transaction_id: t.string, next: t.number });
const previousRow = t.type({ ...submittedRow.props, ledgerNumber: t.string, isSamePayload: t.boolean });

/** Writes the statement's rows after the ones that are stored; `occurrence` is one value if all are the first of their ids. */
const ADD = (occurrence: string) => `
  insert into ledger_transaction
    (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, reason, payment_type,
     reference, note, display_note, product_code, line_items, tax_items, submitted_date, submitted_note,
     billing_document, import_id)
  select account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, reason, payment_type,
         reference, note, display_note, product_code, line_items::jsonb, tax_items::jsonb, submitted_date,
         submitted_note, billing_document, import_id
  from (
    select account.id as account_id, unnest($2::text[]) as transaction_id, ${occurrence} as occurrence,
           $4::text as ledger_number, unnest($5::date[]) as transaction_date, unnest($6::numeric(12,2)[]) as amount,
           unnest($7::text[]) as type, unnest($8::text[]) as reason, unnest($9::text[]) as payment_type,
           unnest($10::text[]) as reference, unnest($11::text[]) as note, unnest($12::text[]) as display_note,
           unnest($13::text[]) as product_code, unnest($14::text[]) as line_items, unnest($15::text[]) as tax_items,
           unnest($16::date[]) as submitted_date, unnest($17::text[]) as submitted_note,
           unnest($18::text[]) as billing_document, $19::uuid as import_id
    from account where account.id = $1::bigint) given`;
const ADD_FIRST = ADD('$3::int');
const ADD_AGAIN = ADD('unnest($3::int[])');

const lineItemsOf = (transaction: Transaction): string | null =>
  transaction.type === 'SUPPLY_CHARGE' ? JSON.stringify(transaction.lineItems.map(lineItemTexts)) : null;

const taxItemsOf = (transaction: Transaction): string | null => {
  if (transaction.type !== 'SUPPLY_CHARGE' && transaction.type !== 'CHARGE') return null;
  return transaction.taxItems === null ? null : JSON.stringify(transaction.taxItems.map(taxItemTexts));
};

/** What is stored for a transaction, by column; without what its import gives it. */
export const TRANSACTION_COLUMNS = {
  transaction_id: ({ transaction }) => transaction.transactionId,
  transaction_date: ({ transaction }) => transaction.date,
  amount: ({ transaction }) => toMoney(transaction.amount),
  type: ({ transaction }) => transaction.type,
  reason: ({ transaction }) => (transaction.type === 'SUPPLY_CHARGE' ? null : transaction.reason),
  payment_type: ({ transaction }) =>
    transaction.type === 'PAYMENT' || transaction.type === 'REPAYMENT' ? transaction.paymentType : null,
  reference: ({ transaction }) => transaction.reference,
  note: ({ transaction }) => transaction.note,
  display_note: ({ transaction }) => transaction.displayNote,
  product_code: ({ transaction }) => (transaction.type === 'SUPPLY_CHARGE' ? transaction.productCode : null),
  line_items: ({ transaction }) => lineItemsOf(transaction),
  tax_items: ({ transaction }) => taxItemsOf(transaction),
  submitted_date: ({ movedFrom }) => movedFrom?.date ?? null,
  submitted_note: ({ movedFrom }) => movedFrom?.note ?? null,
  billing_document: ({ billingDocument }) => billingDocument,
} satisfies Readonly<Record<string, (placed: PlacedTransaction) => string | null>>;

const nextOccurrences = async (db: Statements, accountId: string, ids: ReadonlyArray<string>) => {
  const rows = await db.read(occurrenceRow, OCCURRENCES, [accountId, textArray(ids)]);
  return new Map(rows.map((row) => [row.transaction_id, row.next]));
};

export const makePostgresTransactionRepository = (
  { db, accountId, importId, payloadSha256 }: ImportStatements,
  totals: StoredTotals,
): Store['transactions'] => ({
  previouslyAdded: (transactions) =>
    stored(async () => {
      const [first] = transactions;
      if (first === undefined) return new Map();
      const ids = transactions.map(({ transactionId }) => transactionId);
      const rows = await db.read(previousRow, PREVIOUSLY_ADDED, [
        accountId,
        textArray(ids),
        first.transactionId,
        payloadSha256,
      ]);
      const [row] = rows;
      if (row?.isSamePayload) {
        const { ledgerNumber } = row;
        return new Map(transactions.map((transaction) => [transaction.transactionId, { transaction, ledgerNumber }]));
      }
      return new Map(
        rows.map((row) => [row.transactionId, { transaction: toTransaction(row), ledgerNumber: row.ledgerNumber }]),
      );
    }),

  add: ({ ledger, again }, placed) =>
    stored(async () => {
      if (placed.length === 0) return;
      totals.add(ledger.ledgerNumber, placed);
      const column = TRANSACTION_COLUMNS;
      const ids = placed.map(column.transaction_id);
      const next = again ? await nextOccurrences(db, accountId, ids) : null;
      db.write(next === null ? ADD_FIRST : ADD_AGAIN, [
        accountId,
        textArray(ids),
        next === null ? 0 : plainArray(ids.map((id) => next.get(id) ?? 0)),
        ledger.ledgerNumber,
        plainArray(placed.map(column.transaction_date)),
        plainArray(placed.map(column.amount)),
        textArray(placed.map(column.type)),
        textArray(placed.map(column.reason)),
        textArray(placed.map(column.payment_type)),
        textArray(placed.map(column.reference)),
        textArray(placed.map(column.note)),
        textArray(placed.map(column.display_note)),
        textArray(placed.map(column.product_code)),
        textArray(placed.map(column.line_items)),
        textArray(placed.map(column.tax_items)),
        plainArray(placed.map(column.submitted_date)),
        textArray(placed.map(column.submitted_note)),
        textArray(placed.map(column.billing_document)),
        importId,
      ]);
    }),
});
