import { type EventCount, readSeries, storedByKind } from '@carryover/adapters-persistence/queries/figures';
import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { ImportKind } from '@carryover/application/ports/import-records';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import type { ConsoleUseCases } from '../../composition.ts';
import { readSupplierFigures } from '../../figures/supplier-figures.ts';
import { orProblem } from '../../web/problem.ts';
import { burnDown, codesOf, itemsByKind, refusalsByCode, stepSecondsOf } from './charts.ts';

/** The spans of time of the charts, in milliseconds; the longest one that is needed is the default. */
export const SPANS = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY } as const;
export type SpanName = keyof typeof SPANS;

const LATEST = 8;

/** The stored items by kind. */
const storedItems = (totals: ReadonlyArray<EventCount>) => {
  const stored = storedByKind(totals);
  return ITEM_KINDS.map(([kind, , title]) => ({ kind: title, items: stored[kind] }));
};

const REQUESTS: Readonly<Record<ImportKind, string>> = {
  notes: 'Notes',
  transactions: 'Transactions',
  'historical-billing-documents': 'Billing documents',
  'historical-statements': 'Statements',
  'payment-instruction': 'Payment instructions',
};

/** The requests by what they were sent for. */
const requestsOf = (totals: ReadonlyArray<EventCount>) =>
  Object.entries(REQUESTS).map(([name, kind]) => {
    const ofKind = totals.filter(({ endpoint }) => endpoint.startsWith(`${name}/`));
    const sum = (outcome: EventCount['outcome'], of: 'requests' | 'items') =>
      ofKind.filter((count) => count.outcome === outcome).reduce((total, count) => total + count[of], 0);
    return {
      kind,
      accepted: sum('accepted', 'requests'),
      itemsSent: sum('accepted', 'items'),
      refused: sum('refused', 'requests'),
      dryRuns: sum('dry_run', 'requests'),
      undone: sum('undone', 'requests'),
    };
  });

/** Reads all that the page of a supplier shows. @param span null: a day, or all of a shorter migration. */
export const readSupplierView = async (
  { operator }: ConsoleUseCases,
  supplier: NamedSupplier,
  span: SpanName | null,
) => {
  const { em } = operator;
  const [ofSupplier, latest] = await Promise.all([
    orProblem(readSupplierFigures(em, supplier)),
    orProblem(listImports(em)({ supplier, limit: LATEST })),
  ]);
  const first = ofSupplier.firstEvent;
  const until = ofSupplier.counted?.at ?? new Date(0);
  const longest = SPANS[span ?? 'day'];
  const since = new Date(Math.max(first?.getTime() ?? until.getTime(), until.getTime() - longest));
  const stepSeconds = stepSecondsOf(since, until);
  const counts = first === null ? [] : await orProblem(readSeries(em)(supplier, { since, stepSeconds }));
  const { accounts, accountsWithData, totals } = ofSupplier;
  const steps = { since, until, stepSeconds };
  return {
    supplier,
    figures: ofSupplier,
    stored: storedItems(totals),
    requests: requestsOf(totals),
    codes: codesOf(totals),
    latest,
    charts: {
      accounts: burnDown(steps, counts, accounts.IMPORTED + accounts.STAGED - accountsWithData),
      items: itemsByKind(steps, counts),
      refusals: refusalsByCode(steps, counts, totals),
    },
  };
};

/** The content of a supplier's page. */
export type SupplierView = Awaited<ReturnType<typeof readSupplierView>>;
