import type { CalendarDate } from '@carryover/domain/calendar-date';
import { type Decimal, MONEY } from '@carryover/domain/decimal';
import {
  type Charge,
  type Credit,
  checkSign,
  type Payment,
  type Repayment,
  type SupplyCharge,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionType,
} from '@carryover/domain/transaction';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { accountFields } from './account-ref.ts';
import type { Codec } from './base/codec.ts';
import { issuesAt, list, type Rule, record, repeated, tagged } from './base/containers.ts';
import { calendarDate, choice, decimal, freeText, identifier, vocabularyCode } from './base/scalars.ts';
import { lineItem, taxItem } from './transaction-items.ts';

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
