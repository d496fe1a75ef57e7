import type { WebhookLeases } from '@carryover/application/ports/webhooks';
import { SUSPENSION_CAUSES, WEBHOOK_STATES, WEBHOOK_TYPES } from '@carryover/domain/webhook';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, momentSql, oneOf, orNull } from './schema/stored-values.ts';
import { readNow } from './sql/commit-moment.ts';
import { query, readRow, readRows } from './sql/query.ts';
import { changed, stored } from './sql/store-failure.ts';

/** A process that was killed is replaced after this time. */
const LEASE = `interval '5 seconds'`;
/** A lease that ends before this time is renewed. */
const RENEWAL = `interval '3 seconds'`;
/** Deliveries that are kept of an endpoint. */
const KEPT = 100;

const OWN = 'lease_holder is not distinct from $1::uuid and lease_until > now()';
const FREE = `
  (lease_until is null or lease_until <= now())
  and (test_id is not null or state = 'active' and (next_try_at is null or next_try_at <= now()))`;

const LIST = `
  select id::text as id, version, ${momentSql('failing_since')} as "failingSince", suspended_because as "suspendedBecause", ${OWN} as "isOwn",
         coalesce(lease_until < now() + ${RENEWAL}, true) as "isEnding", ${FREE} as "isFree"
  from webhook`;
const statusRow = t.type({
  id: t.string,
  version: t.number,
  failingSince: orNull(moment),
  suspendedBecause: orNull(oneOf(SUSPENSION_CAUSES)),
  isOwn: t.boolean,
  isEnding: t.boolean,
  isFree: t.boolean,
});

const CLAIM = `
  update webhook set lease_holder = $1::uuid, lease_until = now() + ${LEASE}
  where id = any($2::uuid[]) and ((${OWN}) or ${FREE}) returning id::text as id`;
const idRow = t.type({ id: t.string });
// Apart: a cluster returns no times as text from an update.
const CLAIMED = `
  select id::text as id, label, url, organisation_id::text as "organisationId", supplier_code as "supplierCode", types, state,
    suspended_because as "suspendedBecause", encode(secret, 'base64') as secret,
    encode(previous_secret, 'base64') as "previousSecret", ${momentSql('previous_secret_until')} as "previousSecretUntil", cursor,
    ${momentSql('changes_since')} as "changesSince", failures, ${momentSql('failing_since')} as "failingSince",
    version, test_id as "testId"
  from webhook where id = any($1::uuid[])`;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');
const secretsRow = t.type({
  id: t.string,
  secret: t.string,
  previousSecret: orNull(t.string),
  previousSecretUntil: orNull(moment),
});
const toSecrets = <Row extends t.TypeOf<typeof secretsRow>>({ secret, previousSecret, ...row }: Row) => ({
  ...row,
  secret: bytesOf(secret),
  previousSecret: previousSecret === null ? null : bytesOf(previousSecret),
});
const claimedRow = t.intersection([
  secretsRow,
  t.type({
    label: t.string,
    url: t.string,
    organisationId: orNull(t.string),
    supplierCode: orNull(t.string),
    types: orNull(t.array(oneOf(WEBHOOK_TYPES))),
    state: oneOf(WEBHOOK_STATES),
    suspendedBecause: orNull(oneOf(SUSPENSION_CAUSES)),
    cursor: orNull(t.string),
    changesSince: orNull(moment),
    failures: t.number,
    failingSince: orNull(moment),
    version: t.number,
    testId: orNull(t.string),
  }),
]);

const SETTLE = `
  update webhook set
    cursor = coalesce($4, cursor),
    failures = coalesce($5::int, failures),
    failing_since = case when $5::int is null then failing_since else $6::timestamptz end,
    next_try_at = case when $5::int is null then next_try_at else $7::timestamptz end,
    state = case when $8::text is null then state else 'suspended' end,
    suspended_because = coalesce($8, suspended_because),
    suspended_at = case when $8::text is null then suspended_at else $12::timestamptz end,
    test_id = case when $9::boolean then null else test_id end,
    deliveries = deliveries + case when $10::boolean then 1 else 0 end,
    lease_holder = case when $11::boolean then null else lease_holder end,
    lease_until = case when $11::boolean then null else lease_until end
  where id = $2::uuid and cursor is not distinct from $3 and ${OWN}
  returning deliveries::text as number`;
const KEEP = `
  insert into webhook_delivery (webhook_id, number, message_id, sent_at, duration_ms, changes, bytes, status, error)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const FORGET = 'delete from webhook_delivery where webhook_id = $1 and number <= $2';

const SECRETS = `
  select id::text as id, encode(secret, 'base64') as secret, encode(previous_secret, 'base64') as "previousSecret",
         ${momentSql('previous_secret_until')} as "previousSecretUntil"
  from webhook`;
const RESEAL = `
  update webhook set secret = $4, previous_secret = $5
  where id = $1 and secret = $2 and previous_secret is not distinct from $3`;

const bufferOf = (sealed: Uint8Array | null): Buffer | null => (sealed === null ? null : Buffer.from(sealed));

/** The endpoints as the processes share them that send (decisions 18): one process sends to one endpoint. */
export const makePostgresWebhookLeases = (em: EntityManager): WebhookLeases => ({
  list: (holder) => stored(() => readRows(em, statusRow, LIST, [holder])),
  claim: (holder, ids) =>
    stored(() =>
      em.fork().transactional(async (transaction) => {
        const claimed = (await readRows(transaction, idRow, CLAIM, [holder, ids])).map(({ id }) => id);
        if (claimed.length === 0) return [];
        return (await readRows(transaction, claimedRow, CLAIMED, [claimed])).map((row) => toSecrets(row));
      }),
    ),
  settle: (holder, { id, cursor: before }, settlement) =>
    stored(async () => {
      const { cursor, failures, failingSince, nextTryAt, suspendedBecause, isTestDone, delivery, isReleased } =
        settlement;
      const now = suspendedBecause === undefined ? null : await readNow(em);
      const values = [
        ...[holder, id, before, cursor ?? null, failures ?? null, failingSince ?? null, nextTryAt ?? null],
        ...[suspendedBecause ?? null, isTestDone ?? false, delivery !== undefined, isReleased ?? false, now],
      ];
      const row = t.type({ number: t.string });
      if (delivery === undefined) return (await readRow(em, row, SETTLE, values)) !== null;
      return em.fork().transactional(async (transaction) => {
        const moved = await readRow(transaction, row, SETTLE, values);
        if (moved === null) return false;
        const { messageId, sentAt, durationMs, changes, bytes, status, error } = delivery;
        const kept = [id, moved.number, messageId, sentAt, durationMs, changes, bytes, status, error];
        await query(transaction, KEEP, kept);
        await query(transaction, FORGET, [id, Number(moved.number) - KEPT]);
        return true;
      });
    }),
  secrets: stored(async () => (await readRows(em, secretsRow, SECRETS)).map((row) => toSecrets(row))),
  reseal: (id, old, { secret, previousSecret }) =>
    changed(() =>
      query(em, RESEAL, [
        ...[id, bufferOf(old.secret), bufferOf(old.previousSecret)],
        ...[bufferOf(secret), bufferOf(previousSecret)],
      ]),
    ),
});
