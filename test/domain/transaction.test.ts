import { Decimal } from '@carryover/domain/decimal';
import {
  checkLineItemPeriod,
  checkSign,
  supplyChargeMismatches,
  TRANSACTION_TYPES,
  transactionName,
  UNIT_TYPES,
} from '@carryover/domain/transaction';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aLineItem, aSupplyCharge, aTaxItem, day, decimal } from '../support/a-transaction.ts';

describe('the closed vocabularies (§2, decisions 5)', () => {
  it('are type and unit_type', () => {
    expect(TRANSACTION_TYPES.toSorted()).toEqual(['CHARGE', 'CREDIT', 'PAYMENT', 'REPAYMENT', 'SUPPLY_CHARGE']);
    expect(UNIT_TYPES.toSorted()).toEqual(['CURRENCY_PER_KWH', 'PROPORTION']);
  });
});

describe('amounts of payments and repayments are above zero, others have any sign (decisions 5)', () => {
  it.each(
    TRANSACTION_TYPES.flatMap((type) =>
      ['-9999999999.99', '-0.01', '-0', '0', '0.01', '9999999999.99'].map((amount) => {
        const isRefused = (type === 'PAYMENT' || type === 'REPAYMENT') && !amount.match(/^\d.*[1-9]$/);
        return [type, amount, isRefused ? E.left({ kind: 'invalid_amount', type }) : E.right(undefined)] as const;
      }),
    ),
  )('%s of %s', (type, amount, expected) => {
    expect(checkSign({ type, amount: decimal(amount) })).toEqual(expected);
  });
});

describe('a line item starts no later than it ends (decisions 5)', () => {
  it.each([
    ['2026-06-01', '2026-06-30', E.right(undefined)],
    ['2026-06-01', '2026-06-01', E.right(undefined)],
    ['2026-06-02', '2026-06-01', E.left({ kind: 'start_date_later_than_end_date' })],
    ['2026-01-01', '2025-12-31', E.left({ kind: 'start_date_later_than_end_date' })],
  ])('%s to %s', (startDate, endDate, expected) => {
    expect(checkLineItemPeriod({ startDate: day(startDate), endDate: day(endDate) })).toEqual(expected);
  });
});

describe('how texts name a transaction', () => {
  it.each([
    ['CHARGE', 'Charge 1'],
    ['CREDIT', 'Credit 1'],
    ['PAYMENT', 'Payment 1'],
    ['REPAYMENT', 'Repayment 1'],
    ['SUPPLY_CHARGE', 'Supply charge 1'],
  ] as const)('%s: %s', (type, name) => {
    expect(transactionName({ type, transactionId: '1' })).toBe(name);
  });

  it('keeps the identifier as sent', () => {
    expect(transactionName({ type: 'PAYMENT', transactionId: ' a_B $& ' })).toBe('Payment  a_B $& ');
  });
});

const TOTAL = 'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount';
const LINE = 'incorrect_line_item_net_amount';

const line = (netAmount: string, pricePerUnit: string | null, numberOfUnits = '1') =>
  aLineItem({
    netAmount: decimal(netAmount),
    pricePerUnit: pricePerUnit === null ? null : decimal(pricePerUnit),
    numberOfUnits: decimal(numberOfUnits),
  });
const charge = (amount: string, nets: ReadonlyArray<string>, taxes: ReadonlyArray<string> = []) =>
  aSupplyCharge({
    amount: decimal(amount),
    lineItems: nets.map((net) => line(net, null)),
    taxItems: taxes.map((tax) => aTaxItem({ amount: decimal(tax) })),
  });
const lineMismatches = (items: ReturnType<typeof aSupplyCharge>['lineItems']) =>
  supplyChargeMismatches(aSupplyCharge({ lineItems: items })).filter(({ kind }) => kind === LINE);

describe('a net amount is price × units to within 0.01 inclusive (decisions 5)', () => {
  it.each([
    ['10.00', '2.5', '4'],
    ['10.01', '2.5', '4'],
    ['9.99', '2.5', '4'],
    ['-10.01', '-2.5', '4'],
    ['-10', '2.5', '-4'],
    ['0.01', '0', '4'],
    ['999999999999.9999', '1', '999999999999.9999'],
    ['0', '0.0000001', '0.0001'],
  ])('%s is near %s × %s', (net, price, units) => {
    expect(lineMismatches([line(net, price, units)])).toEqual([]);
  });

  it.each([
    ['10.0100000001', '2.5', '4', '10'],
    ['9.9899999999', '2.5', '4', '10'],
    ['10', '-2.5', '4', '-10'],
    ['0.02', '0', '4', '0'],
    ['1', '99999999.9999999', '999999999999.9999', '99999999999999890000.00000000001'],
  ])('%s is not near %s × %s', (net, price, units, expected) => {
    expect(lineMismatches([line(net, price, units)])).toEqual([
      { kind: LINE, lineItem: 0, expected: decimal(expected), actual: decimal(net) },
    ]);
  });

  it('asks nothing of a line without a price', () => {
    expect(lineMismatches([line('71', null, '0')])).toEqual([]);
  });

  it('names each line that is wrong', () => {
    const mismatches = lineMismatches([line('1', '2'), line('2', '2'), line('3', '2'), line('4', null)]);
    expect(mismatches.map((one) => 'lineItem' in one && one.lineItem)).toEqual([0, 2]);
  });
});

describe('net and tax amounts, rounded half up to two places, make the amount (decisions 5)', () => {
  it.each([
    ['74.55', ['71'], ['3.55']],
    ['0.01', ['0.005'], []],
    ['0.00', ['0.0049999999'], []],
    ['-0.01', ['-0.005'], []],
    ['0.00', ['-0.0049999999'], []],
    ['0.01', ['0.002'], ['0.003']],
    ['-50.00', ['-40'], ['-10']],
    ['10000000000.00', ['9999999999.9999999999'], []],
  ])('%s of %j and %j', (amount, nets, taxes) => {
    expect(supplyChargeMismatches(charge(amount, nets, taxes))).toEqual([]);
  });

  it.each([
    ['71.01', ['71'], [], '71'],
    ['71.00', ['71'], ['3.55'], '74.55'],
    ['0.00', ['0.005'], [], '0.01'],
    ['0.00', ['-0.005'], [], '-0.01'],
    ['0.02', ['0.005', '0.005'], [], '0.01'],
    ['-71.00', ['71'], [], '71'],
  ])('%s not of %j and %j, which make %s', (amount, nets, taxes, expected) => {
    expect(supplyChargeMismatches(charge(amount, nets, taxes))).toEqual([
      { kind: TOTAL, expected: decimal(expected), actual: decimal(amount) },
    ]);
  });

  const tenths = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  const text = (units: bigint): string => `${units}e-10`;
  /** Half up, away from zero, in whole pence. */
  const toPence = (units: bigint): bigint => {
    const pence = ((units < 0n ? -units : units) + 5n * 10n ** 7n) / 10n ** 8n;
    return units < 0n ? -pence : pence;
  };
  it('as whole numbers say', () => {
    fc.assert(
      fc.property(
        fc.array(tenths, { minLength: 1, maxLength: 50 }),
        fc.array(tenths, { maxLength: 5 }),
        fc.constantFrom(0n, 1n, -1n),
        (nets, taxes, off) => {
          const pence = toPence([...nets, ...taxes].reduce((total, one) => total + one, 0n));
          const made = charge(`${pence + off}e-2`, nets.map(text), taxes.map(text));
          const expected = { kind: TOTAL, expected: new Decimal(`${pence}e-2`), actual: made.amount };
          const mismatches = supplyChargeMismatches(made);
          expect(mismatches.length).toBe(off === 0n ? 0 : 1);
          if (off !== 0n) expect(mismatches[0]!.expected.equals(expected.expected)).toBe(true);
        },
      ),
    );
  });
});

describe('the mismatches of one charge', () => {
  it('are all named', () => {
    const kinds = supplyChargeMismatches(aSupplyCharge({ lineItems: [line('1', '2'), line('2', '3')] })).map(
      ({ kind }) => kind,
    );
    expect(kinds.toSorted()).toEqual([LINE, LINE, TOTAL]);
  });

  it('are none where tax items are left out', () => {
    expect(supplyChargeMismatches(aSupplyCharge({ taxItems: null }))).toEqual([]);
  });
});
