import type { EventCount, TimedCount } from '@carryover/application/ports/operator/figures/figures-reader';

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

/** The kinds of items, by endpoint. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  'notes/create': 'Notes',
  'transactions/create': 'Transactions',
  'historical-billing-documents/create': 'Billing documents',
  'historical-statements/create': 'Statements',
  'payment-instruction/create': 'Payment instructions',
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
  value: (count: TimedCount) => readonly [column: string, value: number],
): Chart => {
  const at = Map.groupBy(counts, (count) => count.at.getTime());
  return {
    columns,
    rows: timesOf(span).map((time) => {
      const sums = new Map<string, number>();
      for (const count of at.get(time.getTime()) ?? []) {
        const [column, number] = value(count);
        sums.set(column, (sums.get(column) ?? 0) + number);
      }
      return { at: time, values: columns.map((column) => sums.get(column) ?? 0) };
    }),
  };
};

const ofOutcome = <A extends EventCount>(counts: ReadonlyArray<A>, outcome: EventCount['outcome']) =>
  counts.filter((count) => count.outcome === outcome);

/** Accounts that are still without data, at the end of each step. */
export const burnDown = (span: Span, counts: ReadonlyArray<TimedCount>, withoutData: number): Chart => {
  const accepted = ofOutcome(counts, 'accepted');
  const first = chartOf(span, ['Accounts without data'], accepted, (count) => [
    'Accounts without data',
    count.firstImports,
  ]);
  let remaining = withoutData + accepted.reduce((sum, { firstImports }) => sum + firstImports, 0);
  return {
    ...first,
    rows: first.rows.map(({ at, values }) => {
      remaining -= values[0] ?? 0;
      return { at, values: [remaining] };
    }),
  };
};

export const itemsByKind = (span: Span, counts: ReadonlyArray<TimedCount>): Chart =>
  chartOf(span, Object.values(KIND_NAMES), ofOutcome(counts, 'accepted'), ({ endpoint, items }) => [
    KIND_NAMES[endpoint] ?? endpoint,
    items,
  ]);

export const refusalsByCode = (
  span: Span,
  counts: ReadonlyArray<TimedCount>,
  totals: ReadonlyArray<EventCount>,
): Chart => {
  const codes = codesOf(totals).map(({ code }) => code);
  const shown = codes.slice(0, MAX_CODES);
  const columns = codes.length > MAX_CODES ? [...shown, 'others'] : shown;
  return chartOf(span, columns, ofOutcome(counts, 'refused'), ({ code, requests }) => [
    shown.includes(code) ? code : 'others',
    requests,
  ]);
};

/** Refused requests by code, the most frequent first. */
export const codesOf = (totals: ReadonlyArray<EventCount>): ReadonlyArray<{ code: string; requests: number }> =>
  [...Map.groupBy(ofOutcome(totals, 'refused'), ({ code }) => code)]
    .map(([code, counts]) => ({ code, requests: counts.reduce((sum, { requests }) => sum + requests, 0) }))
    .toSorted((one, other) => other.requests - one.requests || (one.code < other.code ? -1 : 1));
