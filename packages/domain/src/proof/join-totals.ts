import { type ControlTotal, NOTHING, pairOf, type TotalDifference } from './control-total.ts';
import { compareKeys } from './total-order.ts';

/** A control total and the line of the control file on which it is. */
export type ExpectedTotal = ControlTotal & { readonly line: number };

/** Expected and stored items of one key. `line`: that of the control total; null if there is none. */
export type JoinedTotal = TotalDifference & { readonly line: number | null };

const joined = (expected: ExpectedTotal | null, stored: ControlTotal | null): ReadonlyArray<JoinedTotal> => {
  const key = expected ?? stored;
  if (key === null) return [];
  return [{ ...pairOf(key, expected ?? NOTHING, stored ?? NOTHING), line: expected?.line ?? null }];
};

export type TotalsJoin = {
  /** Joins the next stored total, after the expected ones before it, of which nothing is stored. */
  readonly next: (stored: ControlTotal) => ReadonlyArray<JoinedTotal>;
  /** Joins the expected totals after the last stored one. */
  readonly rest: () => Iterable<JoinedTotal>;
};

/** Joins expected and stored totals, both in the order of {@link compareKeys} and without duplicates. */
export const joinTotals = (expected: Iterator<ExpectedTotal>): TotalsJoin => {
  let head = expected.next();
  const take = (): ExpectedTotal | null => {
    if (head.done === true) return null;
    const { value } = head;
    head = expected.next();
    return value;
  };
  return {
    next: (stored) => {
      const before: JoinedTotal[] = [];
      while (head.done !== true) {
        const order = compareKeys(head.value, stored);
        if (order > 0) break;
        if (order === 0) return [...before, ...joined(take(), stored)];
        before.push(...joined(take(), null));
      }
      return [...before, ...joined(null, stored)];
    },
    *rest() {
      for (let one = take(); one !== null; one = take()) yield* joined(one, null);
    },
  };
};
