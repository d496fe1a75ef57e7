import { compareKeys, TOTAL_TYPES } from '@carryover/domain/control-total';
import { makeExpectedTotals } from '@carryover/operations/spool/expected-totals';
import { makeSpools } from '@carryover/operations/spool/spool';
import { expect, it } from 'vitest';
import { aKey, aTotal } from '../report/a-reconciliation.ts';

it('control totals are sorted, and of two with one key the first counts', () => {
  const spools = makeSpools();
  const totals = makeExpectedTotals(spools);
  const some = TOTAL_TYPES.map((type) => ({ ...aKey({ type }), ...aTotal(1, '-0.10') }));
  some.forEach((total, at) => {
    totals.add(total, at + 2, `row ${at + 2}`);
  });
  totals.add({ ...some[3]!, ...aTotal(2, '99') }, 50, 'row 50');
  totals.add({ ...some[3]!, ...aTotal(3, '99') }, 51, 'row 51');
  const lines = some.map((total, at) => ({ ...total, line: at + 2 }));
  expect([...totals.sorted()]).toEqual(lines.toSorted(compareKeys));
  expect([...totals.repeated()].map(({ line, raw, lineBefore }) => [line, raw, lineBefore])).toEqual([
    [50, 'row 50', 5],
    [51, 'row 51', 5],
  ]);
  expect([...totals.types].toSorted()).toEqual([...TOTAL_TYPES].toSorted());
  spools.close();
});
