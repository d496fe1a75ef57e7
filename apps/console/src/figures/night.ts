import { type MigrationState, readMigrationOverview } from '@carryover/adapters-persistence/queries/migration-overview';
import { type RegisteredItems, readItemsOfSet } from '@carryover/adapters-persistence/queries/registered-totals';
import { type ListedWebhook, listWebhooks } from '@carryover/adapters-persistence/queries/webhooks';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { orProblem } from '../web/problem.ts';
import { endOfLoad, type LoadPace, paceOf } from './pace.ts';

type Items = RegisteredItems['items'];

/** What needs a person, the most urgent first. */
export const ALARMS = ['differs', 'paused', 'stalled', 'refusals'] as const;

export type Alarm =
  /** The last reconciliation did not agree. */
  | { readonly kind: 'differs'; readonly verdict: string; readonly at: Date }
  | { readonly kind: 'paused'; readonly at: Date | null; readonly by: string | null }
  /** Something remains of the registered totals, and nothing was stored for ten minutes. */
  | { readonly kind: 'stalled'; readonly since: Date }
  | { readonly kind: 'refusals'; readonly requests: number };

/** A supplier's migration as the overview shows it. */
export type Migration = MigrationState & {
  readonly storedItems: number;
  /** Each kind with what the client registered of it; `registered` is null without control totals. */
  readonly kinds: ReadonlyArray<{
    readonly title: string;
    readonly stored: number;
    readonly registered: number | null;
  }>;
  readonly pace: LoadPace | null;
  /** When all that the client registered will be stored; null if it cannot be told. */
  readonly end: Date | null;
  readonly alarms: ReadonlyArray<Alarm>;
};

const STALLED_MS = 600_000;
const MIN_REFUSALS = 20;

const alarmsOf = (state: MigrationState, remaining: number, until: Date): ReadonlyArray<Alarm> => {
  const { status, changed, verdict, reconciledAt, lastStoredAt, recent } = state;
  const tenMinutesAgo = until.getTime() - STALLED_MS;
  const refused = recent.reduce((sum, one) => sum + (one.at.getTime() >= tenMinutesAgo ? one.refused : 0), 0);
  const isStalled =
    status === 'Ongoing' && remaining > 0 && lastStoredAt !== null && lastStoredAt.getTime() < tenMinutesAgo;
  return [
    ...(verdict !== null && verdict !== 'agree' && reconciledAt !== null
      ? [{ kind: 'differs', verdict, at: reconciledAt } as const]
      : []),
    ...(status === 'Paused' ? [{ kind: 'paused', at: changed?.at ?? null, by: changed?.by ?? null } as const] : []),
    ...(isStalled ? [{ kind: 'stalled', since: lastStoredAt } as const] : []),
    ...(refused >= MIN_REFUSALS ? [{ kind: 'refusals', requests: refused } as const] : []),
  ];
};

/** Returns what the overview shows of a migration. @param until the time up to which was counted. */
const migrationOf = (state: MigrationState, registered: Items | null, until: Date): Migration => {
  const stretches = state.recent.filter(({ items }) => items > 0);
  const pace = paceOf(stretches, until);
  const kinds = ITEM_KINDS.map(([kind, , title]) => ({
    title,
    stored: state.stored[kind],
    registered: registered?.[kind] ?? null,
  }));
  const remaining = kinds.reduce((sum, one) => sum + Math.max(0, (one.registered ?? 0) - one.stored), 0);
  return {
    ...state,
    storedItems: kinds.reduce((sum, { stored }) => sum + stored, 0),
    kinds,
    pace,
    end: registered === null ? null : endOfLoad(remaining, pace, until),
    alarms: alarmsOf(state, remaining, until),
  };
};

const urgency = ({ alarms, pace }: Migration): number =>
  alarms[0] === undefined ? ALARMS.length + (pace?.isRunning === true ? 0 : 1) : ALARMS.indexOf(alarms[0].kind);

/** Returns the migrations that need a person first, then those that run. */
export const byUrgency = (migrations: ReadonlyArray<Migration>): ReadonlyArray<Migration> =>
  migrations.toSorted((one, other) => urgency(one) - urgency(other));

/** The state of all migrations and webhooks at one time. */
export type Night = {
  /** null: nothing was counted yet. */
  readonly countedAt: Date | null;
  /** The figures are older than two minutes: no console counts. */
  readonly isLate: boolean;
  readonly migrations: ReadonlyArray<Migration>;
  readonly webhooks: ReadonlyArray<ListedWebhook>;
};

const LATE_MS = 120_000;
/** All who watch share one read. */
const EVERY_MS = 500;

/** Returns a function that reads the state of all migrations, at most twice a second however many ask. */
export const makeNight = (em: EntityManager): (() => Promise<Night>) => {
  // A complete set never changes.
  const sets = new LRUCache<string, Items>({ max: 1_000 });
  const itemsOf = async (setId: string | null): Promise<Items | null> => {
    if (setId === null) return null;
    const items = sets.get(setId) ?? (await orProblem(readItemsOfSet(em)(setId)));
    sets.set(setId, items);
    return items;
  };
  const read = async (): Promise<Night> => {
    const { counted, migrations } = await orProblem(readMigrationOverview(em));
    const until = counted?.at ?? new Date(0);
    const shown: Migration[] = [];
    for (const state of migrations) shown.push(migrationOf(state, await itemsOf(state.setId), until));
    return {
      countedAt: counted?.at ?? null,
      isLate: counted !== null && counted.now.getTime() - counted.at.getTime() > LATE_MS,
      migrations: byUrgency(shown),
      webhooks: await orProblem(listWebhooks(em)),
    };
  };
  const shared = new LRUCache<string, Promise<Night>>({ max: 1, ttl: EVERY_MS, memoMethod: read });
  return () => shared.memo('all');
};
