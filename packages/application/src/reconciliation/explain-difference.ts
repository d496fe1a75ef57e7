import { isNothing, minus, type Part, partsThatAddUp, totalOf } from '@carryover/domain/adding-up';
import { type Amount, isCountedType, type Total } from '@carryover/domain/control-total';
import { ZERO } from '@carryover/domain/decimal';
import type { DifferenceCause, TotalDifference } from '@carryover/domain/total-comparison';
import {
  type Cause,
  causesOfTotal,
  changesOf,
  type ExplainedKey,
  explainRefused,
  isIn,
  type Piece,
  unclearRequests,
} from './causes-of-total.ts';
import type { AccountHistory, Difference, Explanation, Item, KnownAccount, Unexplained } from './explanations.ts';

type CausedDifference = TotalDifference & { readonly cause: DifferenceCause };
type Explained = Pick<Difference, 'explanations' | 'unexplained'>;

type ExplainedDifference = ExplainedKey & {
  readonly expected: Amount;
  readonly actual: Amount;
  readonly cause: DifferenceCause;
};

type Chosen = { readonly cause: Cause; readonly pieces: ReadonlyArray<Piece> };

const isExact = (piece: Piece): piece is Piece & Amount => piece.sum !== null;

const partOf = (cause: Cause, pieces: ReadonlyArray<Piece & Amount>, source: string): Part<Chosen> => ({
  of: { cause, pieces },
  source,
  ...totalOf(pieces),
});

const explainChosen = (chosen: ReadonlyArray<Chosen>): ReadonlyArray<Explanation> =>
  [...Map.groupBy(chosen, ({ cause }) => cause)].map(([cause, some]) =>
    cause.explain(some.flatMap(({ pieces }) => pieces)),
  );

/** Returns the causes whose items add up to a total: whole causes before single items. null: there are none. */
const exactly = (causes: ReadonlyArray<Cause>, total: Amount): ReadonlyArray<Explanation> | null => {
  const either = causes.filter(({ isEither }) => isEither === true);
  const others = causes.filter(({ isEither }) => isEither !== true);
  const alternatives = either.flatMap((cause) =>
    cause.pieces.filter(isExact).map((piece) => partOf(cause, [piece], cause.key)),
  );
  const whole = others
    .filter(({ pieces }) => pieces.every(isExact))
    .map((cause) => partOf(cause, cause.pieces.filter(isExact), cause.key));
  const single = others.flatMap((cause) =>
    cause.pieces.filter(isExact).map((piece, index) => partOf(cause, [piece], `${cause.key} ${index}`)),
  );
  const found =
    partsThatAddUp([...whole, ...alternatives], total) ?? partsThatAddUp([...single, ...alternatives], total);
  return found === null ? null : explainChosen(found.map(({ of }) => of));
};

const allOf = (causes: ReadonlyArray<Cause>): ReadonlyArray<Explanation> =>
  causes.map((cause) => cause.explain(cause.pieces));

const countOf = (causes: ReadonlyArray<Cause>): number =>
  causes.reduce((all, { pieces }) => all + pieces.reduce((of, { count }) => of + count, 0), 0);

/** Returns what remains of a total without all pieces of some causes; null if nothing does, as far as amounts are known. */
const remainder = (total: Amount, causes: ReadonlyArray<Cause>): Unexplained | null => {
  const pieces = causes.flatMap((cause) => cause.pieces);
  const rest = minus(total, totalOf(pieces.filter(isExact)));
  const unknown = pieces.filter((piece) => !isExact(piece));
  const count = rest.count - unknown.reduce((all, piece) => all + piece.count, 0);
  if (unknown.length > 0) return count === 0 ? null : { count, sum: null };
  return isNothing(rest) ? null : rest;
};

const notKnown = ({ unknown }: KnownAccount): ReadonlyArray<Explanation> =>
  unknown.map((one) => ({ kind: 'not_known', ...one }));

/**
 * Explains a difference by count and sum.
 *
 * 1. What was changed outside of the service is a cause in any case; the others explain what it leaves.
 * 2. Items that add up to the rest exactly are its whole explanation: the fewest causes, else the fewest items.
 * 3. Otherwise, of what is missing, all items that were refused, undone or sent again are named if they are not more than is missing; no
 *    payload and no refusal has what is left, so that the client did not send it. That is not said if something is not known.
 * 4. If nothing else was sent for the total, what is stored is what was sent: the control total is something else.
 */
const explain = (difference: ExplainedDifference, account: KnownAccount): Explained => {
  const { expected, actual, cause } = difference;
  const { history } = account;
  const causes = causesOfTotal(difference, account);
  if (!account.exists)
    return { explanations: [{ kind: 'no_such_account' }, ...allOf(causes.missing)], unexplained: null };
  const changes = history === null ? { effects: [], explanations: [] } : changesOf(difference, history);
  const rest = minus(minus(expected, actual), totalOf(changes.effects));
  const whole = (explanations: ReadonlyArray<Explanation>): Explained => ({
    explanations: [...changes.explanations, ...explanations],
    unexplained: null,
  });
  if (isNothing(rest)) return whole([]);
  if (rest.count === 0 && actual.sum.equals(expected.sum.negated()) && changes.effects.length === 0)
    return whole([{ kind: 'sign' }]);

  const missing = [...causes.missing, ...causes.conflicts, ...causes.again];
  const surplus = [...causes.conflicts, ...causes.repeated];
  const possible = rest.count > 0 ? missing : rest.count < 0 ? surplus : [...missing, ...causes.repeated];
  const exact = exactly(possible, rest);
  if (exact !== null) return whole(exact);
  if (rest.count < 0) {
    if (expected.count === 0 && causes.accepted.length > 0) return whole(allOf(causes.accepted));
    const extra = exactly([...surplus, ...causes.accepted], rest);
    if (extra !== null) return whole(extra);
  }

  const stored = history?.stored.filter(isIn(difference)) ?? [];
  const sent = stored.length + totalOf(changes.effects).count;
  // Ids are ordered by time.
  const importId =
    stored
      .map((item) => item.importId)
      .toSorted()
      .at(-1) ?? null;
  const asSent: Explanation = { kind: 'as_sent', importId, ...totalOf(stored) };
  const unclear = unclearRequests(difference, account).map((request) => explainRefused(request, [], null));
  if (rest.count <= 0) {
    const replaced = rest.count < 0 ? causes.repeated : causes.missing.filter(({ pieces }) => !pieces.every(isExact));
    if (replaced.length > 0 && Math.abs(countOf(replaced)) <= Math.abs(rest.count)) {
      const unexplained = remainder(rest, replaced);
      return { explanations: [...changes.explanations, ...allOf(replaced)], unexplained };
    }
    if (history === null || account.unknown.length > 0 || changes.effects.length > 0)
      return { explanations: [...changes.explanations, ...notKnown(account)], unexplained: rest };
    return whole([asSent]);
  }

  const named = [...causes.missing, ...causes.again];
  const isPart = countOf(named) <= rest.count;
  const unexplained = isPart ? remainder(rest, named) : rest;
  const explanations = [...changes.explanations, ...allOf(named), ...unclear];
  if (unexplained === null) return { explanations, unexplained };
  const isKnown = history !== null && account.unknown.length === 0 && unclear.length === 0;
  if (!isKnown) return { explanations: [...explanations, ...notKnown(account)], unexplained };
  if (!isPart || unexplained.count <= 0) return { explanations, unexplained };
  if (causes.conflicts.length > 0) return { explanations: [...explanations, ...allOf(causes.conflicts)], unexplained };
  if (cause === 'moved' && !isCountedType(difference.type)) return whole([...allOf(named), asSent]);
  return whole([...allOf(named), { kind: 'not_sent', itemCount: sent }]);
};

const withoutAmounts = ({ imports, stored, changes, undone, again }: AccountHistory): AccountHistory => {
  const without = (item: Item): Item => ({ ...item, sum: ZERO });
  return {
    imports,
    stored: stored.map(without),
    changes: changes.map((change) => ({
      accepted: change.accepted && without(change.accepted),
      stored: change.stored && without(change.stored),
    })),
    undone: undone.map(without),
    again: again.map(without),
  };
};

const amountOf = ({ count, sum }: Total): Amount => ({ count, sum: sum ?? ZERO });

/** Explains what is missing of an account's total, or too much. If it is only counted, the amounts of its items are no part of it. */
export const explainDifference = (difference: CausedDifference, account: KnownAccount): Explained => {
  const [expected, actual] = [amountOf(difference.expected), amountOf(difference.actual)];
  const isSummed = difference.expected.sum !== null;
  const { history } = account;
  const known = isSummed ? account : { ...account, history: history && withoutAmounts(history) };
  const { explanations, unexplained } = explain({ ...difference, isSummed, expected, actual }, known);
  return { explanations, unexplained: unexplained && { ...unexplained, sum: isSummed ? unexplained.sum : null } };
};
