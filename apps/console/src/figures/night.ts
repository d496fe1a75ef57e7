import { type AlarmState, type OpenAlarm, readAlarmState } from '@carryover/adapters-persistence/alarms';
import { type MigrationState, readMigrationOverview } from '@carryover/adapters-persistence/queries/migration-overview';
import { type RegisteredItems, readItemsOfSet } from '@carryover/adapters-persistence/queries/registered-totals';
import { type ListedWebhook, listWebhooks } from '@carryover/adapters-persistence/queries/webhooks';
import { ALARM_KINDS, type AlarmKind, type AlarmLimits } from '@carryover/domain/alarm';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { orProblem } from '../web/problem.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { endOfLoad, type LoadPace, paceOf } from './pace.ts';

type Items = RegisteredItems['items'];

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

/** Returns what the overview shows of a migration. @param until the time up to which was counted. */
const migrationOf = (
  state: MigrationState,
  registered: Items | null,
  until: Date,
  begun: ReadonlySet<AlarmKind>,
  limits: AlarmLimits,
): Migration => {
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
    alarms: alarmsOf({ state, remaining, until, begun }, limits),
  };
};

const urgency = ({ alarms, pace }: Migration): number =>
  alarms[0] === undefined
    ? ALARM_KINDS.length + (pace?.isRunning === true ? 0 : 1)
    : ALARM_KINDS.indexOf(alarms[0].kind);

/** Returns the migrations that need a person first, then those that run. */
export const byUrgency = (migrations: ReadonlyArray<Migration>): ReadonlyArray<Migration> =>
  migrations.toSorted((one, other) => urgency(one) - urgency(other));

/** The state of all migrations and webhooks at one time. */
export type Night = Omit<AlarmState, 'open'> & {
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

/** A complete set never changes. */
export type ReadItems = (setId: string | null) => Promise<Items | null>;

/** Returns a function that adds up a complete set of control totals, once. */
export const makeReadItems = (em: EntityManager): ReadItems => {
  const sets = new LRUCache<string, Items>({ max: 1_000 });
  return async (setId) => {
    if (setId === null) return null;
    const items = sets.get(setId) ?? (await orProblem(readItemsOfSet(em)(setId)));
    sets.set(setId, items);
    return items;
  };
};

type Reading = { readonly itemsOf: ReadItems; readonly limits: AlarmLimits; readonly open: ReadonlyArray<OpenAlarm> };

/** Reads all migrations. @param em of a transaction, if it is read in one. @param open alarms that have begun. */
export const readMigrations = async (em: EntityManager, { itemsOf, limits, open }: Reading) => {
  const { counted, migrations } = await orProblem(readMigrationOverview(em));
  const until = counted?.at ?? new Date(0);
  const begun = Map.groupBy(open, ({ supplierId }) => supplierId);
  const read: Migration[] = [];
  for (const state of migrations) {
    const kinds = new Set(begun.get(state.id)?.map(({ kind }) => kind));
    read.push(migrationOf(state, await itemsOf(state.setId), until, kinds, limits));
  }
  return { counted, migrations: read };
};

/**
 * Returns a function that reads the state of all migrations, at most twice a second and once for each count, however many ask.
 *
 * @param countNumber changes when figures were counted.
 */
export const makeNight = (
  em: EntityManager,
  limits: AlarmLimits,
  countNumber: () => number,
): (() => Promise<Night>) => {
  const itemsOf = makeReadItems(em);
  const read = async (): Promise<Night> => {
    const { open, ...told } = await orProblem(readAlarmState(em));
    const { counted, migrations } = await readMigrations(em, { itemsOf, limits, open });
    return {
      countedAt: counted?.at ?? null,
      isLate: counted !== null && counted.now.getTime() - counted.at.getTime() > LATE_MS,
      ...told,
      migrations: byUrgency(migrations),
      webhooks: await orProblem(listWebhooks(em)),
    };
  };
  const shared = new LRUCache<number, Promise<Night>>({ max: 1, ttl: EVERY_MS, memoMethod: read });
  return () => shared.memo(countNumber());
};
