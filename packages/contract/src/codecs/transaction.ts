import type { CalendarDate } from '@carryover/domain/calendar-date';
import { type Decimal, MONEY } from '@carryover/domain/decimal';
import {
  hasAllowedSign,
  type LineItem,
  startsBeforeItEnds,
  type TaxItem,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
  UNIT_TYPES,
} from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { complain, type Issue, issueAt } from '../issue.ts';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { accountFields } from './account-ref.ts';
import { type Codec, list } from './codec.ts';
import { type Rule, record, tagged } from './record.ts';
import { repeated } from './repeated.ts';
import { calendarDate, choice, decimal, freeText, identifier, vocabularyCode } from './scalars.ts';

const FINE: ReadonlyArray<Issue> = [];

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
      'Units in parts, as the client keeps them.',
      [70, 72],
    ),
  },
  rules: [
    ({ start_date: startDate, end_date: endDate }) => {
      if (startDate === undefined || endDate === undefined) return FINE;
      const order = startsBeforeItEnds({ startDate, endDate });
      return E.isRight(order) ? FINE : [issueAt(['end_date'], complain(order.left.kind))];
    },
  ],
  to: (it) => ({
    rateBand: it.rate_band,
    startDate: it.start_date,
    endDate: it.end_date,
    numberOfUnits: it.number_of_units,
    netAmount: it.net_amount,
    pricePerUnit: it.price_per_unit ?? null,
    units: it.units ?? null,
  }),
});

const taxItem: Codec<TaxItem> = record({
  name: 'tax item',
  required: {
    amount: decimal({ integerDigits: 10, decimalPlaces: 10 }).described('Amount of the tax.', '3.55'),
    tax_type: vocabularyCode.described('Kind of tax.', 'VAT'),
    value_taxed: decimal({ integerDigits: 15, decimalPlaces: 5 }).described('What the tax is raised on.', 71),
    rate: decimal({ integerDigits: 15, decimalPlaces: 5 }).described('Rate of the tax, a proportion of 1.', '0.05'),
    unit_type: choice(UNIT_TYPES).described('What the rate counts in.', 'PROPORTION'),
  },
  optional: {},
  to: (it) => ({
    amount: it.amount,
    taxType: it.tax_type,
    valueTaxed: it.value_taxed,
    rate: it.rate,
    unitType: it.unit_type,
  }),
});

const commonOptional = {
  reference: identifier(MAX_LENGTH.identifier).described('Reference of the payment.', 'DD-2019-10-0001'),
  note: freeText(MAX_LENGTH.freeText).described('Internal note.', 'Carried over from the old ledger.'),
  display_note: freeText(MAX_LENGTH.freeText).described('Note the customer sees.', 'Opening balance'),
};
const reason = {
  reason: vocabularyCode.described('Why the transaction was made: an open vocabulary.', 'ACCOUNT_CHARGE_PAYMENT'),
};
const paymentType = {
  payment_type: vocabularyCode.described('How it was paid: an open vocabulary.', 'DD_REGULAR_COLLECTION'),
};
const taxItems = { tax_items: list(taxItem).described('Taxes within the amount.') };
const supply = {
  product_code: identifier(MAX_LENGTH.identifier).described('Product supplied.', 'ELECTRICITY-STANDARD'),
  line_items: list(lineItem, { minItems: 1 }).described('What the charge is made of.'),
};
const allowedSign: Rule<{ readonly amount: Decimal; readonly type: TransactionType }> = ({ amount, type }) => {
  if (amount === undefined || type === undefined) return FINE;
  const sign = hasAllowedSign({ amount, type });
  return E.isRight(sign) ? FINE : [issueAt(['amount'], complain(sign.left.kind))];
};

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
    amount: decimal(MONEY).described('Any sign, but above zero for `PAYMENT` and `REPAYMENT`.', 71),
    type: choice(TRANSACTION_TYPES).described('Which fields are used depends on it.'),
  };
  const every = { ...commonOptional, ...reason, ...paymentType, ...taxItems, ...supply };
  const notUsed = { ...required, ...every };

  const charge = record({
    name: 'CHARGE',
    required,
    optional: { ...commonOptional, ...reason, ...taxItems },
    notUsed,
    to: (it): Transaction => ({
      ...toCommon(it),
      type: 'CHARGE',
      reason: it.reason ?? null,
      taxItems: it.tax_items ?? null,
    }),
  });
  const credit = record({
    name: 'CREDIT',
    required,
    optional: { ...commonOptional, ...reason },
    notUsed,
    to: (it): Transaction => ({ ...toCommon(it), type: 'CREDIT', reason: it.reason ?? null }),
  });
  const paymentOf = (type: 'PAYMENT' | 'REPAYMENT') =>
    record({
      name: type,
      required,
      optional: { ...commonOptional, ...reason, ...paymentType },
      notUsed,
      rules: [allowedSign],
      to: (it): Transaction => ({
        ...toCommon(it),
        type,
        reason: it.reason ?? null,
        paymentType: it.payment_type ?? null,
      }),
    });
  const supplyCharge = record({
    name: 'SUPPLY_CHARGE',
    required: { ...required, ...supply },
    optional: { ...commonOptional, ...taxItems },
    notUsed,
    to: (it): Transaction => ({
      ...toCommon(it),
      type: 'SUPPLY_CHARGE',
      productCode: it.product_code,
      lineItems: it.line_items,
      taxItems: it.tax_items ?? null,
    }),
  });
  // Finds what else is wrong with a transaction whose type is: never succeeds, because its type does not.
  const ofNoKnownType = record({
    name: 'transaction',
    required,
    optional: every,
    to: (it): Transaction => ({ ...toCommon(it), type: 'CREDIT', reason: null }),
  });

  const variants = new Map([
    ['CHARGE', charge],
    ['CREDIT', credit],
    ['PAYMENT', paymentOf('PAYMENT')],
    ['REPAYMENT', paymentOf('REPAYMENT')],
    ['SUPPLY_CHARGE', supplyCharge],
  ]);
  return tagged('transaction', 'type', variants, ofNoKnownType);
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
    to: (it) => it,
  });
