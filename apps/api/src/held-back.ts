import { readOldestOpen } from '@carryover/adapters-persistence/alarms';
import { stored } from '@carryover/adapters-persistence/sql/store-failure';
import { openSince } from '@carryover/domain/alarm';
import { inBackground } from '@carryover/settings/in-background';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';

const EVERY_MS = 15_000;

/**
 * Looks for transactions that stay open until it is stopped: nothing behind them is served, sealed or proven.
 *
 * @param onHeld is told after each look since when, by `performance.now()`, a transaction is known as the oldest that is open; null: none
 * is open, or the database does not answer, which is told elsewhere.
 * @returns a function that stops it after the look under way.
 */
export const lookForHeldBack = (
  em: EntityManager,
  onHeld: (since: number | null) => void,
  everyMs = EVERY_MS,
): (() => Promise<void>) => {
  let known: ReadonlyMap<string, number> = new Map();
  return inBackground(async () => {
    const open = await stored(() => readOldestOpen(em))();
    if (E.isRight(open)) known = openSince(known, open.right, performance.now());
    onHeld(E.isLeft(open) || known.size === 0 ? null : Math.min(...known.values()));
    return everyMs;
  });
};
