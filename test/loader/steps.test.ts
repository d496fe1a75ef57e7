import type { TextRow } from '@carryover/loader/steps/item';
import { stepsOf } from '@carryover/loader/steps/plan';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const row = (account: string, line: number): TextRow => {
  const json = JSON.stringify({ import_supplier: 'S', external_account_number: account, body: `note ${line}` });
  return { file: 0, line, raw: json, json };
};

/** The steps of rows of these accounts, in this order: account and lines of each. */
const stepsFor = async (accounts: ReadonlyArray<string>) => {
  const rows = async function* () {
    yield accounts.map((account, at) => E.right(row(account, at + 1)));
  };
  const steps: { readonly account: string; readonly lines: ReadonlyArray<number> }[] = [];
  for await (const step of stepsOf(
    rows(),
    { kind: 'notes', supplier: null },
    { maxItems: 1_000, maxBytes: 1_000_000 },
  )) {
    if (step.kind !== 'batch') throw new Error('A row cannot be read.');
    steps.push({ account: step.account.number, lines: step.items.map(({ line }) => line) });
  }
  return steps;
};

describe('the steps of a load', () => {
  it('are one per account, whatever the order of the rows', async () => {
    expect(await stepsFor(['A', 'B', 'C'])).toHaveLength(3);
    const mixed = await stepsFor(['B', 'A', 'C', 'A', 'B']);
    expect(mixed.toSorted((a, b) => (a.account < b.account ? -1 : 1))).toEqual([
      { account: 'A', lines: [2, 4] },
      { account: 'B', lines: [1, 5] },
      { account: 'C', lines: [3] },
    ]);
  });

  it('have each row once and keep the order of an account, if the order breaks after many rows', async () => {
    const sorted = Array.from({ length: 6_000 }, (_, at) => `A-${String(Math.floor(at / 10)).padStart(4, '0')}`);
    const accounts = [...sorted, ...sorted.toReversed()];
    const steps = await stepsFor(accounts);
    const lines = steps.flatMap((step) => step.lines);
    expect(lines.toSorted((a, b) => a - b)).toEqual(accounts.map((_, at) => at + 1));
    for (const [account, own] of Map.groupBy(steps, (step) => step.account)) {
      const ofAccount = own.flatMap((step) => step.lines);
      expect([account, ofAccount]).toEqual([account, ofAccount.toSorted((a, b) => a - b)]);
    }
    expect(await stepsFor(accounts)).toEqual(steps);
  });
});
