import { problemsOf } from '@carryover/bench/acknowledged';
import type { Measurement } from '@carryover/bench/measure-round';
import { describe, expect, it } from 'vitest';

const measured = (accepted: number, acceptedAgain = 0, problems: ReadonlyArray<string> = []) =>
  ({ accepted, acceptedAgain, problems }) as Measurement;
const ofTen = { kind: 'transactions', items: 10 } as const;

describe('what was acknowledged is there', () => {
  it('each item once, and each request in the import records, those sent again too', () => {
    const measurements = [measured(3), measured(5, 4)];
    expect(problemsOf(ofTen, 'service', measurements, { rows: 80, recorded: 120 })).toEqual([]);
  });

  it('a billing document counts in the import record beside its transactions', () => {
    const stored = { rows: 500, recorded: 550 };
    expect(problemsOf({ kind: 'billing-documents', items: 500 }, 'service', [measured(1)], stored)).toEqual([]);
  });

  it('a handler without import records is not asked for any', () => {
    expect(problemsOf(ofTen, 'floor', [measured(3)], { rows: 30, recorded: 0 })).toEqual([]);
  });

  it('or it is said', () => {
    const measurements = [measured(3, 0, ['1 requests failed, the first: 500'])];
    expect(problemsOf(ofTen, 'service', measurements, { rows: 20, recorded: 20 })).toEqual([
      '1 requests failed, the first: 500',
      '30 items were acknowledged, and 20 rows are there',
      '30 items were acknowledged, and import records count 20',
    ]);
  });
});
