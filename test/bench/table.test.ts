import { figure, megabytes, percent, ratio, whole } from '@carryover/bench/report/figures';
import { renderTable } from '@carryover/bench/report/table';
import { expect, it } from 'vitest';

it('a table has names to the left, figures to the right, and an empty line between groups', () => {
  const groups = [
    [
      ['a', '1'],
      ['bb', '1,000'],
    ],
    [['c', '–']],
  ];
  expect(renderTable({ header: ['who', 'rate'], groups, names: 1 })).toBe(
    'who   rate\n---  -----\na        1\nbb   1,000\n\nc        –\n',
  );
});

it.each([
  [figure(12_345.6), '12,346'],
  [figure(12.345), '12.3'],
  [figure(1.2345), '1.23'],
  [figure(null), '–'],
  [figure(Number.NaN), '–'],
  [ratio(0.855), '0.85'],
  [whole(1_234.5), '1,235'],
  [megabytes(350 * 1024 * 1024), '350'],
  [percent(0.123), '12 %'],
])('%s is written %s', (written, expected) => {
  expect(written).toBe(expected);
});
