import { explainDifference } from '@carryover/application/reconciliation/explain-difference';
import type { AccountHistory, Item, KnownAccount } from '@carryover/application/reconciliation/explanations';
import { NOTHING, totalOf } from '@carryover/domain/adding-up';
import { agrees } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { aDifference, aTotal, importId } from '../operator/report/a-reconciliation.ts';

const receivedAt = new Date('2026-01-05T02:11:09Z');
const endpoint = 'transactions/create';
/** What happened to an item that the client counts; `extra` is not counted. */
const FATES = ['stored', 'undone', 'refused', 'gone', 'altered', 'again', 'not_sent', 'extra'] as const;
type Fate = (typeof FATES)[number];
type Told = { readonly fate: Fate; readonly cents: number };

const EXPLAINED_BY: Readonly<Record<Fate, ReadonlyArray<string>>> = {
  stored: [],
  undone: ['undone_import'],
  refused: ['refused_request'],
  gone: ['accepted_not_stored'],
  altered: ['stored_otherwise'],
  again: ['sent_again'],
  not_sent: ['not_sent'],
  extra: ['extra_item', 'accepted_import', 'as_sent'],
};

const itemOf = ({ cents }: Told, at: number): Item => ({
  type: 'PAYMENT',
  ledgerNumber: 'L-1',
  count: 1,
  sum: new Decimal((cents / 100).toFixed(2)),
  key: `transaction T-${at}`,
  name: `T-${at}`,
  importId: importId(at % 3),
});
const altered = (item: Item): Item => ({ ...item, sum: item.sum.minus(new Decimal('0.01')) });

/** The account in which all of this happened, and the difference of its only total. */
const happened = (told: ReadonlyArray<Told>) => {
  const items = told.map((one, at) => ({ ...one, item: itemOf(one, at) }));
  const of = (...fates: ReadonlyArray<Fate>) =>
    items.filter(({ fate }) => fates.includes(fate)).map(({ item }) => item);
  const stored = [...of('stored', 'again', 'extra'), ...of('altered').map(altered)];
  const counted = [...of('stored', 'undone', 'refused', 'gone', 'altered', 'again', 'not_sent'), ...of('again')];
  const history: AccountHistory = {
    imports: new Map([0, 1, 2].map((at) => [importId(at), { importId: importId(at), receivedAt, endpoint }])),
    stored,
    changes: [
      ...of('gone').map((accepted) => ({ accepted, stored: null })),
      ...of('altered').map((accepted) => ({ accepted, stored: altered(accepted) })),
    ],
    undone: of('undone'),
    again: of('again'),
  };
  const refused = of('refused').map(({ key, name, type, ledgerNumber, sum }) => {
    const error = { code: 'invalid', path: null, value: null, state: 'not sent again' };
    return { identifier: name, key, type, ledgerNumber, amount: sum, ...error };
  });
  const account: KnownAccount = {
    exists: true,
    mainLedger: 'L-1',
    history,
    corrections: [0, 1, 2].map((at) => ({
      externalAccountNumber: 'EXTERNAL-1',
      importId: importId(at),
      endpoint,
      undoneAt: receivedAt,
      undoneBy: 'Ada',
      reason: 'test',
      removed: {
        notes: 0,
        notesAddedByService: 0,
        transactions: [],
        billingDocuments: 0,
        statements: 0,
        paymentInstructions: 0,
      },
    })),
    conflicts: [],
    repeated: [],
    refused: [
      {
        importId: importId(9),
        receivedAt,
        endpoint,
        status: 400,
        code: 'invalid',
        detail: '',
        items: refused,
        hasMore: false,
      },
    ],
    unknown: [],
  };
  const difference = aDifference({ expected: totalOf(counted), actual: totalOf(stored) });
  return { difference, account };
};

const explain = (told: ReadonlyArray<Told>) => {
  const { difference, account } = happened(told);
  const { explanations, unexplained } = explainDifference(difference, account);
  return { kinds: explanations.map(({ kind }) => kind), explanations, unexplained };
};

const cents = fc.integer({ min: 1, max: 400 });
const toldOf = (...fates: ReadonlyArray<Fate>) =>
  fc.array(fc.record({ fate: fc.constantFrom(...fates), cents }), { minLength: 1, maxLength: 12 });
const isDiffering = ({ expected, actual }: ReturnType<typeof happened>['difference']): boolean =>
  !agrees(expected, actual);

describe('an explanation', () => {
  test.prop([toldOf('stored', 'undone', 'refused', 'gone', 'altered', 'again')])(
    'is whole if all that is missing was sent, and then never says that it was not',
    (told) => {
      fc.pre(isDiffering(happened(told).difference));
      const { kinds, unexplained } = explain(told);
      expect([unexplained, kinds.includes('not_sent'), kinds.includes('as_sent')]).toEqual([null, false, false]);
      // Whatever happened, and only that.
      const possible = new Set(told.flatMap(({ fate }) => EXPLAINED_BY[fate]));
      expect(kinds.filter((kind) => !possible.has(kind))).toEqual([]);
      const certain = told.flatMap(({ fate }) => (['gone', 'altered'].includes(fate) ? EXPLAINED_BY[fate] : []));
      expect(certain.filter((kind) => !kinds.some((one) => one === kind))).toEqual([]);
    },
  );

  test.prop([fc.constantFrom(...FATES).chain((fate) => toldOf('stored', fate))])(
    'is of the only thing that happened',
    (told) => {
      fc.pre(isDiffering(happened(told).difference));
      const possible = told.flatMap(({ fate }) => EXPLAINED_BY[fate]);
      const { kinds, unexplained } = explain(told);
      expect(kinds.filter((kind) => !possible.includes(kind))).toEqual([]);
      expect([kinds.length > 0, unexplained]).toEqual([true, null]);
    },
  );

  it('counts the items of each request', () => {
    const two = { fate: 'refused', cents: 100 } as const;
    const { explanations } = explain([{ fate: 'stored', cents: 5 }, two, { ...two, cents: 250 }]);
    expect(explanations).toMatchObject([
      { kind: 'refused_request', itemCount: 2, items: [{ identifier: 'T-1' }, { identifier: 'T-2' }] },
    ]);
  });

  it('has an item once that was refused twice, or undone before it was refused', () => {
    const { account, difference } = happened([{ fate: 'refused', cents: 100 }]);
    const again = { ...account.refused[0]!, importId: importId(10) };
    const refused = [...account.refused, again];
    const lost = { ...difference, expected: aTotal(2, '3') };
    const last = [{ kind: 'refused_request', importId: importId(10), itemCount: 1 }, { kind: 'not_sent' }];
    expect(explainDifference(lost, { ...account, refused }).explanations).toMatchObject(last);
    const item = { ...itemOf({ fate: 'undone', cents: 100 }, 0) };
    const history = { ...account.history!, undone: [item] };
    expect(explainDifference(lost, { ...account, refused, history }).explanations).toMatchObject(last);
    const earlier = refused.map((one) => ({ ...one, receivedAt: new Date('2026-01-01T00:00:00Z') }));
    expect(explainDifference(lost, { ...account, refused: earlier, history }).explanations).toMatchObject([
      { kind: 'undone_import', itemCount: 1 },
      { kind: 'not_sent' },
    ]);
  });

  it('says what is left of a loss if refused items have other amounts than what is missing', () => {
    const { account, difference } = happened([{ fate: 'refused', cents: 100 }]);
    const { explanations, unexplained } = explainDifference({ ...difference, expected: aTotal(1, '7.5') }, account);
    expect([explanations.map(({ kind }) => kind), unexplained]).toEqual([['refused_request'], aTotal(0, '6.5')]);
  });

  it('stays bounded if very many items may be the cause', () => {
    const told = Array.from(
      { length: 3_000 },
      (_, at): Told => ({ fate: at % 2 === 0 ? 'undone' : 'refused', cents: at + 1 }),
    );
    const { account, difference } = happened(told);
    const { unexplained } = explainDifference({ ...difference, expected: aTotal(1_500, '0.01') }, account);
    expect(unexplained?.count).toBe(1_500);
  });

  it('says nothing of an account that is not there but that, and what was refused of it', () => {
    const { account, difference } = happened([{ fate: 'refused', cents: 100 }]);
    const found = explainDifference({ ...difference, actual: NOTHING }, { ...account, exists: false, history: null });
    expect([found.explanations.map(({ kind }) => kind), found.unexplained]).toEqual([
      ['no_such_account', 'refused_request'],
      null,
    ]);
  });
});
