import { batchesOf } from '@carryover/loader/loading/batches';
import { ItemStore } from '@carryover/loader/store/item-store';
import { describe, expect, it } from 'vitest';

const row = (number: string, line: number) => {
  const value = { import_supplier: 'S', external_account_number: number, body: `note ${line}` };
  const account = { supplier: 'S', number };
  const raw = JSON.stringify(value);
  return { kind: 'notes', file: 0, line, raw, account, isNamed: true, wasRejected: false, value } as const;
};

/** The batches of rows of these accounts, in this order: account and lines of each. */
const batchesFor = (accounts: ReadonlyArray<string>) => {
  const store = new ItemStore();
  accounts.forEach((account, index) => {
    store.add(row(account, index + 1));
  });
  const batches = [...batchesOf(store.items('notes'), 'notes', { maxItems: 1_000, maxBytes: 1_000_000 })];
  store.close();
  return batches.map(({ account, items }) => ({ account: account.number, lines: items.map(({ line }) => line) }));
};

describe('the batches of a load', () => {
  it('are one per account, whatever the order of the rows', () => {
    expect(batchesFor(['A', 'B', 'C'])).toHaveLength(3);
    const mixed = batchesFor(['B', 'A', 'C', 'A', 'B']);
    expect(mixed.toSorted((a, b) => (a.account < b.account ? -1 : 1))).toEqual([
      { account: 'A', lines: [2, 4] },
      { account: 'B', lines: [1, 5] },
      { account: 'C', lines: [3] },
    ]);
  });

  it('have each row once and keep the order of an account, if the order breaks after many rows', () => {
    const sorted = Array.from({ length: 6_000 }, (_, at) => `A-${String(Math.floor(at / 10)).padStart(4, '0')}`);
    const accounts = [...sorted, ...sorted.toReversed()];
    const batches = batchesFor(accounts);
    const lines = batches.flatMap((batch) => batch.lines);
    expect(lines.toSorted((a, b) => a - b)).toEqual(accounts.map((_, at) => at + 1));
    expect(batches).toHaveLength(600);
    for (const { lines: own } of batches) expect(own).toEqual(own.toSorted((a, b) => a - b));
    expect(batchesFor(accounts)).toEqual(batches);
  });
});
