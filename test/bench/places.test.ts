import { between, FIRST_FILLED_ITEM, MAX_SERIES, numbersOf, type Plan, workedOn } from '@carryover/bench/load/places';
import { describe, expect, it } from 'vitest';

const plan: Plan = {
  connections: 4,
  itemsPerRequest: 10,
  requestsPerAccount: 3,
  accounts: 40,
  step: 3,
  mayStartOver: true,
  series: 0,
};
const positions = (count: number) => Array.from({ length: count }, (_, position) => position);

/** The numbers of each connection's first requests, as many as fill its accounts once. */
const aWholeTurn = (of: Plan) =>
  positions(of.connections).flatMap((connection) =>
    positions((of.accounts / of.connections) * of.requestsPerAccount).map((sequence) =>
      numbersOf(of, connection, sequence),
    ),
  );

describe('which account a request is for', () => {
  it('meets every account worked on as often as planned', () => {
    const counts = Map.groupBy(aWholeTurn(plan), ({ account }) => account);
    expect(counts.size).toBe(plan.accounts);
    expect([...counts.values()].every((requests) => requests.length === plan.requestsPerAccount)).toBe(true);
  });

  it('gives each connection accounts of its own', () => {
    const ofConnection = (connection: number) =>
      new Set(positions(100).map((sequence) => numbersOf(plan, connection, sequence).account));
    expect(ofConnection(0).isDisjointFrom(ofConnection(1))).toBe(true);
  });

  it('numbers no item twice, in one series or in two', () => {
    const ids = [plan, { ...plan, series: 1 }].flatMap(aWholeTurn).map(({ firstItem }) => firstItem);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id % plan.itemsPerRequest === 0)).toBe(true);
    expect(numbersOf({ ...plan, series: MAX_SERIES - 1 }, 3, 1_000).firstItem).toBeLessThan(FIRST_FILLED_ITEM);
  });

  it('fills the accounts between those worked on, and no others', () => {
    const worked = new Set(positions(plan.accounts).map((position) => workedOn(plan, position)));
    const filled = new Set(positions(plan.accounts * (plan.step - 1)).map((position) => between(plan, position)));
    expect([worked.size, filled.size]).toEqual([plan.accounts, plan.accounts * (plan.step - 1)]);
    expect(worked.isDisjointFrom(filled)).toBe(true);
  });

  it('says so where accounts run out that can be used once', () => {
    expect(() => numbersOf({ ...plan, mayStartOver: false }, 0, 30)).toThrow('There are no accounts left');
  });
});
