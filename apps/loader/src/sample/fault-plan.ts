import { KINDS, type Kind } from '@carryover/contract/item-files';
import { FAULTS, type Fault } from './faults.ts';
import { makeRandom, type Random } from './random.ts';

/** Spreads faults over rows: one at a random place in each stretch of equal length. Returns true if the next row is faulty. */
const makeSpread = (rows: number, faults: number, random: Random) => {
  const placeOf = (fault: number): number =>
    fault < faults ? Math.floor((rows / faults) * (fault + random.whole(10_000) / 10_000)) : -1;
  let row = -1;
  let planned = 0;
  let place = placeOf(0);
  return (): boolean => {
    row += 1;
    if (row !== place) return false;
    planned += 1;
    place = placeOf(planned);
    return true;
  };
};

type Rows = Readonly<Record<Kind, number>>;

/** Returns how many rows of each kind are faulty: `percent` of all rows, rounded down, and the same share of each kind. */
const faultsByKind = (rows: Rows, percent: number): Rows => {
  const shareOf = (count: number): number => Math.floor((count * percent) / 100 + 1e-9);
  const others = KINDS.filter((kind) => kind !== 'transactions').map((kind) => [kind, shareOf(rows[kind])] as const);
  const all = shareOf(KINDS.reduce((sum, kind) => sum + rows[kind], 0));
  const transactions = all - others.reduce((sum, [, count]) => sum + count, 0);
  return { ...(Object.fromEntries(others) as Rows), transactions: Math.min(transactions, rows.transactions) };
};

/**
 * Plans the faults of a sample. Those of a kind take turns.
 *
 * @returns the fault of the next row of a kind; null: the row is valid.
 */
export const makeFaultPlan = (rows: Rows, percent: number, seed: number): ((kind: Kind) => Fault | null) => {
  const faults = faultsByKind(rows, percent);
  const plans = new Map(
    KINDS.map((kind, at) => {
      const isFaulty = makeSpread(rows[kind], faults[kind], makeRandom(Math.imul(seed + 1, 31) + at));
      return [kind, { isFaulty, put: 0 }];
    }),
  );
  return (kind) => {
    const plan = plans.get(kind)!;
    if (!plan.isFaulty()) return null;
    plan.put += 1;
    return FAULTS[kind][(plan.put - 1) % FAULTS[kind].length]!;
  };
};
