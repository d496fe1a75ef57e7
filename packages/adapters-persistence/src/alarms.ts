import { randomUUID } from 'node:crypto';
import type { AlarmMails, ObservedAlarm } from '@carryover/application/ports/alarms';
import type { Stored } from '@carryover/application/ports/store-failure';
import { ALARM_KINDS } from '@carryover/domain/alarm';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, momentSql, oneOf, orNull } from './schema/stored-values.ts';
import { ADVISORY_LOCKS } from './sql/advisory-locks.ts';
import { commitMoment, readNow } from './sql/commit-moment.ts';
import { dialectOf } from './sql/dialect.ts';
import { askNodes } from './sql/nodes.ts';
import { query, readRow, readRows } from './sql/query.ts';
import { changed, stored } from './sql/store-failure.ts';

const details = t.partial({
  at: t.string,
  verdict: t.string,
  findings: t.number,
  refused: t.number,
  requests: t.number,
  position: t.string,
});

const openRow = t.type({ id: t.string, kind: oneOf(ALARM_KINDS), supplierId: orNull(t.string), details });
/** An alarm that has not ended. */
export type OpenAlarm = Readonly<t.TypeOf<typeof openRow>>;
const OPEN = `
  select id::text as id, kind, supplier_id::text as "supplierId", details from alarm where ended_at is null`;

const BEGIN = `
  insert into alarm (id, kind, supplier_id, details, is_mailed) values ($1, $2, $3, $4, $5) on conflict do nothing`;
const END = `
  update alarm set ended_at = $2::timestamptz, ended_position = $3::bigint where id = any($1::uuid[]) and ended_at is null`;

const isSame = (one: Pick<OpenAlarm, 'kind' | 'supplierId'>, other: Pick<OpenAlarm, 'kind' | 'supplierId'>): boolean =>
  one.kind === other.kind && one.supplierId === other.supplierId;

/**
 * Has the alarms that are observed begin, and all others end. One process at a time observes, so that each begins and ends once, and
 * positions are in the order of the commits.
 *
 * @param observe reads what needs a person, in the transaction. @returns the numbers that began and ended; null if another process observes.
 */
export const keepAlarms =
  (em: EntityManager, isMailed: boolean) =>
  (
    observe: (transaction: EntityManager, open: ReadonlyArray<OpenAlarm>) => Promise<ReadonlyArray<ObservedAlarm>>,
  ): Stored<{ readonly began: number; readonly ended: number } | null> =>
    stored(() =>
      em.fork().transactional(async (transaction) => {
        const isFree = t.type({ isFree: t.boolean });
        const begun = await readRow(transaction, isFree, 'select pg_try_advisory_xact_lock($1) as "isFree"', [
          ADVISORY_LOCKS.alarms,
        ]);
        if (begun?.isFree !== true) return null;
        const open = await readRows(transaction, openRow, OPEN);
        const observed = await observe(transaction, open);
        const began = observed.filter((one) => !open.some((other) => isSame(one, other)));
        const ended = open.filter((one) => !observed.some((other) => isSame(one, other)));
        if (ended.length > 0) {
          const { now, position } = await commitMoment(transaction);
          await query(transaction, END, [ended.map(({ id }) => id), now, position]);
        }
        for (const one of began)
          await query(transaction, BEGIN, [
            ...[randomUUID(), one.kind, one.supplierId, JSON.stringify(one.details), isMailed],
          ]);
        return { began: began.length, ended: ended.length };
      }),
    );

const HELD = `
  select case when pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot())
    then final_position()::text else '' end as position`;
const heldRow = t.type({ position: t.string });

/** Returns the position of the oldest transaction that is open on the server, or on each node of a cluster; none where none is. */
export const readOldestOpen = async (em: EntityManager): Promise<ReadonlyArray<string>> => {
  const ofNodes = (await dialectOf(em)).hasOneOrder
    ? [(await readRow(em, heldRow, HELD))!.position]
    : await askNodes(em, HELD);
  return ofNodes.filter((position) => position !== '');
};

const shownRow = t.type({
  ...openRow.props,
  isOpen: t.boolean,
  beganAt: moment,
  error: orNull(t.string),
  failingSince: orNull(moment),
});
const SHOWN = `
  select id::text as id, kind, supplier_id::text as "supplierId", details, ended_at is null as "isOpen",
         ${momentSql('began_at')} as "beganAt", error, ${momentSql('failing_since')} as "failingSince"
  from alarm where ended_at is null or failing_since is not null order by failing_since, began_at`;

/** What the overview shows of alarms. */
export type AlarmState = {
  readonly open: ReadonlyArray<OpenAlarm>;
  /** The time since which an open transaction is an alarm. */
  readonly heldBackSince: Date | null;
  /** Mail that could not be sent. */
  readonly unsent: { readonly since: Date; readonly error: string } | null;
};

export const readAlarmState = (em: EntityManager): Stored<AlarmState> =>
  stored(async () => {
    const rows = await readRows(em, shownRow, SHOWN);
    const failing = rows.find(({ failingSince }) => failingSince !== null);
    return {
      open: rows.filter(({ isOpen }) => isOpen),
      heldBackSince: rows.find(({ kind, isOpen }) => kind === 'held_back' && isOpen)?.beganAt ?? null,
      unsent: failing === undefined ? null : { since: failing.failingSince!, error: failing.error ?? '' },
    };
  });

/** Longer than the sending of a mail takes. */
const LEASE = `interval '60 seconds'`;
const DUE = `
  is_mailed and (begin_mailed_at is null or ended_at is not null and end_mailed_at is null)
  and (next_try_at is null or next_try_at <= now()) and (lease_until is null or lease_until <= now())`;
const NEXT = `select id::text as id from alarm where ${DUE} order by began_at, id limit 1`;
const CLAIM = `
  update alarm set lease_holder = $2, lease_until = now() + ${LEASE} where id = $1 and ${DUE} returning id::text as id`;
const idRow = t.type({ id: t.string });
// Apart: a cluster returns no times as text from an update, and nothing of other tables.
const CLAIMED = `
  select a.id::text as id, a.kind, a.details, ${momentSql('a.began_at')} as "beganAt", ${momentSql('a.ended_at')} as "endedAt", a.failures,
    ${momentSql('a.failing_since')} as "failingSince", case when a.begin_mailed_at is null then 'began' else 'ended' end as part,
    s.code as "supplierCode", o.name as organisation
  from alarm a
  left join import_supplier s on s.id = a.supplier_id
  left join organisation o on o.id = s.organisation_id
  where a.id = $1`;
const claimedRow = t.type({
  id: t.string,
  kind: oneOf(ALARM_KINDS),
  details,
  beganAt: moment,
  endedAt: orNull(moment),
  failures: t.number,
  failingSince: orNull(moment),
  part: oneOf(['began', 'ended'] as const),
  supplierCode: orNull(t.string),
  organisation: orNull(t.string),
});

const SETTLE = `
  update alarm set
    begin_mailed_at = case when $3 = 'began' and $4::boolean then $10::timestamptz else begin_mailed_at end,
    end_mailed_at = case when $3 = 'ended' and $4::boolean then $10::timestamptz else end_mailed_at end,
    failures = $5, failing_since = $6, next_try_at = $7, error = $8, is_mailed = is_mailed and not $9::boolean,
    lease_holder = null, lease_until = null
  where id = $1 and lease_holder = $2`;

/** The mails of alarms as the processes share them that send: one process sends one. */
export const makePostgresAlarmMails = (em: EntityManager): AlarmMails => ({
  claim: (holder) =>
    stored(async () => {
      const next = await readRow(em, idRow, NEXT);
      if (next === null) return null;
      return em.fork().transactional(async (transaction) => {
        const claimed = await readRow(transaction, idRow, CLAIM, [next.id, holder]);
        return claimed === null ? null : readRow(transaction, claimedRow, CLAIMED, [claimed.id]);
      });
    }),
  settle: (holder, { id, part }, outcome) =>
    changed(async () => {
      const failing =
        outcome.kind === 'sent'
          ? [0, null, null, null, false]
          : [
              ...[outcome.failures, outcome.nextTryAt === null ? null : outcome.failingSince, outcome.nextTryAt],
              ...[outcome.error, outcome.nextTryAt === null],
            ];
      const now = await readNow(em);
      return query(em, SETTLE, [id, holder, part, outcome.kind === 'sent', ...failing, now]);
    }),
});
