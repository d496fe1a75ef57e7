import { endOfLoad, paceOf, type Stretch } from '@carryover/console/figures/pace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const SLOT_S = 10;
const START = Date.parse('2026-11-27T22:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);

/** A load of ten-second stretches: `rate` items a second, a tenth more or less, with pauses between its runs. */
const aLoad = fc.record({
  rate: fc.integer({ min: 50, max: 5_000 }),
  noise: fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 40, maxLength: 40 }),
  runs: fc.array(fc.record({ seconds: fc.integer({ min: 13, max: 90 }), pause: fc.integer({ min: 8, max: 120 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

describe('the pace of a load', () => {
  it('tells its end within 20 % from the second minute on, whatever pauses it had', () => {
    fc.assert(
      fc.property(aLoad, ({ rate, noise, runs }) => {
        // The clock of the simulation, and the stretches in which the load worked.
        const stretches: Stretch[] = [];
        let clock = 0;
        for (const { seconds: steps, pause } of runs) {
          for (let step = 0; step < steps; step += 1) {
            const items = Math.round(rate * SLOT_S * noise[stretches.length % noise.length]!);
            stretches.push({ at: at(clock), items });
            clock += SLOT_S;
          }
          clock += pause * SLOT_S;
        }
        const total = stretches.reduce((sum, { items }) => sum + items, 0);
        let stored = 0;
        for (const [index, { at: begin, items }] of stretches.entries()) {
          stored += items;
          const now = new Date(begin.getTime() + SLOT_S * 1000);
          // What remains of work, without the pauses that nobody knows yet.
          const truth = (stretches.length - index - 1) * SLOT_S;
          if (index + 1 < 12 || truth === 0) continue;
          const end = endOfLoad(total - stored, paceOf(stretches.slice(0, index + 1), now), now)!;
          expect(Math.abs((end.getTime() - now.getTime()) / 1000 - truth)).toBeLessThanOrEqual(0.2 * truth);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is not told before a minute, and has no end while the load rests or nothing remains', () => {
    const stretches = Array.from({ length: 30 }, (_, step) => ({ at: at(step * SLOT_S), items: 100 }));
    expect(paceOf(stretches.slice(0, 3), at(30))).toBe(null);
    expect(paceOf(stretches, at(300))).toEqual({ itemsPerSecond: 10, isRunning: true });
    expect(paceOf(stretches, at(900))).toEqual({ itemsPerSecond: 10, isRunning: false });
    expect(endOfLoad(100, paceOf(stretches, at(900)), at(900))).toBe(null);
    expect(endOfLoad(0, paceOf(stretches, at(300)), at(300))).toBe(null);
    expect(endOfLoad(100, paceOf(stretches, at(300)), at(300))).toEqual(at(310));
  });
});
