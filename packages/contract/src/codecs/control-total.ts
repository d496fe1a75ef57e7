import { type ControlTotal, type CountedType, keyOf, TOTAL_TYPES } from '@carryover/domain/control-total';
import { type Decimal, type DecimalBounds, type DecimalFailure, parseDecimalNumber } from '@carryover/domain/decimal';
import type { TransactionType } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { type Complaint, complain, issueAt } from '../issue.ts';
import { JsonNumber, type JsonObject } from '../json/exact-json.ts';
import { MAX_LENGTH, MAX_TOTALS } from '../limits.ts';
import { type Codec, type JsonSchema, list, type Read, type Rule, record, repeated, scalar, tagged } from './codec.ts';
import { choice, decimal, decimalOrEmpty, flag, identifier } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

/** The sum of a whole ledger can be large. As a JSON number it still has at most 15 significant digits. */
const SUM: DecimalBounds = { integerDigits: 30, decimalPlaces: 2 };

/** Up to 15 digits, so that every count is exact as a JavaScript number. */
const parseCount = parseDecimalNumber({ integerDigits: 15, decimalPlaces: 0 });
const DIGITS = /^(?:0|[1-9][0-9]*)$/;

const ofCount = ({ kind }: DecimalFailure): Complaint =>
  kind === 'max_digits' || kind === 'inexact_number'
    ? complain('max_digits', 'Must have at most 15 digits.')
    : notACount;
const COUNT_SCHEMA: JsonSchema = {
  description: 'A whole number of at most 15 digits, 0 or more.',
  anyOf: [
    { title: 'Number', type: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
    {
      title: 'String',
      type: 'string',
      pattern: '^(?:0|[1-9][0-9]{0,14})$',
      description: 'Its digits, no leading zeros.',
    },
  ],
};
const notACount = complain('invalid', 'Must be a whole number of 0 or more.');

const readCount: Read<number> = (value, issues) => {
  const token = value instanceof JsonNumber ? value.text : value;
  if (typeof token !== 'string' || !(value instanceof JsonNumber || DIGITS.test(token))) return issues.add(notACount);
  const parsed = parseCount(token);
  if (E.isLeft(parsed)) return issues.add(ofCount(parsed.left));
  return parsed.right.isNegative() ? issues.add(notACount) : parsed.right.toNumber();
};

/** A JSON number, checked by its value, or its digits as a string. */
const count = scalar('count', COUNT_SCHEMA, readCount);

/** `sum`: up to 30 digits before and 2 after the point. */
const ofTransactions = <T extends TransactionType>(type: T) =>
  record({
    name: `control total of ${type}`,
    required: {
      external_account_number: accountFields.external_account_number,
      ledger_number: identifier(MAX_LENGTH.identifier).described('Ledger of the transactions.', 'L-DEMO-1'),
      type: choice([type]).described('Type of the transactions counted.', type),
      count: count.described('Number of transactions.', 1),
      sum: decimal(SUM).described('The sum of their amounts.', '71.00'),
    },
  });

/** A field that has no value for a type: left out, or empty as in a column of CSV. @param value the value of the member. */
const empty = <A>(value: A, detail: string): Codec<A> =>
  scalar('empty', { type: 'string', maxLength: 0 }, (sent, issues) =>
    sent === '' ? value : issues.add(complain('field_not_used_with_type', detail)),
  );
const noSum = empty(
  null,
  'NOTE, BILLING_DOCUMENT and PAYMENT_INSTRUCTION rows have only a count. Leave the sum empty.',
).described('Left out, or empty: there is only a count.', '');

/** Of statements that have a sum, it is compared, too. */
const optionalSum = decimalOrEmpty(SUM).described(
  'The sum of their gross amounts. Left out, or empty: only the count is compared.',
  '112.12',
);
const noLedger = empty(
  '',
  'Notes, statements and payment instructions belong to no ledger. Leave the ledger number empty.',
).described('Left out, or empty: the items belong to no ledger.', '');

const commonOf = <T extends CountedType>(type: T) => ({
  external_account_number: accountFields.external_account_number,
  type: choice([type]).described('Type of the items counted.', type),
  count: count.described('Number of items.', 1),
});

const ofBillingDocuments = record({
  name: 'control total of BILLING_DOCUMENT',
  required: {
    ...commonOf('BILLING_DOCUMENT'),
    ledger_number: identifier(MAX_LENGTH.identifier).described('Ledger of the documents.', 'L-DEMO-1'),
  },
  optional: { sum: noSum },
});

const ofAccount = <T extends Exclude<CountedType, 'BILLING_DOCUMENT'>, S extends Decimal | null>(
  type: T,
  sum: Codec<S>,
) =>
  record({
    name: `control total of ${type}`,
    required: commonOf(type),
    optional: { ledger_number: noLedger, sum },
    defaults: { ledger_number: '' },
  });

const anything = scalar('anything', {}, (value) => value);

/** A row whose type is missing or unknown: it is never valid, and its only issue is the type. */
const ofUnknownType = record({
  name: 'control total',
  required: { type: choice(TOTAL_TYPES) },
  optional: { external_account_number: anything, ledger_number: anything, count: anything, sum: anything },
});

/**
 * A control total as the client sends it or has it in a file: of transactions, or the count of the notes, statements or payment
 * instructions of an account or of the billing documents of a ledger. Of these, only statements can have a sum, and only documents
 * have a ledger. A count has up to 15 digits.
 */
export const controlTotal: Codec<ControlTotal> = tagged<ControlTotal>(
  'control total',
  'type',
  {
    CHARGE: ofTransactions('CHARGE'),
    CREDIT: ofTransactions('CREDIT'),
    PAYMENT: ofTransactions('PAYMENT'),
    REPAYMENT: ofTransactions('REPAYMENT'),
    SUPPLY_CHARGE: ofTransactions('SUPPLY_CHARGE'),
    NOTE: ofAccount('NOTE', noSum),
    STATEMENT: ofAccount('STATEMENT', optionalSum),
    PAYMENT_INSTRUCTION: ofAccount('PAYMENT_INSTRUCTION', noSum),
    BILLING_DOCUMENT: ofBillingDocuments,
  },
  ofUnknownType,
);

const keyOfValid = (total: JsonObject): string | null => {
  const valid = controlTotal.check(total);
  return E.isRight(valid) ? keyOf(valid.right) : null;
};

/**
 * Returns an issue for each total whose account, ledger and type an earlier one has: adding them up or taking one would be a
 * guess. As in a file of control totals, a total that is invalid is neither.
 */
const totalOnce: Rule<unknown> = (_, { totals }, max) =>
  Array.isArray(totals) && totals.length > MAX_TOTALS
    ? []
    : repeated(
        [{ list: totals, path: ['totals'] }],
        keyOfValid,
        (path, first) =>
          issueAt(
            path,
            complain('invalid', `The total of this account, ledger and type is already at totals.${first}.`),
          ),
        max,
      );

/** Body of `control-totals/compare/` (decisions 13). */
export const compareControlTotalsBody = record({
  name: 'control totals request',
  required: {
    import_supplier: accountFields.import_supplier,
    totals: list(controlTotal, { maxItems: MAX_TOTALS }).described(
      "The client's totals, one per row; each account, ledger and type at most once.",
    ),
  },
  rules: [totalOnce],
});

/** Body of `control-totals/register/` (decisions 20). The same row twice is one total; rules of a set are those of `addToSet`. */
export const registerControlTotalsBody = record({
  name: 'registered control totals request',
  required: {
    import_supplier: accountFields.import_supplier,
    set: identifier(MAX_LENGTH.identifier).described('A name of your choice for the set of totals.', 'FINAL-2026-11'),
    totals: list(controlTotal, { maxItems: MAX_TOTALS }).described(
      'Some totals of the set, one per row. Their accounts need not be imported yet.',
    ),
  },
  optional: {
    complete: flag.described('True to end the set: it then takes no more totals.', true),
  },
  defaults: { complete: false },
});
