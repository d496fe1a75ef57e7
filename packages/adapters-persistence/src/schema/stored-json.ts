import { UNIT_TYPES } from '@carryover/domain/transaction';
import * as t from 'io-ts';
import { calendarDate, dateTime, oneOf, orNull } from './stored-value.ts';

/** A line item, its decimals as texts. */
const lineItem = t.type({
  rate_band: t.string,
  start_date: calendarDate,
  end_date: calendarDate,
  number_of_units: t.string,
  net_amount: t.string,
  price_per_unit: orNull(t.string),
  units: orNull(t.array(t.string)),
});
export const lineItems = t.array(lineItem);

/** A tax item, its decimals as texts. */
const taxItem = t.type({
  amount: t.string,
  tax_type: t.string,
  value_taxed: t.string,
  rate: t.string,
  unit_type: oneOf(UNIT_TYPES),
});
export const taxItems = t.array(taxItem);

const differences = t.array(t.type({ field: t.string, recorded: orNull(t.string), submitted: orNull(t.string) }));
const note = t.type({ createdAt: dateTime, body: orNull(t.string), documentPaths: t.array(t.string) });
const mismatch = t.type({ kind: t.string, expected: t.string, actual: t.string });

/** Data of an accepted request for the reconciliation. */
export const storedFindings = t.intersection([
  t.type({
    unknownFields: t.array(t.string),
    conflicts: t.array(t.type({ transactionId: t.string, differences })),
    noteConflicts: t.array(t.type({ note, differences })),
    supplyChargeMismatches: t.array(t.type({ transactionId: t.string, mismatches: t.array(mismatch) })),
  }),
  t.partial({ checkPreviouslyAdded: t.literal(false) }),
]);

/**
 * The failing items of a refused request: what identifies each, and of its error what differs from the request's first one.
 * `note` and `instruction` are SHA-256 in hexadecimal, `shown` is a payment instruction with its reference masked.
 */
export const storedFailingItems = t.array(
  t.partial({
    transaction: t.string,
    statement: t.string,
    document: t.string,
    ledger: t.string,
    note: t.string,
    created_at: dateTime,
    instruction: t.string,
    shown: t.string,
    path: t.string,
    code: t.string,
    detail: t.string,
    value: orNull(t.string),
  }),
);
