import {
  COUNTED_TYPES,
  type ControlTotal,
  type CountedType,
  keyOf,
  TOTAL_TYPES,
} from '@carryover/domain/control-total';
import { type DecimalBounds, type DecimalFailure, parseDecimalNumber, ZERO } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { type Complaint, complain, issueAt } from '../issue.ts';
import { JsonNumber, type JsonObject } from '../json/exact-json.ts';
import { MAX_LENGTH } from '../limits.ts';
import { type Codec, type JsonSchema, list, type Read, type Rule, record, repeated, scalar, tagged } from './codec.ts';
import { choice, decimal, identifier } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

/** A control total of transactions: the only kind that has a sum. */
type TransactionTotal = ControlTotal & { readonly type: TransactionType };

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

/**
 * A control total as the client sends it (decisions 13, 14): `{external_account_number, ledger_number, type, count, sum}`.
 * `count`: 0 or more, up to 15 digits; `sum`: up to 30 digits before and 2 after the point.
 */
export const controlTotal: Codec<TransactionTotal> = record({
  name: 'control total',
  required: {
    external_account_number: accountFields.external_account_number,
    ledger_number: identifier(MAX_LENGTH.identifier).described('Ledger of the transactions.', 'L-DEMO-1'),
    type: choice(TRANSACTION_TYPES).described('Type of the transactions counted.'),
    count: count.described('Number of transactions.', 1),
    sum: decimal(SUM).described('The sum of their amounts.', '71.00'),
  },
});

/** Maximum number of totals per request (decisions 13). */
const MAX_TOTALS = 10_000;

const keyOfValid = (total: JsonObject): string | null => {
  const valid = controlTotal.check(total);
  return E.isRight(valid) ? keyOf(valid.right) : null;
};

/**
 * Returns an issue for each total whose account, ledger and type an earlier one has: adding them up or taking one would be a
 * guess. As in a file of control totals, a total that is invalid is neither.
 */
const totalOnce: Rule<unknown> = (_, { totals }) =>
  Array.isArray(totals) && totals.length > MAX_TOTALS
    ? []
    : repeated([{ list: totals, path: ['totals'] }], keyOfValid, (path, first) =>
        issueAt(path, complain('invalid', `The total of this account, ledger and type is already at totals.${first}.`)),
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

/** A field that has no value for a type: left out, or empty as in a column of CSV. @param value the value of the member. */
const empty = <A>(value: A, detail: string): Codec<A> =>
  scalar('empty', { type: 'string', maxLength: 0 }, (sent, issues) =>
    sent === '' ? value : issues.add(complain('field_not_used_with_type', detail)),
  );
const noSum = empty(ZERO, `${COUNTED_TYPES.join(', ')} rows have only a count. Leave the sum empty.`);
const noLedger = empty('', 'Notes and statements do not belong to a ledger. Leave the ledger number empty.');

const commonOf = <T extends CountedType>(type: T) => ({
  external_account_number: accountFields.external_account_number,
  type: choice([type]),
  count,
});

const ofBillingDocuments = record({
  name: 'control total of BILLING_DOCUMENT',
  required: { ...commonOf('BILLING_DOCUMENT'), ledger_number: identifier(MAX_LENGTH.identifier) },
  optional: { sum: noSum },
  defaults: { sum: ZERO },
});

const ofAccount = <T extends 'NOTE' | 'STATEMENT'>(type: T) =>
  record({
    name: `control total of ${type}`,
    required: commonOf(type),
    optional: { ledger_number: noLedger, sum: noSum },
    defaults: { ledger_number: '', sum: ZERO },
  });

const anything = scalar('anything', {}, (value) => value);

/** A row whose type is missing or unknown: it is never valid, and its only issue is the type. */
const ofUnknownType = record({
  name: 'control total',
  required: { type: choice(TOTAL_TYPES) },
  optional: { external_account_number: anything, ledger_number: anything, count: anything, sum: anything },
});

/**
 * A row of a file of control totals: a control total of transactions, or the count of the notes or statements of an account or
 * of the billing documents of a ledger. Rows of the latter have an empty sum, notes and statements an empty ledger number.
 */
export const controlFileRow: Codec<ControlTotal> = tagged<ControlTotal>(
  'control file row',
  'type',
  {
    CHARGE: controlTotal,
    CREDIT: controlTotal,
    PAYMENT: controlTotal,
    REPAYMENT: controlTotal,
    SUPPLY_CHARGE: controlTotal,
    NOTE: ofAccount('NOTE'),
    STATEMENT: ofAccount('STATEMENT'),
    BILLING_DOCUMENT: ofBillingDocuments,
  },
  ofUnknownType,
);
