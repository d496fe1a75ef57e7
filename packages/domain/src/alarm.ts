/**
 * What needs a person, the most urgent first.
 *
 * `reconciliation`: the last one did not agree. `storage`: the last check found what was not accepted, or lacks what was. `held_back`: a
 * transaction of the database stays open, so that nothing behind it is final: no change is served, sealed or proven. `paused`: a
 * supplier. `stalled`: some of what the client registered is missing, and nothing is stored any more. `refusals`: more than a share
 * of the requests are refused.
 */
export const ALARM_KINDS = ['reconciliation', 'storage', 'held_back', 'paused', 'stalled', 'refusals'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** When something becomes an alarm. */
export type AlarmLimits = {
  /** Nothing was stored for so long. */
  readonly stalledMs: number;
  /** The share of requests that are refused, from 0 to 1. */
  readonly refusedShare: number;
  /** A transaction is open for so long. */
  readonly heldBackMs: number;
};

/** Returns since when each of the transactions that are open now is known to be. @param known the same of the last look. */
export const openSince = (
  known: ReadonlyMap<string, number>,
  open: ReadonlyArray<string>,
  now: number,
): ReadonlyMap<string, number> => new Map(open.map((one) => [one, known.get(one) ?? now]));

/** The time over which requests are counted. */
export const REFUSALS_MS = 600_000;
/** Fewer refused requests are no alarm, whatever their share. */
const MIN_REFUSED = 20;
/** What has begun ends below this part of the limits, so that it does not come and go. */
const END = 0.5;

/**
 * Returns true if too many of the latest requests were refused.
 *
 * @param hasBegun it is an alarm already.
 */
export const areTooManyRefused = (
  { refused, requests }: { readonly refused: number; readonly requests: number },
  { refusedShare }: AlarmLimits,
  hasBegun: boolean,
): boolean => {
  const factor = hasBegun ? END : 1;
  return refused >= MIN_REFUSED * factor && refused >= requests * refusedShare * factor;
};
