import type { SecretComparison } from '@carryover/application/access/root-secret';
import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import * as E from 'fp-ts/lib/Either.js';

/** One thing that was checked. `todo`: what to do about it; null if nothing. */
export type Check = {
  readonly check: 'database' | 'role' | 'schema' | 'secret' | 'service' | 'clock';
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly todo: string | null;
};

type Name = Check['check'];

export const ok = (check: Name, detail: string): Check => ({ check, status: 'ok', detail, todo: null });
export const warn = (check: Name, detail: string, todo: string): Check => ({ check, status: 'warn', detail, todo });
export const fail = (check: Name, detail: string, todo: string): Check => ({ check, status: 'fail', detail, todo });

/** A time of another clock, read between two times of this machine's. `stepMs`: the resolution of that clock. */
export type Reading = {
  readonly of: 'database' | 'service';
  readonly time: Date;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly stepMs: number;
};

/** Beyond the first, times of records cannot be compared; beyond the second, tokens and expiry dates are wrong. */
const NOTICEABLE_MS = 2_000;
const HARMFUL_MS = 60_000;

/** By how much another clock is ahead of ours at least, 0 if the reading allows that they agree. */
const aheadMs = ({ time, askedAt, answeredAt, stepMs }: Reading): number => {
  const earliest = time.getTime();
  if (earliest > answeredAt) return earliest - answeredAt;
  return Math.min(0, earliest + stepMs - askedAt);
};

export const checkClock = (reading: Reading): Check => {
  const ahead = aheadMs(reading);
  const size = Math.abs(ahead);
  if (size < NOTICEABLE_MS) return ok('clock', `The clock of the ${reading.of} agrees with this machine's.`);
  const detail = `The clock of the ${reading.of} is ${(size / 1000).toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`;
  return (size < HARMFUL_MS ? warn : fail)('clock', detail, 'Synchronise both clocks (NTP).');
};

const SET_IT = "Set CARRYOVER_SECRET to the service's own.";

export const noSecret = (): Check => warn('secret', 'CARRYOVER_SECRET is not set: no API key can be issued.', SET_IT);

export const unreadableSecret = (why: string): Check =>
  fail(
    'secret',
    `The root secret cannot be read: ${why}`,
    'Run this command as the user of the service, or restore the file from a backup.',
  );

const judge = (compared: SecretComparison): Check => {
  switch (compared.kind) {
    case 'unused':
      return warn('secret', 'The database has no root secret yet.', 'Start the service: it records its own.');
    case 'same':
      return ok('secret', "The root secret is the service's own.");
    case 'replaced':
      return warn(
        'secret',
        'The root secret replaces the one in use, but the service has not been started with it yet.',
        'Start the service with both secrets. See "Changing secrets" in docs/operations.md.',
      );
    case 'different':
      return fail(
        'secret',
        `The root secret is not the one in use since ${compared.noted.notedAt.toISOString()}.`,
        `The service would reject a key made with it. ${SET_IT}`,
      );
  }
};

export const checkSecret = async (compared: Stored<SecretComparison>): Promise<Check> =>
  E.match(
    ({ cause }: StoreFailure) =>
      fail('secret', `The secret cannot be compared: ${causeMessage(cause)}`, 'Fix the database check first.'),
    judge,
  )(await compared());
