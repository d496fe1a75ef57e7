import type { CalendarDate } from '@carryover/domain/calendar-date';
import { type Decimal, MONEY, toMoney } from '@carryover/domain/decimal';
import {
  checkLineItemPeriod,
  checkSign,
  type LineItem,
  type SupplyChargeMismatch,
  type TaxItem,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
  UNIT_TYPES,
} from '@carryover/domain/transaction';
import { complain, type Issue, issueAt, type Path } from '../issue.ts';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import {
  type AnyCodec,
  type Codec,
  issuesAt,
  list,
  type Rule,
  record,
  repeatedIds,
  type SentList,
  tagged,
} from './codec.ts';
import { calendarDate, choice, decimal, freeText, identifier, parameter, vocabularyCode } from './scalars.ts';
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
    ({ startDate, endDate }) =>
      startDate === undefined || endDate === undefined
        ? []
        : issuesAt('end_date', checkLineItemPeriod({ startDate, endDate })),
  ],
});

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
});

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

const names = { transaction_date: 'date' } as const;

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

  const ofType = <O extends Record<string, AnyCodec>>(name: TransactionType, optional: O) =>
    record({ name, required, optional, names, notUsed, rules: [allowedSign] });
  const paid = { ...commonOptional, ...reason, ...paymentType };
  const variants = {
    CHARGE: ofType('CHARGE', { ...commonOptional, ...reason, ...taxItems }),
    CREDIT: ofType('CREDIT', { ...commonOptional, ...reason }),
    PAYMENT: ofType('PAYMENT', paid),
    REPAYMENT: ofType('REPAYMENT', paid),
    SUPPLY_CHARGE: record({
      name: 'SUPPLY_CHARGE',
      required: { ...required, ...supply },
      optional: { ...commonOptional, ...taxItems },
      names,
      notUsed,
    }),
  };
  const ofUnknownType = record({ name: 'transaction', required, optional: every });
  return tagged<Transaction>('transaction', 'type', variants, ofUnknownType);
};

const REPEATED = complain('duplicate_transaction_ids');

/** Returns an issue for each `transaction_id` that occurs earlier in the lists, up to `max`. */
export const repeatedTransactions = (lists: ReadonlyArray<SentList>, max: number): ReadonlyArray<Issue> =>
  repeatedIds('transaction_id', REPEATED, lists, max);

/** Body of `transactions/create/` (§4.2). */
export const makeCreateTransactionsBody = ({ maxItems }: Limits) =>
  record({
    name: 'transactions request',
    required: {
      ...accountFields,
      transactions: list(makeTransaction(calendarDate), { maxItems }).described('The transactions to add.'),
    },
    rules: [(_, sent, max) => repeatedTransactions([{ list: sent.transactions, path: ['transactions'] }], max)],
  });

/** The query parameters of `transactions/create/` and `transactions/validate/` (§4.2). */
export const transactionParameters = record({
  name: 'query parameters',
  unknown: 'unknown_parameter',
  required: {},
  optional: {
    check_previously_added: parameter.described(
      'Check whether a transaction was already added. A transaction that was added gets `TRANSACTION_ALREADY_EXISTS` and is skipped. With `false`, nothing is checked, and every transaction is added again.',
    ),
    force_add_to_current_statement: parameter.described(
      'Move a date outside the open statement period to its nearest day, add an explanation to the note of the transaction, and pin a note to the account. With `false`, such a transaction is rejected.',
    ),
  },
  defaults: { check_previously_added: true, force_add_to_current_statement: true },
});

/** Returns the issue of a mismatch in the supply charge at `at`. */
export const toMismatchIssue = (at: Path, mismatch: SupplyChargeMismatch): Issue => {
  if (mismatch.kind === 'incorrect_line_item_net_amount') {
    const detail = `\`net_amount\` is ${mismatch.actual.toFixed()}, but \`price_per_unit\` × \`number_of_units\` is ${mismatch.expected.toFixed()}.`;
    return issueAt([...at, 'line_items', mismatch.lineItem, 'net_amount'], complain(mismatch.kind, detail));
  }
  const detail = `The amount is ${toMoney(mismatch.actual)}, but the net and tax amounts add up to ${toMoney(mismatch.expected)}.`;
  return issueAt([...at, 'amount'], complain(mismatch.kind, detail));
};
