/** The types of changes (decisions 18), in the order in which the documentation names them. */
export const CHANGE_TYPES = [
  'account.added',
  'account.promoted',
  'account.changed',
  'import.accepted',
  'import.undone',
  'ledger.period_opened',
  'ledger.period_closed',
  'ledger.finalized',
  'supplier.status_changed',
  'account.erased',
] as const;
type FeedType = (typeof CHANGE_TYPES)[number];

/** The types of alarms, which the feed does not have: a webhook gets them if its types name them. */
export const ALARM_TYPES = ['alarm.began', 'alarm.ended'] as const;
type AlarmType = (typeof ALARM_TYPES)[number];

/** What can be posted to an endpoint. */
export const WEBHOOK_TYPES = [...CHANGE_TYPES, ...ALARM_TYPES] as const;
export type ChangeType = FeedType | AlarmType;

export const isAlarmType = (type: ChangeType): type is AlarmType => ALARM_TYPES.some((one) => one === type);

export const WEBHOOK_STATES = ['active', 'suspended'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/**
 * `operator`: by a command. `gone`: the receiver answered 410. `failing`: nothing was delivered for three days. `unknown_place`: the
 * database lacks the change that was delivered last.
 */
export const SUSPENSION_CAUSES = ['operator', 'gone', 'failing', 'unknown_place'] as const;
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number];

/** Endpoints of one installation: each may have a delivery in memory. */
export const MAX_WEBHOOKS = 100;
/** The changes and the bytes of a delivery (decisions 18); a change that alone is larger is delivered alone. */
export const MAX_DELIVERED = { changes: 100, bytes: 1_000_000 } as const;

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 3_600_000;
const GIVE_UP_MS = 3 * 24 * 3_600_000;

/** An endpoint's failures since its last success. */
export type Failing = { readonly failures: number; readonly failingSince: Date | null };

/**
 * Returns when a delivery that failed is tried again: after one second, each further time after twice as long up to an hour, less a
 * random half, so that endpoints of one receiver are not tried together. null: it has failed for three days, and is given up.
 *
 * @param failures including this one.
 * @param random from 0 to 1.
 */
export const nextTry = ({ failures, failingSince }: Failing, now: Date, random: number): Date | null => {
  if (failingSince !== null && now.getTime() - failingSince.getTime() >= GIVE_UP_MS) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 30), MAX_WAIT_MS);
  return new Date(now.getTime() + wait * (1 - random / 2));
};
