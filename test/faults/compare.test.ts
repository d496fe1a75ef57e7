import { describe, expect, it } from 'vitest';
import { endpointOf } from './batches/batch.ts';
import { billingDocumentsBatch } from './batches/billing-documents.ts';
import { wholePart } from './batches/notes.ts';
import { statementsBatch } from './batches/statements.ts';
import { compare } from './checker/compare.ts';
import type { StoredAccount } from './checker/stored.ts';
import type { Known } from './model.ts';
import { resultOf } from './result.ts';
import { Findings } from './scenario.ts';

const ACCOUNT = 'F-000001';
const BATCH = statementsBatch('S', ACCOUNT, wholePart('S', 3, 3));
const { body, items, itemCount } = BATCH.make();

const known = (fields: Partial<Known> = {}): Known => ({
  batch: BATCH,
  sends: 1,
  acknowledged: [],
  denied: [],
  refused: [],
  isAlreadyThere: false,
  ...fields,
});
const imported = (id: string) => ({ id, endpoint: endpointOf(BATCH), itemCount, payload: body });
const rows = (importId: string, count = items.length) => items.slice(0, count).map((item) => ({ ...item, importId }));
const NOTHING: StoredAccount = { rows: [], imports: [], refused: new Set() };
const WHOLE: StoredAccount = { ...NOTHING, rows: rows('1'), imports: [imported('1')] };

const kindsOf = (one: Known, stored: StoredAccount): ReadonlyArray<string> => [
  ...new Set(compare(ACCOUNT, [one], stored).map(({ kind }) => kind)),
];

describe('comparing what was answered with what is stored', () => {
  it.each([
    ['nothing', NOTHING],
    ['all of it', WHOLE],
  ])('takes %s of a request without an answer', (_, stored) => {
    expect(kindsOf(known(), stored)).toEqual([]);
  });

  it.each<readonly [string, StoredAccount, ReadonlyArray<string>]>([
    ['rows without their record', { ...NOTHING, rows: rows('1') }, ['partial']],
    ['a record without its rows', { ...NOTHING, imports: [imported('1')] }, ['partial']],
    ['some of its rows', { ...WHOLE, rows: rows('1', 2) }, ['partial']],
    ['two records of one attempt', { ...WHOLE, imports: [imported('1'), imported('2')] }, ['stray']],
  ])('does not take %s of it', (_, stored, kinds) => {
    expect(kindsOf(known(), stored)).toEqual(kinds);
  });

  it('finds all of it lost that was answered 201', () => {
    const found = compare(ACCOUNT, [known({ acknowledged: ['1'] })], NOTHING);
    expect(found.map(({ kind }) => kind)).toEqual(['record', 'lost', 'lost', 'lost']);
  });

  it('finds stored what was answered with "nothing was stored"', () => {
    expect(kindsOf(known({ denied: ['1'] }), WHOLE)).toContain('stray');
    expect(kindsOf(known({ sends: 2, denied: ['2'] }), WHOLE)).toEqual([]);
  });

  it('finds a ledger without the history it was said to have, and one with two', () => {
    const first = billingDocumentsBatch('B-1', ACCOUNT, 'L-1', wholePart('B-1', 3, 4));
    const second = billingDocumentsBatch('B-2', ACCOUNT, 'L-1', wholePart('B-2', 3, 4));
    const rivals = [known({ batch: first }), known({ batch: second, isAlreadyThere: true })];
    expect(compare(ACCOUNT, rivals, NOTHING).map(({ kind }) => kind)).toEqual(['lost']);

    const both = [first, second].map((batch, index) => ({ batch, made: batch.make(), id: String(index) }));
    const stored: StoredAccount = {
      ...NOTHING,
      rows: both.flatMap(({ made, id }) => made.items.map((item) => ({ ...item, importId: id }))),
      imports: both.map(({ batch, made, id }) => ({
        id,
        endpoint: endpointOf(batch),
        itemCount: made.itemCount,
        payload: made.body,
      })),
    };
    expect(compare(ACCOUNT, rivals, stored).map(({ kind, what }) => `${kind} ${what}`)).toContain(
      'doubled history of L-1',
    );
  });
});

it('a scenario without a round, or of which nothing was acknowledged, is not kept', () => {
  const scenario = { name: 'x', promise: 'x', needs: [], rounds: { full: 1, short: 1 }, run: async () => undefined };
  const verdictOf = (found: Partial<Findings>) => resultOf(scenario, Object.assign(new Findings(), found), 1).verdict;
  expect([{ rounds: 1, items: 1 }, { rounds: 1 }, { items: 1 }].map(verdictOf)).toEqual(['kept', 'broken', 'broken']);
});
