import type { CalendarDate } from '@carryover/domain/calendar-date';
import { type Decimal, MONEY, toMoney } from '@carryover/domain/decimal';
import {
  type Charge,
  type Credit,
  checkLineItemPeriod,
  checkSign,
  type LineItem,
  type Payment,
  type Repayment,
  type SupplyCharge,
  type SupplyChargeMismatch,
  type TaxItem,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
  UNIT_TYPES,
} from '@carryover/domain/transaction';
import { complain, type Issue, issueAt, type Path } from '../issue.ts';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { type Codec, issuesAt, list, type Rule, record, repeated, tagged } from './codec.ts';
import { calendarDate, choice, decimal, freeText, identifier, vocabularyCode } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

/** A line item of a supply charge (§2). */
const lineItem: Codec<LineItem> = record({
  name: 'line item',
  required: {
    rate_band: vocabularyCode.described('Rate band of the consumption.', 'CONSUMPTION_STANDARD'),
    start_date: calendarDate.described('First day of the consumption.', '2019-09-01'),
    end_date: calendarDate.described('Last day of the consumption, not before `start_date`.', '2019-09-30'),
    number_of_units: decimal({ integerDigits: 12, decimalPlaces: 4 }).described('Units consumed.', 142),
    net_amount: decimal({ integerDigits: 10, decimalPlaces: 10 }).described('Amount before tax.', 71),
  },
  optional: {
    price_per_unit: decimal({ integerDigits: 8, decimalPlaces: 7 }).described('Price of one unit.', 0.5),
    units: list(decimal({ integerDigits: 12, decimalPlaces: 4 })).described(
      'The units in parts, as recorded by the client.',
      [70, 72],
    ),
  },
  rules: [
    ({ start_date: startDate, end_date: endDate }) =>
      startDate === undefined || endDate === undefined
        ? []
        : issuesAt('end_date', checkLineItemPeriod({ startDate, endDate })),
  ],
}).mapped<LineItem>((it) => ({
  rateBand: it.rate_band,
  startDate: it.start_date,
  endDate: it.end_date,
  numberOfUnits: it.number_of_units,
  netAmount: it.net_amount,
  pricePerUnit: it.price_per_unit ?? null,
  units: it.units ?? null,
}));

/** A tax item (§2). */
const taxItem: Codec<TaxItem> = record({
  name: 'tax item',
  required: {
    amount: decimal({ integerDigits: 10, decimalPlaces: 10 }).described('Amount of the tax.', '3.55'),
    tax_type: vocabularyCode.described('Kind of tax.', 'VAT'),
    value_taxed: decimal({ integerDigits: 15, decimalPlaces: 5 }).described('Amount that is taxed.', 71),
    rate: decimal({ integerDigits: 15, decimalPlaces: 5 }).described('Rate of the tax, a proportion of 1.', '0.05'),
    unit_type: choice(UNIT_TYPES).described('Unit of the rate.', 'PROPORTION'),
  },
  optional: {},
}).mapped<TaxItem>((it) => ({
  amount: it.amount,
  taxType: it.tax_type,
  valueTaxed: it.value_taxed,
  rate: it.rate,
  unitType: it.unit_type,
}));

const commonOptional = {
  reference: identifier(MAX_LENGTH.identifier).described('Reference of the payment.', 'DD-2019-10-0001'),
  note: freeText(MAX_LENGTH.freeText).described('Internal note.', 'Carried over from the old ledger.'),
  display_note: freeText(MAX_LENGTH.freeText).described('Note for the customer.', 'Opening balance'),
};
const reason = {
  reason: vocabularyCode.described('Reason for the transaction, from an open vocabulary.', 'ACCOUNT_CHARGE_PAYMENT'),
};
const paymentType = {
  payment_type: vocabularyCode.described('Payment method, from an open vocabulary.', 'DD_REGULAR_COLLECTION'),
};
const taxItems = { tax_items: list(taxItem).described('Taxes within the amount.') };
const supply = {
  product_code: identifier(MAX_LENGTH.identifier).described('Product supplied.', 'ELECTRICITY-STANDARD'),
  line_items: list(lineItem, { minItems: 1 }).described('Parts of the charge.'),
};
const allowedSign: Rule<{ readonly amount: Decimal; readonly type: TransactionType }> = ({ amount, type }) =>
  amount === undefined || type === undefined ? [] : issuesAt('amount', checkSign({ amount, type }));

type CommonMembers = {
  readonly transaction_id: string;
  readonly transaction_date: CalendarDate;
  readonly amount: Decimal;
  readonly reference: string | undefined;
  readonly note: string | undefined;
  readonly display_note: string | undefined;
};
const toCommon = (it: CommonMembers) => ({
  transactionId: it.transaction_id,
  date: it.transaction_date,
  amount: it.amount,
  reference: it.reference ?? null,
  note: it.note ?? null,
  displayNote: it.display_note ?? null,
});

type PaidMembers = CommonMembers & {
  readonly reason: string | undefined;
  readonly payment_type: string | undefined;
};
const toPaid = (it: PaidMembers) => ({
  ...toCommon(it),
  reason: it.reason ?? null,
  paymentType: it.payment_type ?? null,
});

/**
 * A transaction (§2), its fields by type (decisions 5).
 *
 * @param date of the transaction: which days are taken differs by endpoint.
 */
export const makeTransaction = (date: Codec<CalendarDate>): Codec<Transaction> => {
  const required = {
    transaction_id: identifier(MAX_LENGTH.identifier).described(
      "The client's identifier of the transaction, unique on the account.",
      'T-1',
    ),
    transaction_date: date.described('Posting date of the transaction.', '2019-10-03'),
    amount: decimal(MONEY).described('Any sign, but greater than zero for `PAYMENT` and `REPAYMENT`.', 71),
    type: choice(TRANSACTION_TYPES).described('Type of the transaction; determines which fields are used.'),
  };
  const every = { ...commonOptional, ...reason, ...paymentType, ...taxItems, ...supply };
  const notUsed = { ...required, ...every };

  const charge = record({
    name: 'CHARGE',
    required,
    optional: { ...commonOptional, ...reason, ...taxItems },
    notUsed,
  }).mapped<Charge>((it) => ({
    ...toCommon(it),
    type: 'CHARGE',
    reason: it.reason ?? null,
    taxItems: it.tax_items ?? null,
  }));
  const credit = record({
    name: 'CREDIT',
    required,
    optional: { ...commonOptional, ...reason },
    notUsed,
  }).mapped<Credit>((it) => ({ ...toCommon(it), type: 'CREDIT', reason: it.reason ?? null }));
  const paymentOf = (name: 'PAYMENT' | 'REPAYMENT') =>
    record({
      name,
      required,
      optional: { ...commonOptional, ...reason, ...paymentType },
      notUsed,
      rules: [allowedSign],
    });
  const payment = paymentOf('PAYMENT').mapped<Payment>((it) => ({ ...toPaid(it), type: 'PAYMENT' }));
  const repayment = paymentOf('REPAYMENT').mapped<Repayment>((it) => ({ ...toPaid(it), type: 'REPAYMENT' }));
  const supplyCharge = record({
    name: 'SUPPLY_CHARGE',
    required: { ...required, ...supply },
    optional: { ...commonOptional, ...taxItems },
    notUsed,
  }).mapped<SupplyCharge>((it) => ({
    ...toCommon(it),
    type: 'SUPPLY_CHARGE',
    productCode: it.product_code,
    lineItems: it.line_items,
    taxItems: it.tax_items ?? null,
  }));
  const ofUnknownType = record({ name: 'transaction', required, optional: every });

  const variants = {
    CHARGE: charge,
    CREDIT: credit,
    PAYMENT: payment,
    REPAYMENT: repayment,
    SUPPLY_CHARGE: supplyCharge,
  };
  return tagged<Transaction>('transaction', 'type', variants, ofUnknownType);
};

/** Body of `transactions/create/` (§4.2). */
export const makeCreateTransactionsBody = ({ maxItems }: Limits) =>
  record({
    name: 'transactions request',
    required: {
      ...accountFields,
      transactions: list(makeTransaction(calendarDate), { maxItems }).described('The transactions to add.'),
    },
    optional: {},
    rules: [
      (_, sent) =>
        repeated('duplicate_transaction_ids', 'transaction_id', [{ list: sent.transactions, path: ['transactions'] }]),
    ],
  });

/** A boolean query parameter: `true` or `false` in any letter case, `1` or `0` (decisions 5). */
export type QueryParameter = { readonly default: boolean; readonly description: string };

/** The query parameters of `transactions/create/` and `transactions/validate/` (§4.2). */
export const TRANSACTION_PARAMETERS = {
  check_previously_added: {
    default: true,
    description:
      'Check whether a transaction was already added. A transaction that was added gets `TRANSACTION_ALREADY_EXISTS` and is skipped. With `false`, nothing is checked, and every transaction is added again.',
  },
  force_add_to_current_statement: {
    default: true,
    description:
      'Move a date outside the open statement period to its nearest day, add an explanation to the note of the transaction, and pin a note to the account. With `false`, such a transaction is rejected.',
  },
} as const satisfies Readonly<Record<string, QueryParameter>>;

/** Returns the issue of a mismatch in the supply charge at `at`. */
export const toMismatchIssue = (at: Path, mismatch: SupplyChargeMismatch): Issue => {
  if (mismatch.kind === 'incorrect_line_item_net_amount') {
    const detail = `\`net_amount\` is ${mismatch.actual.toFixed()}, but \`price_per_unit\` × \`number_of_units\` is ${mismatch.expected.toFixed()}.`;
    return issueAt([...at, 'line_items', mismatch.lineItem, 'net_amount'], complain(mismatch.kind, detail));
  }
  const detail = `The amount is ${toMoney(mismatch.actual)}, but the net and tax amounts add up to ${toMoney(mismatch.expected)}.`;
  return issueAt([...at, 'amount'], complain(mismatch.kind, detail));
};
