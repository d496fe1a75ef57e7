import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeNews } from '@carryover/adapters-http/platform/news';
import type { ClaimedWebhook, WebhookLeases, WebhookStatus } from '@carryover/application/ports/webhooks';
import type { makeSendChanges, Sent } from '@carryover/application/webhooks/send-changes';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import type { WebhookMetrics } from './metrics.ts';

/** Endpoints that a process takes at a look, so that several processes share them. */
const TAKEN = 4;
/** How long a lease lasts at least, as its holder counts. */
const LEASE_MS = 5_000;
const WAIT_MS = 30_000;
/** An idle endpoint is looked at this often at most, whatever wakes it. */
const IDLE_MS = 100;
/** Time for deliveries under way to end when the process stops. */
const STOP_MS = 5_000;

type Parts = {
  readonly leases: WebhookLeases;
  readonly holder: string;
  readonly send: ReturnType<typeof makeSendChanges>;
  readonly news: ChangeNews;
  readonly metrics: WebhookMetrics;
  readonly logger: Logger;
  /** The time between two looks at the endpoints. */
  readonly lookMs: number;
};

/** An endpoint of which this process sends. */
type Running = {
  readonly version: number;
  /** Ends the delivery under way: another process may send. */
  readonly abort: AbortController;
  /** No further delivery is begun. */
  isOver: boolean;
  leasedUntil: number;
  /** The time of the first change that is not delivered yet, as far as it is known. */
  oldest: Date | null;
};

/**
 * Sends changes to the endpoints (decisions 18), until it is stopped. Requests do not wait for it. Of several processes, one sends
 * to an endpoint; one that was killed is replaced within seconds.
 *
 * @returns a function that stops it after the deliveries under way.
 */
export const keepSending = ({ leases, holder, send, news, metrics, logger, lookMs }: Parts): (() => Promise<void>) => {
  const running = new Map<string, Running>();
  const ended = new Set<Promise<void>>();

  const tell = ({ id, label }: ClaimedWebhook, sent: Sent): void => {
    if (sent.kind !== 'moved' && sent.kind !== 'failed') return;
    const { delivery } = sent;
    if (delivery !== null) metrics.onDelivery(delivery.error === null);
    if (sent.kind !== 'failed') return;
    const about = { webhook: id, label, status: delivery?.status, error: delivery?.error };
    if (sent.suspendedBecause === null)
      logger.warn(about, 'changes could not be delivered to a webhook; the next try follows');
    else logger.error({ ...about, because: sent.suspendedBecause }, 'a webhook was suspended: it gets no more changes');
  };

  /** Sends until there is nothing to send, a delivery fails, or the endpoint is no longer this process' own. */
  const run = async (claimed: ClaimedWebhook, state: Running): Promise<void> => {
    let webhook = claimed;
    const isOver = () => state.isOver || state.abort.signal.aborted || performance.now() > state.leasedUntil;
    while (!isOver()) {
      const sent = await send(webhook, state.abort.signal);
      if (E.isLeft(sent)) {
        logger.warn(
          { webhook: webhook.id, error: causeMessage(sent.left.cause) },
          'a webhook could not be looked after',
        );
        return;
      }
      tell(webhook, sent.right);
      if (sent.right.kind === 'failed') return;
      if (sent.right.kind === 'lost') break;
      ({ webhook } = sent.right);
      state.oldest = sent.right.kind === 'idle' ? null : sent.right.oldest;
      if (sent.right.kind === 'idle') {
        const { newest } = sent.right;
        const waited = news.after({ newest, endsAt: performance.now() + WAIT_MS, isOver });
        await Promise.all([waited, delay(IDLE_MS)]);
      }
    }
    // Another process may take it at once; nothing is stored if it has.
    await leases.settle(holder, webhook, { isReleased: true })();
  };

  const start = (claimed: ClaimedWebhook, leasedUntil: number): void => {
    const { id, version } = claimed;
    const abort = new AbortController();
    const state = { version, abort, isOver: false, leasedUntil, oldest: null };
    running.set(id, state);
    const end: Promise<void> = run(claimed, state).finally(() => {
      running.delete(id);
      ended.delete(end);
    });
    ended.add(end);
  };

  /** Ends what this process may no longer send, and returns the endpoints to take and whose lease to renew. */
  const review = (statuses: ReadonlyArray<WebhookStatus>): ReadonlyArray<string> => {
    const byId = new Map(statuses.map((status) => [status.id, status]));
    for (const [id, state] of running) {
      const status = byId.get(id);
      if (status?.isOwn !== true) state.abort.abort();
      else if (status.version !== state.version) state.isOver = true;
    }
    const own = statuses.filter(({ id, isOwn, isEnding }) => isOwn && (isEnding || !running.has(id)));
    const free = statuses.filter(({ id, isFree }) => isFree && !running.has(id));
    return [...own, ...free.slice(0, TAKEN)].map(({ id }) => id);
  };

  const look = async (): Promise<void> => {
    const statuses = await leases.list(holder)();
    if (E.isLeft(statuses)) return;
    metrics.onStatuses(
      statuses.right,
      [...running.values()].map(({ oldest }) => oldest),
    );
    const ids = review(statuses.right);
    if (ids.length === 0) return;
    const leasedUntil = performance.now() + LEASE_MS;
    const claimed = await leases.claim(holder, ids)();
    if (E.isLeft(claimed)) return;
    for (const webhook of claimed.right) {
      const state = running.get(webhook.id);
      if (state === undefined) start(webhook, leasedUntil);
      else state.leasedUntil = leasedUntil;
    }
  };

  const stopLooking = inBackground(async () => {
    await look();
    return lookMs;
  });

  return async () => {
    await stopLooking();
    for (const state of running.values()) state.isOver = true;
    const all = Promise.all(ended);
    await Promise.race([all, delay(STOP_MS, undefined, { ref: false })]);
    for (const { abort } of running.values()) abort.abort();
    await all;
  };
};
