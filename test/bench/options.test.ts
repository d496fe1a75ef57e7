import { WrongUsage } from '@carryover/bench/options/option-values';
import { readOptions } from '@carryover/bench/options/options';
import { SCENARIOS } from '@carryover/bench/scenarios';
import { describe, expect, it } from 'vitest';

describe('the command line of the benchmark', () => {
  it('measures everything unless told otherwise', () => {
    expect(readOptions([])).toMatchObject({
      scenarios: SCENARIOS,
      rounds: 5,
      seconds: 3,
      connections: 16,
      growth: null,
    });
  });

  it('takes a kind for all its sizes, and contenders in their own order', () => {
    const options = readOptions(['--scenarios', 'notes,transactions-100', '--contenders', 'service, limit']);
    expect(options?.scenarios.map(({ name }) => name)).toEqual(['notes-1', 'notes-100', 'transactions-100']);
    expect(options?.contenders).toEqual(['limit', 'service']);
  });

  it('measures less with --quick, and more again where that is asked for', () => {
    expect(readOptions(['--quick', '--rounds', '7'])).toMatchObject({ rounds: 7, seconds: 0.8 });
  });

  it('takes sizes in millions of rows, in any order', () => {
    expect(readOptions(['--growth', '50,1,0.5'])?.growth).toEqual([500_000, 1_000_000, 50_000_000]);
  });

  it('measures the loader alone if asked for it, in a short form with everything, and not beside some scenarios', () => {
    expect(readOptions(['--loader', '1000000'])).toMatchObject({ scenarios: [], loader: 1_000_000 });
    expect(readOptions([])?.loader).toBe(100_000);
    for (const args of [['--quick'], ['--growth', '1'], ['--scenarios', 'notes']])
      expect(readOptions(args)?.loader).toBeNull();
  });

  it('knows when help is asked for', () => {
    expect(readOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--scenarios', 'payments'], 'There is no scenario "payments".'],
    [['--contenders', 'us'], '"us" is none of limit, floor, service, insert-many, floor-copy.'],
    [['--rounds', '1.5'], '"1.5" is not a whole number.'],
    [['--seconds', '0'], '"0" is not a number greater than zero.'],
    [['--growth', '1,2,3,4,5,6'], 'Name one to 5 sizes.'],
    [['--database', 'old'], '"old" is none of fresh, analysed.'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(WrongUsage);
    expect(() => readOptions(args)).toThrow(message);
  });
});
