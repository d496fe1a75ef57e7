import { mergeByTime } from '@carryover/adapters-persistence/sql/nodes';
import { NODE_POSITIONS } from '@carryover/domain/seal';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const NODES = 3;
const ACCOUNTS = 4;

/** What happens at one moment: a request begins, one that began commits on the node of its account, or an account is moved. */
const moment = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('begin'), of: fc.nat(ACCOUNTS - 1) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('commit'), of: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), of: fc.nat(ACCOUNTS - 1) }) },
);

type Request = { readonly accountId: string; readonly time: Date };
type Committed = Request & { readonly position: string; readonly at: number };

const historyOf = (moments: ReadonlyArray<{ readonly kind: string; readonly of: number }>) => {
  const nodes = Array.from({ length: ACCOUNTS }, (_, account) => account % NODES);
  const begun: Request[] = [];
  const committed: Committed[] = [];
  for (const [at, { kind, of }] of moments.entries()) {
    if (kind === 'begin') begun.push({ accountId: String(of), time: new Date(at) });
    if (kind === 'move') nodes[of] = (nodes[of]! + 1) % NODES;
    const [request] = kind === 'commit' ? begun.splice(of % Math.max(begun.length, 1), 1) : [];
    if (request === undefined) continue;
    committed.push({ ...request, at, position: String(nodes[Number(request.accountId)]! * NODE_POSITIONS + at) });
  }
  return committed.toSorted((a, b) => Number(a.position) - Number(b.position));
};

it('what is merged has the order of each node, and of each account: what began after a commit comes after it', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 40, maxLength: 60 }), (moments) => {
      const records = historyOf(moments);
      const merged = mergeByTime(records);
      expect(new Set(merged)).toEqual(new Set(records));
      const wrong = merged.flatMap((one, index) =>
        merged.slice(0, index).filter((before) => {
          const isOneNode =
            Math.floor(Number(one.position) / NODE_POSITIONS) === Math.floor(Number(before.position) / NODE_POSITIONS);
          return isOneNode ? one.at < before.at : one.accountId === before.accountId && one.at < before.time.getTime();
        }),
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('requests for an account that waited while it was moved have the order in which they began', () => {
  const on = (node: number, position: number, began: number, accountId: string | null = 'A') => ({
    position: String(node * NODE_POSITIONS + position),
    time: new Date(began),
    accountId,
  });
  // Before the move of the account, another one's on its node began after those that waited.
  const [other, first, second, action] = [on(1, 1, 30, 'B'), on(1, 2, 10), on(2, 1, 20), on(2, 2, 25, null)];
  expect(mergeByTime([other, first, second, action])).toEqual([other, first, second, action]);
});
