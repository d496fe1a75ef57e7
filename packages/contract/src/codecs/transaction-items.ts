import { checkLineItemPeriod, type LineItem, type TaxItem, UNIT_TYPES } from '@carryover/domain/transaction';
import type { Codec } from './base/codec.ts';
import { issuesAt, list, record } from './base/containers.ts';
import { calendarDate, choice, decimal, vocabularyCode } from './base/scalars.ts';

/** A line item of a supply charge (§2). */
export const lineItem: Codec<LineItem> = record({
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
export const taxItem: Codec<TaxItem> = record({
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
