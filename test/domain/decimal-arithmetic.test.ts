import { Decimal } from '@carryover/domain/decimal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Scaled = { readonly units: bigint; readonly places: number };

/** Short and long ones: some fit into a number, some do not, and some only until they are brought to the same places. */
const scaled: fc.Arbitrary<Scaled> = fc.record({
  units: fc.oneof(
    fc.bigInt({ min: -999n, max: 999n }),
    fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    fc.constantFrom(0n, 9_007_199_254_740_991n, -9_007_199_254_740_992n, 94_906_267n),
  ),
  places: fc.integer({ min: 0, max: 12 }),
});

const textOf = ({ units, places }: Scaled): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`;
};

const toDecimal = (one: Scaled): Decimal => new Decimal(textOf(one));
const at = ({ units, places }: Scaled, wanted: number): bigint => units * 10n ** BigInt(wanted - places);

describe('arithmetic is exact, whichever way it is done', () => {
  it('of sums', () => {
    fc.assert(
      fc.property(fc.array(scaled, { maxLength: 5 }), (values) => {
        const units = values.reduce((total, one) => total + at(one, 12), 0n);
        expect(Decimal.sum(values.map(toDecimal)).text).toBe(toDecimal({ units, places: 12 }).text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of products', () => {
    fc.assert(
      fc.property(scaled, scaled, (one, other) => {
        const product = { units: one.units * other.units, places: one.places + other.places };
        expect(toDecimal(one).times(toDecimal(other)).text).toBe(toDecimal(product).text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of roundings, half away from zero', () => {
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 12 }), (one, places) => {
        const step = 10n ** BigInt(12 - places);
        const units = at(one, 12);
        const magnitude = ((units < 0n ? -units : units) + step / 2n) / step;
        const rounded = { units: units < 0n ? -magnitude : magnitude, places };
        expect(toDecimal(one).roundedTo(places).text).toBe(toDecimal(rounded).text);
      }),
      { numRuns: 2_000 },
    );
  });
});
