import { type CalendarDate, parseCalendarDate, type StatementPeriod } from '@carryover/domain/calendar-date';
import { Decimal } from '@carryover/domain/decimal';
import type { LineItem, TaxItem, Transaction } from '@carryover/domain/transaction';
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { aCharge, aCredit, aPayment, aRepayment, aSupplyCharge } from '../support/a-transaction.ts';

const dayAt = (ms: number): CalendarDate => {
  const parsed = parseCalendarDate(new Date(ms).toISOString().slice(0, 10));
  if (O.isNone(parsed)) throw new Error(`no calendar day at ${ms}`);
  return parsed.value;
};
const daysBetween = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 86_400_000, max: Date.parse(to) / 86_400_000 })
    .map((at) => dayAt(at * 86_400_000));

/** Any day, and often one of a few weeks, so that two of them lie near each other. */
export const dayArb = fc.oneof(daysBetween('1900-01-01', '2199-12-31'), daysBetween('2026-05-20', '2026-07-10'));

export const periodArb: fc.Arbitrary<StatementPeriod> = fc
  .tuple(dayArb, dayArb, fc.integer({ min: 0, max: 3 }))
  .map(([a, b, open]) => ({ from: a < b ? a : b, to: open === 0 ? null : a < b ? b : a }));

/** A decimal of up to `places` places, often a small one, so that two of them are often equal. */
const decimalArb = (places: number): fc.Arbitrary<Decimal> =>
  fc
    .oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }))
    .map((units) => new Decimal(`${units}e-${places}`));

const orNull = <A>(arb: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(arb, { nil: null, freq: 2 });
const textArb = orNull(fc.constantFrom('', 'a', 'A', '"a"'));
const codeArb = fc.constantFrom('VAT', 'A');

const lineItemArb: fc.Arbitrary<LineItem> = fc.record({
  rateBand: codeArb,
  startDate: dayArb,
  endDate: dayArb,
  numberOfUnits: decimalArb(4),
  netAmount: decimalArb(10),
  pricePerUnit: orNull(decimalArb(7)),
  units: orNull(fc.array(decimalArb(4), { maxLength: 2 })),
});

const taxItemArb: fc.Arbitrary<TaxItem> = fc.record({
  amount: decimalArb(10),
  taxType: codeArb,
  valueTaxed: decimalArb(5),
  rate: decimalArb(5),
  unitType: fc.constantFrom('PROPORTION', 'CURRENCY_PER_KWH'),
});

const common = {
  transactionId: fc.constantFrom('1', '2', '3', '4', '5'),
  date: dayArb,
  amount: decimalArb(2),
  reference: textArb,
  note: textArb,
  displayNote: textArb,
};
const taxItems = orNull(fc.array(taxItemArb, { maxLength: 2 }));

const ofEachType: ReadonlyArray<fc.Arbitrary<Transaction>> = [
  fc.record({ ...common, reason: textArb, taxItems }).map(aCharge),
  fc.record({ ...common, reason: textArb }).map(aCredit),
  fc.record({ ...common, reason: textArb, paymentType: textArb }).map(aPayment),
  fc.record({ ...common, reason: textArb, paymentType: textArb }).map(aRepayment),
  fc
    .record({
      ...common,
      productCode: codeArb,
      lineItems: fc.array(lineItemArb, { minLength: 1, maxLength: 2 }),
      taxItems,
    })
    .map(aSupplyCharge),
];

/** A transaction of any type, with any of its fields; its id is one of a few. */
export const transactionArb = fc.oneof(...ofEachType);

/** Two transactions of one type. */
export const sameTypeArb = fc.oneof(...ofEachType.map((arb) => fc.tuple(arb, arb)));
