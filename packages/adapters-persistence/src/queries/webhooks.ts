import type { Stored } from '@carryover/application/ports/store-failure';
import { SUSPENSION_CAUSES, WEBHOOK_STATES, WEBHOOK_TYPES } from '@carryover/domain/webhook';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, momentSql, oneOf, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const delivery = t.type({
  messageId: t.string,
  sentAt: moment,
  durationMs: t.number,
  changes: t.number,
  bytes: t.number,
  status: orNull(t.number),
  error: orNull(t.string),
});
/** A delivery that was tried. */
export type ListedDelivery = t.TypeOf<typeof delivery>;

const webhook = t.type({
  id: t.string,
  label: t.string,
  url: t.string,
  organisation: orNull(t.string),
  supplierCode: orNull(t.string),
  types: orNull(t.array(oneOf(WEBHOOK_TYPES))),
  createdAt: moment,
  state: oneOf(WEBHOOK_STATES),
  suspendedAt: orNull(moment),
  suspendedBecause: orNull(oneOf(SUSPENSION_CAUSES)),
  failures: t.number,
  failingSince: orNull(moment),
  nextTryAt: orNull(moment),
  changesSince: orNull(moment),
  previousSecretUntil: orNull(moment),
  lastSentAt: orNull(moment),
  lastStatus: orNull(t.number),
  lastError: orNull(t.string),
});
/** An endpoint with its last delivery, without its secrets. */
export type ListedWebhook = t.TypeOf<typeof webhook>;

const WEBHOOKS = `
  select w.id::text as id, label, url, o.name as organisation, supplier_code as "supplierCode", types,
         ${momentSql('w.created_at')} as "createdAt", state, ${momentSql('suspended_at')} as "suspendedAt",
         suspended_because as "suspendedBecause", failures, ${momentSql('failing_since')} as "failingSince",
         ${momentSql('next_try_at')} as "nextTryAt", ${momentSql('changes_since')} as "changesSince",
         ${momentSql('case when previous_secret_until > now() then previous_secret_until end')} as "previousSecretUntil",
         ${momentSql('d.sent_at')} as "lastSentAt", d.status as "lastStatus", d.error as "lastError"
  from webhook w
  left join organisation o on o.id = w.organisation_id
  left join webhook_delivery d on d.webhook_id = w.id and d.number = w.deliveries`;

/** Lists the endpoints to which changes are posted by their label. */
export const listWebhooks = (em: EntityManager): Stored<ReadonlyArray<ListedWebhook>> =>
  stored(() => readRows(em, webhook, `${WEBHOOKS} order by label, w.id`));

export const findWebhook = (em: EntityManager, id: string): Stored<ListedWebhook | null> =>
  stored(() => readRow(em, webhook, `${WEBHOOKS} where w.id = $1`, [id]));

const DELIVERIES = `
  select message_id as "messageId", ${momentSql('sent_at')} as "sentAt", duration_ms as "durationMs", changes, bytes, status, error
  from webhook_delivery where webhook_id = $1`;

/** Lists the kept deliveries to an endpoint, latest first. */
export const listDeliveries = (em: EntityManager, id: string): Stored<ReadonlyArray<ListedDelivery>> =>
  stored(() => readRows(em, delivery, `${DELIVERIES} order by number desc`, [id]));

/** Finds the delivery with this message id; null if it was not tried yet. */
export const findDelivery = (em: EntityManager, id: string, messageId: string): Stored<ListedDelivery | null> =>
  stored(() => readRow(em, delivery, `${DELIVERIES} and message_id = $2 order by number desc`, [id, messageId]));
