import type { AnyCodec } from '@carryover/contract/codecs/codec';
import { calendarDate } from '@carryover/contract/codecs/scalars';
import { makeTransaction } from '@carryover/contract/codecs/transaction';
import { attrOf, type Issue } from '@carryover/contract/issue';
import { type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';

/** A body as the text of a request gives it. */
export const read = (text: string): JsonValue => {
  const parsed = parseJson(text, { maxDepth: 32 });
  if (E.isLeft(parsed)) throw new Error(`${text}: ${JSON.stringify(parsed.left)}`);
  return parsed.right;
};

/** A body that says what `value` says; write a number token of its own as `new JsonNumber('71.00')`. */
export const sent = (value: unknown): JsonValue => read(JSON.stringify(value));

/** Returns the issues of a body, in the form of the response. */
const issuesOf = (codec: AnyCodec, body: JsonValue): ReadonlyArray<Issue> => {
  const checked = codec.check(body);
  return E.isRight(checked) ? [] : checked.left;
};

/** `notes.0.body: blank`, in the order of the answer; empty if the body is right. */
export const errorsOf = (codec: AnyCodec, body: JsonValue): ReadonlyArray<string> =>
  issuesOf(codec, body).map(({ path, code }) => `${attrOf(path)}: ${code}`);

export const decoded = <A>(
  codec: { readonly check: (body: JsonValue) => E.Either<unknown, A> },
  body: JsonValue,
): A => {
  const result = codec.check(body);
  if (E.isLeft(result)) throw new Error(`${JSON.stringify(body)} is refused`);
  return result.right;
};

/** A transaction of any day. */
export const transaction = makeTransaction(calendarDate);

export const ACCOUNT = { import_supplier: 'SUPPLIER', external_account_number: 'EXTERNAL-1234' };
export const DECODED_ACCOUNT = { importSupplier: 'SUPPLIER', externalAccountNumber: 'EXTERNAL-1234' };

const common = { transaction_id: '1', transaction_date: '2019-10-03', amount: 71 };

/** The fewest fields of a line item, of a tax item, and of a transaction of each type. */
export const LINE_ITEM = {
  rate_band: 'CONSUMPTION_STANDARD',
  start_date: '2019-09-01',
  end_date: '2019-09-30',
  number_of_units: 142,
  net_amount: 71,
};
export const TAX_ITEM = { amount: 3.55, tax_type: 'VAT', value_taxed: 71, rate: 0.05, unit_type: 'PROPORTION' };
export const TRANSACTIONS = {
  CHARGE: { ...common, type: 'CHARGE' },
  CREDIT: { ...common, type: 'CREDIT' },
  PAYMENT: { ...common, type: 'PAYMENT' },
  REPAYMENT: { ...common, type: 'REPAYMENT' },
  SUPPLY_CHARGE: { ...common, type: 'SUPPLY_CHARGE', product_code: 'STANDARD', line_items: [LINE_ITEM] },
};
