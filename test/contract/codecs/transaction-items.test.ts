import { describe, expect, it } from 'vitest';
import { errorsOf, LINE_ITEM, sent, TAX_ITEM, TRANSACTIONS, transaction } from '../a-body.ts';

const { CHARGE, SUPPLY_CHARGE } = TRANSACTIONS;
const without = (item: object, name: string): object =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));

/** The errors of a line or tax item that follows a right one, by their place in it. */
const errorsOfLine = (item: unknown): ReadonlyArray<string> =>
  errorsOf(transaction, sent({ ...SUPPLY_CHARGE, line_items: [LINE_ITEM, item] })).map((error) =>
    error.replace(/^line_items\.1\.?/, ''),
  );
const errorsOfTax = (item: unknown): ReadonlyArray<string> =>
  errorsOf(transaction, sent({ ...CHARGE, tax_items: [TAX_ITEM, item] })).map((error) =>
    error.replace(/^tax_items\.1\.?/, ''),
  );

describe('a line item (decisions 5)', () => {
  it.each(Object.keys(LINE_ITEM))('needs %s', (name) => {
    expect(errorsOfLine(without(LINE_ITEM, name))).toEqual([`${name}: required`]);
  });

  it.each(['price_per_unit', 'units'])('may leave %s out, but not send null', (name) => {
    expect(errorsOfLine(LINE_ITEM)).toEqual([]);
    expect(errorsOfLine({ ...LINE_ITEM, [name]: null })).toEqual([`${name}: null`]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['a list', [], [': invalid']],
    ['nothing in it', {}, Object.keys(LINE_ITEM).map((name) => `${name}: required`)],
    ['another field', { ...LINE_ITEM, tax_type: 'VAT' }, ['tax_type: unknown_field']],
    ['a constructor', { ...LINE_ITEM, constructor: 1 }, ['constructor: unknown_field']],
    ['a rate band in small letters', { ...LINE_ITEM, rate_band: 'standard' }, ['rate_band: invalid']],
    ['a rate band that is not known', { ...LINE_ITEM, rate_band: 'NIGHT_2' }, []],
    ['one day', { ...LINE_ITEM, end_date: '2019-09-01' }, []],
    ['dates reversed', { ...LINE_ITEM, end_date: '2019-08-31' }, ['end_date: start_date_later_than_end_date']],
    ['dates reversed, one no day', { ...LINE_ITEM, end_date: '2019-02-29' }, ['end_date: invalid']],
    ['units that are not a list', { ...LINE_ITEM, units: 1 }, ['units: invalid']],
    [
      'units of all sorts',
      { ...LINE_ITEM, units: [1, null, 'a', {}, '2'] },
      ['units.1: null', 'units.2: invalid', 'units.3: invalid'],
    ],
  ])('of %s', (_, item, errors) => {
    expect(errorsOfLine(item)).toEqual(errors);
  });

  it('there is one at least', () => {
    expect(errorsOf(transaction, sent({ ...SUPPLY_CHARGE, line_items: [] }))).toEqual(['line_items: min_items']);
  });
});

describe('a tax item (decisions 5)', () => {
  it.each(Object.keys(TAX_ITEM))('needs %s', (name) => {
    expect(errorsOfTax(without(TAX_ITEM, name))).toEqual([`${name}: required`]);
    expect(errorsOfTax({ ...TAX_ITEM, [name]: null })).toEqual([`${name}: null`]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['a string', 'VAT', [': invalid']],
    ['nothing in it', {}, Object.keys(TAX_ITEM).map((name) => `${name}: required`)],
    ['another field', { ...TAX_ITEM, note: 'a' }, ['note: unknown_field']],
    ['a tax that is not known', { ...TAX_ITEM, tax_type: 'GST_2' }, []],
    ['a tax in small letters', { ...TAX_ITEM, tax_type: 'vat' }, ['tax_type: invalid']],
    ['a price for each kWh', { ...TAX_ITEM, unit_type: 'CURRENCY_PER_KWH' }, []],
    ['a unit that is not known', { ...TAX_ITEM, unit_type: 'PERCENT' }, ['unit_type: invalid_choice']],
    ['a unit that is a number', { ...TAX_ITEM, unit_type: 1 }, ['unit_type: invalid']],
    ['negative figures', { ...TAX_ITEM, amount: -3.55, value_taxed: -71, rate: '-0.05' }, []],
  ])('of %s', (_, item, errors) => {
    expect(errorsOfTax(item)).toEqual(errors);
  });

  it('there may be none', () => {
    expect(errorsOf(transaction, sent({ ...CHARGE, tax_items: [] }))).toEqual([]);
  });
});
