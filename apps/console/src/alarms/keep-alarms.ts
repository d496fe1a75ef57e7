import { type keepAlarms, readOldestOpen } from '@carryover/adapters-persistence/alarms';
import type { AlarmDetails, ObservedAlarm } from '@carryover/application/ports/alarms';
import { type AlarmLimits, openSince } from '@carryover/domain/alarm';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import type { Alarm } from '../figures/alarms.ts';
import { type ReadItems, readMigrations } from '../figures/night.ts';

/** The rest between two looks at all suppliers; longer if a look takes longer, so that it takes a small part of one core. */
const EVERY_MS = 2_000;
const REST = 20;

const detailsOf = (alarm: Alarm): AlarmDetails => {
  switch (alarm.kind) {
    case 'reconciliation':
      return { verdict: alarm.verdict, at: alarm.at.toISOString() };
    case 'storage':
      return { findings: alarm.findings, at: alarm.at.toISOString() };
    case 'paused':
      return alarm.at === null ? {} : { at: alarm.at.toISOString() };
    case 'stalled':
      return { at: alarm.since.toISOString() };
    case 'refusals':
      return { refused: alarm.refused, requests: alarm.requests };
  }
};

type Parts = {
  readonly keep: ReturnType<typeof keepAlarms>;
  readonly itemsOf: ReadItems;
  readonly limits: AlarmLimits;
  readonly logger: Logger;
};

/**
 * Keeps the alarms up to date until it is stopped: what needs a person begins, and what no longer does ends. Of several processes, one
 * observes at a time.
 *
 * @returns a function that stops it after the step under way.
 */
export const keepAlarmsCurrent = ({ keep, itemsOf, limits, logger }: Parts): (() => Promise<void>) => {
  // The oldest open transactions, one of each node, and since when this process knows them.
  let held: ReadonlyMap<string, number> = new Map();

  const observeHeldBack = (open: ReadonlyArray<string>, told: string | undefined): ReadonlyArray<ObservedAlarm> => {
    const now = performance.now();
    held = openSince(held, open, now);
    // Told before this process began to look, it is still the same one.
    const position = open.find((one) => one === told) ?? open.find((one) => now - held.get(one)! >= limits.heldBackMs);
    return position === undefined ? [] : [{ kind: 'held_back', supplierId: null, details: { position } }];
  };

  return inBackground(async () => {
    const began = performance.now();
    const done = await keep(async (transaction, open) => {
      const oldest = await readOldestOpen(transaction);
      const told = open.find(({ kind }) => kind === 'held_back')?.details.position;
      const { migrations } = await readMigrations(transaction, { itemsOf, limits, open });
      return [
        ...observeHeldBack(oldest, told),
        ...migrations.flatMap(({ id: supplierId, alarms }) =>
          alarms.map((alarm) => ({ kind: alarm.kind, supplierId, details: detailsOf(alarm) })),
        ),
      ];
    })();
    if (E.isLeft(done))
      logger.warn({ error: causeMessage(done.left.cause) }, 'alarms could not be looked for; the next try follows');
    return Math.max(EVERY_MS, REST * (performance.now() - began));
  });
};
