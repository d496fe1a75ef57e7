import {
  agrees,
  type ControlTotal,
  compareTexts,
  countedIn,
  keyOf,
  lineOf,
  type TotalKey,
  typesOf,
} from '@carryover/domain/control-total';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../support/a-transaction.ts';

const total = (count: number, sum: string) => ({ count, sum: decimal(sum) });

describe('totals agree in count and sum (decisions 1, 13)', () => {
  it.each([
    [total(1, '71'), total(1, '71.00'), true],
    [total(0, '0'), total(0, '-0'), true],
    [total(2, '9999999999999999999999.99'), total(2, '9999999999999999999999.99'), true],
    [total(1, '71'), total(2, '71'), false],
    [total(1, '71'), total(1, '71.01'), false],
    [total(1, '71'), total(1, '-71'), false],
    [total(2, '9999999999999999999999.99'), total(2, '9999999999999999999999.98'), false],
  ])('%j and %j: %s', (expected, actual, isSame) => {
    expect([agrees(expected, actual), agrees(actual, expected)]).toEqual([isSame, isSame]);
  });
});

describe('a total of statements with a sum is another one than without (decisions 20)', () => {
  const statements = (sum: string | null): ControlTotal => ({
    ...{ externalAccountNumber: 'A', ledgerNumber: '', type: 'STATEMENT', count: 2 },
    sum: sum === null ? null : decimal(sum),
  });

  it.each([
    [null, '["A","","STATEMENT",2,null]'],
    ['112.1', '["A","","STATEMENT",2,"112.10"]'],
    ['0', '["A","","STATEMENT",2,"0.00"]'],
  ])('%s', (sum, line) => {
    expect(lineOf(statements(sum))).toBe(line);
    for (const other of [null, '112.1', '0']) expect(agrees(statements(sum), statements(other))).toBe(sum === other);
  });

  it('a set with one of them compares the sums of all statements, else their number', () => {
    const payments: ControlTotal = { ...statements('71'), ledgerNumber: 'L-1', type: 'PAYMENT' };
    const notes: ControlTotal = { ...statements(null), type: 'NOTE' };
    const counted = (...totals: ReadonlyArray<ControlTotal>) => countedIn(typesOf(totals));
    expect(counted(payments)).toEqual([]);
    expect(counted(statements(null), payments, notes)).toEqual([
      { type: 'NOTE', hasSum: false },
      { type: 'STATEMENT', hasSum: false },
    ]);
    expect(counted(statements(null), statements('0'), statements(null))).toEqual([{ type: 'STATEMENT', hasSum: true }]);
  });
});

describe('the place of a total', () => {
  const partArb = fc.oneof(fc.constantFrom('a', 'a"', '","', 'a,b', ''), fc.string({ maxLength: 3 }));
  const keyArb: fc.Arbitrary<TotalKey> = fc.record({
    externalAccountNumber: partArb,
    ledgerNumber: partArb,
    type: fc.constantFrom(...TRANSACTION_TYPES),
  });

  it('is the same text only for the same account, ledger and type', () => {
    fc.assert(
      fc.property(keyArb, keyArb, (a, b) => {
        const isSame =
          a.externalAccountNumber === b.externalAccountNumber && a.ledgerNumber === b.ledgerNumber && a.type === b.type;
        expect(keyOf(a) === keyOf(b)).toBe(isSame);
        expect(keyOf({ ...a })).toBe(keyOf(a));
      }),
      { numRuns: 500 },
    );
  });
});

it('texts are in the order of their UTF-8 bytes, as in the collation "C"', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 1_000 },
  );
});
