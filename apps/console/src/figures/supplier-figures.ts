import { SLOT_MS } from '@carryover/adapters-persistence/figures/counted-events';
import {
  type CountedAt,
  type EventCount,
  type Figures,
  readFigures,
  readSeries,
  type SupplierKey,
  type TimedCount,
} from '@carryover/adapters-persistence/queries/figures';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** A number of events within some seconds. */
type Pace = { readonly events: number; readonly seconds: number };

/** Less than this is too short to tell a pace. */
const MIN_SECONDS = 1;

export const perSecond = ({ events, seconds }: Pace): number => events / Math.max(seconds, MIN_SECONDS);

/** Fewer refusals than this do not make a trend. */
const MIN_REFUSALS = 20;
const RISE = 3;

/** Returns true if refusals have become at least three times as frequent as before, and are not only a few. */
export const isRising = (before: Pace, recent: Pace): boolean =>
  recent.events >= MIN_REFUSALS && perSecond(recent) >= RISE * perSecond(before);

/** A reason for the operator to look closer. */
type Alarm =
  /** The vendor could not be reached for some payment instructions in the last ten minutes. */
  | { readonly kind: 'vendor_unavailable'; readonly requests: number }
  | { readonly kind: 'code_rises'; readonly code: string; readonly requests: number }
  /** The figures are old: no console process counts. */
  | { readonly kind: 'figures_late'; readonly countedAt: Date };

/** The figures of a supplier's migration (ADR 39). */
type SupplierFigures = Figures & {
  /** Accounts that have an item. */
  readonly accountsWithData: number;
  /** Stored in the last minute. */
  readonly itemsPerSecond: number;
  /** Accepted in the last minute, also those that stored nothing. */
  readonly requestsPerSecond: number;
  readonly alarms: ReadonlyArray<Alarm>;
};

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const NOW_MS = 1 * MINUTES;
const RECENT_MS = 10 * MINUTES;
const HISTORY_MS = 60 * MINUTES;
const LATE_MS = 2 * MINUTES;

const VENDOR_UNAVAILABLE = 'payment_vendor_unavailable';

const sumOf = (counts: ReadonlyArray<EventCount>, of: 'requests' | 'storedItems' | 'accounts'): number =>
  counts.reduce((sum, count) => sum + count[of], 0);

const isAccepted = ({ outcome }: EventCount): boolean => outcome === 'accepted';

/** Returns what was stored without what was undone. */
export const netOf = (counts: ReadonlyArray<EventCount>, of: 'storedItems' | 'storedDocuments' | 'accounts'): number =>
  counts.reduce((sum, count) => sum + (count.outcome === 'undone' ? -count[of] : count[of]), 0);

/** Counts from a time on; if the first of all is later, from that. */
const paceSince = (
  counts: ReadonlyArray<TimedCount>,
  of: 'requests' | 'storedItems' | 'accounts',
  since: Date,
  until: Date,
): Pace => {
  const first = counts[0]?.at ?? until;
  const begin = Math.max(since.getTime(), first.getTime());
  const within = counts.filter(({ at }) => at >= since);
  return { events: sumOf(within, of), seconds: (until.getTime() - begin) / SECONDS };
};

/** Refusals of the last ten minutes, compared with those of the fifty minutes before. */
const risingCodes = (refusals: ReadonlyArray<TimedCount>, since: Date): ReadonlyArray<Alarm> =>
  [...Map.groupBy(refusals, ({ code }) => code)].flatMap(([code, counts]): ReadonlyArray<Alarm> => {
    const recent = counts.filter(({ at }) => at >= since);
    const before = counts.filter(({ at }) => at < since);
    const requests = sumOf(recent, 'requests');
    const rises = isRising(
      { events: sumOf(before, 'requests'), seconds: (HISTORY_MS - RECENT_MS) / SECONDS },
      { events: requests, seconds: RECENT_MS / SECONDS },
    );
    return rises ? [{ kind: 'code_rises', code, requests }] : [];
  });

const alarmsOf = (refusals: ReadonlyArray<TimedCount>, { at, now }: CountedAt): ReadonlyArray<Alarm> => {
  const since = new Date(at.getTime() - RECENT_MS);
  const fromVendor = refusals.filter(({ code, at: time }) => code === VENDOR_UNAVAILABLE && time >= since);
  const others = refusals.filter(({ code }) => code !== VENDOR_UNAVAILABLE);
  const requests = sumOf(fromVendor, 'requests');
  return [
    ...(now.getTime() - at.getTime() > LATE_MS ? [{ kind: 'figures_late', countedAt: at } as const] : []),
    ...(requests > 0 ? [{ kind: 'vendor_unavailable', requests } as const] : []),
    ...risingCodes(others, since),
  ];
};

const figuresOf = (figures: Figures, latest: ReadonlyArray<TimedCount>): SupplierFigures => {
  const { counted, totals } = figures;
  const until = counted?.at ?? new Date(0);
  const before = (ms: number) => new Date(until.getTime() - ms);
  const accepted = latest.filter(isAccepted);
  const accountsWithData = netOf(totals, 'accounts');
  return {
    ...figures,
    accountsWithData,
    itemsPerSecond: perSecond(paceSince(accepted, 'storedItems', before(NOW_MS), until)),
    requestsPerSecond: perSecond(paceSince(accepted, 'requests', before(NOW_MS), until)),
    alarms:
      counted === null
        ? []
        : alarmsOf(
            latest.filter(({ outcome }) => outcome === 'refused'),
            counted,
          ),
  };
};

export const readSupplierFigures = (em: EntityManager, supplier: SupplierKey): Stored<SupplierFigures> =>
  pipe(
    readFigures(em)(supplier),
    TE.bindTo('figures'),
    TE.bind('latest', ({ figures: { counted } }) =>
      counted === null
        ? TE.right([])
        : readSeries(em)(supplier, {
            since: new Date(counted.at.getTime() - HISTORY_MS),
            stepSeconds: SLOT_MS / SECONDS,
          }),
    ),
    TE.map(({ figures, latest }) => figuresOf(figures, latest)),
  );
