import { type EventCount, storedByKind, type TimedCount } from '@carryover/adapters-persistence/queries/figures';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import { netOf } from '../../figures/supplier-figures.ts';

/** The values of a chart over time, as its table shows them. */
type Chart = {
  readonly columns: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<{ readonly at: Date; readonly values: ReadonlyArray<number> }>;
};

/** The lengths of a chart's steps, in seconds: up to a week. */
const STEPS = [10, 30, 60, 300, 900, 3_600, 21_600, 86_400, 604_800];
const MAX_STEPS = 120;

/** Returns the shortest steps of which a chart shows a span of time. */
export const stepSecondsOf = (since: Date, until: Date): number => {
  const seconds = (until.getTime() - since.getTime()) / 1000;
  return STEPS.find((step) => seconds / step <= MAX_STEPS) ?? STEPS.at(-1)!;
};

/** The codes with the most refusals have a column of their own. */
const MAX_CODES = 5;

type Span = { readonly since: Date; readonly until: Date; readonly stepSeconds: number };

/** The beginnings of a span's steps. */
const timesOf = ({ since, until, stepSeconds }: Span): ReadonlyArray<Date> => {
  const stepMs = stepSeconds * 1000;
  const first = Math.floor(since.getTime() / stepMs) * stepMs;
  const length = Math.max(1, Math.ceil((until.getTime() - first) / stepMs));
  return Array.from({ length }, (_, at) => new Date(first + at * stepMs));
};

const chartOf = (
  span: Span,
  columns: ReadonlyArray<string>,
  counts: ReadonlyArray<TimedCount>,
  valuesOf: (count: TimedCount) => ReadonlyArray<readonly [column: string, value: number]>,
): Chart => {
  const at = Map.groupBy(counts, (count) => count.at.getTime());
  return {
    columns,
    rows: timesOf(span).map((time) => {
      const sums = new Map<string, number>();
      for (const [column, number] of (at.get(time.getTime()) ?? []).flatMap(valuesOf))
        sums.set(column, (sums.get(column) ?? 0) + number);
      return { at: time, values: columns.map((column) => sums.get(column) ?? 0) };
    }),
  };
};

const ofOutcome = <A extends EventCount>(counts: ReadonlyArray<A>, outcome: EventCount['outcome']) =>
  counts.filter((count) => count.outcome === outcome);

/** Accounts that are without data at the end of each step: an undo may take an account's last item. */
export const burnDown = (span: Span, counts: ReadonlyArray<TimedCount>, withoutData: number): Chart => {
  const first = chartOf(span, ['Accounts without data'], counts, (count) => [
    ['Accounts without data', netOf([count], 'accounts')],
  ]);
  let remaining = withoutData + netOf(counts, 'accounts');
  return {
    ...first,
    rows: first.rows.map(({ at, values }) => {
      remaining -= values[0] ?? 0;
      return { at, values: [remaining] };
    }),
  };
};

const REMOVED = 'Removed by an undo';

/** Items by kind when they were stored, and those that an undo removed: together, what is stored. */
export const itemsByKind = (span: Span, counts: ReadonlyArray<TimedCount>): Chart => {
  const undone = ofOutcome(counts, 'undone');
  const columns = [...ITEM_KINDS.map(([, , title]) => title), ...(undone.length === 0 ? [] : [REMOVED])];
  return chartOf(span, columns, [...ofOutcome(counts, 'accepted'), ...undone], (count) =>
    count.outcome === 'undone'
      ? [[REMOVED, count.storedItems]]
      : ITEM_KINDS.map(([kind, , title]) => [title, storedByKind([count])[kind]]),
  );
};

export const refusalsByCode = (
  span: Span,
  counts: ReadonlyArray<TimedCount>,
  totals: ReadonlyArray<EventCount>,
): Chart => {
  const codes = codesOf(totals).map(({ code }) => code);
  const shown = codes.slice(0, MAX_CODES);
  const columns = codes.length > MAX_CODES ? [...shown, 'others'] : shown;
  return chartOf(span, columns, ofOutcome(counts, 'refused'), ({ code, requests }) => [
    [shown.includes(code) ? code : 'others', requests],
  ]);
};

/** Refused requests by code, the most frequent first. */
export const codesOf = (totals: ReadonlyArray<EventCount>): ReadonlyArray<{ code: string; requests: number }> =>
  [...Map.groupBy(ofOutcome(totals, 'refused'), ({ code }) => code)]
    .map(([code, counts]) => ({ code, requests: counts.reduce((sum, { requests }) => sum + requests, 0) }))
    .toSorted((one, other) => other.requests - one.requests || (one.code < other.code ? -1 : 1));
