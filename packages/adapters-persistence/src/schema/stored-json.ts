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

/** Data of an accepted request for the reconciliation. Records of earlier releases have no list of note conflicts. */
export const storedFindings = t.intersection([
  t.type({
    unknownFields: t.array(t.string),
    conflicts: t.array(t.type({ transactionId: t.string, differences })),
    supplyChargeMismatches: t.array(t.type({ transactionId: t.string, mismatches: t.array(mismatch) })),
  }),
  t.partial({ noteConflicts: t.array(t.type({ note, differences })) }),
]);
