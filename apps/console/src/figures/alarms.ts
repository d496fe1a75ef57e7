import type { MigrationState } from '@carryover/adapters-persistence/queries/migration-overview';
import { type AlarmKind, type AlarmLimits, areTooManyRefused, REFUSALS_MS } from '@carryover/domain/alarm';

/** What needs a person of a supplier's migration. */
export type Alarm =
  /** The last reconciliation did not agree. */
  | { readonly kind: 'reconciliation'; readonly verdict: string; readonly at: Date }
  /** The last check of what is stored found something. */
  | { readonly kind: 'storage'; readonly findings: number; readonly at: Date }
  | { readonly kind: 'paused'; readonly at: Date | null; readonly by: string | null }
  /** Something remains of the registered totals, and nothing was stored for some time. */
  | { readonly kind: 'stalled'; readonly since: Date }
  | { readonly kind: 'refusals'; readonly refused: number; readonly requests: number };

type Watched = {
  readonly state: MigrationState;
  /** The items that are registered and not stored. */
  readonly remaining: number;
  /** The time up to which was counted. */
  readonly until: Date;
  readonly begun: ReadonlySet<AlarmKind>;
};

/** Returns what needs a person, the most urgent first. */
export const alarmsOf = ({ state, remaining, until, begun }: Watched, limits: AlarmLimits): ReadonlyArray<Alarm> => {
  const { status, changed, verdict, reconciledAt, findings, checkedAt, lastStoredAt } = state;
  const latest = state.recent.filter(({ at }) => at.getTime() >= until.getTime() - REFUSALS_MS);
  const [refused, requests] = [
    latest.reduce((sum, one) => sum + one.refused, 0),
    latest.reduce((sum, one) => sum + one.requests, 0),
  ];
  const isStalled =
    status === 'Ongoing' &&
    remaining > 0 &&
    lastStoredAt !== null &&
    lastStoredAt.getTime() < until.getTime() - limits.stalledMs;
  return [
    ...(verdict !== null && verdict !== 'agree' && reconciledAt !== null
      ? [{ kind: 'reconciliation', verdict, at: reconciledAt } as const]
      : []),
    ...(findings !== null && findings > 0 && checkedAt !== null
      ? [{ kind: 'storage', findings, at: checkedAt } as const]
      : []),
    ...(status === 'Paused' ? [{ kind: 'paused', at: changed?.at ?? null, by: changed?.by ?? null } as const] : []),
    ...(isStalled ? [{ kind: 'stalled', since: lastStoredAt } as const] : []),
    ...(areTooManyRefused({ refused, requests }, limits, begun.has('refusals'))
      ? [{ kind: 'refusals', refused, requests } as const]
      : []),
  ];
};
