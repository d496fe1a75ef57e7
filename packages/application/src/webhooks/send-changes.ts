import type { ChangeType } from '@carryover/domain/webhook';
import { MAX_DELIVERED, nextTry, type SuspensionCause } from '@carryover/domain/webhook';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import type {
  ClaimedWebhook,
  PostWebhook,
  Settlement,
  WebhookDelivery,
  WebhookLeases,
  WebhookSecrets,
} from '../ports/webhooks.ts';

/** The next changes of the feed after a place, as JSON, and the place behind them. */
type FeedPage = {
  readonly changes: ReadonlyArray<{ readonly id: string; readonly time: string; readonly text: string }>;
  readonly next: string;
  readonly caughtUp: boolean;
  readonly newest: string;
};

type ReadFeed = (wanted: {
  readonly after: string | null;
  readonly limit: number;
  readonly organisationId: string | null;
  readonly organisation: null;
  readonly supplier: string | null;
  readonly types: ReadonlyArray<ChangeType> | null;
  readonly since: Date | null;
}) => Stored<FeedPage | string>;

type Ports = {
  readonly leases: WebhookLeases;
  readonly readFeed: ReadFeed;
  readonly secrets: WebhookSecrets;
  readonly post: PostWebhook;
  readonly sha256: (text: string) => string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Identifies this process among those that send. */
  readonly holder: string;
};

/** What a sender did for an endpoint. `webhook`: as it is stored now. */
export type Sent =
  /** There is nothing to send: `newest` is the position up to which it was looked. */
  | { readonly kind: 'idle'; readonly webhook: ClaimedWebhook; readonly newest: string }
  /**
   * A delivery, or a step over changes that the endpoint does not get: there may be more. `oldest`: the time of the last change that
   * was passed; null if nothing is behind it.
   */
  | {
      readonly kind: 'moved';
      readonly webhook: ClaimedWebhook;
      readonly delivery: WebhookDelivery | null;
      readonly oldest: Date | null;
    }
  /** A delivery that failed, or an endpoint that was suspended; it is given back. */
  | {
      readonly kind: 'failed';
      readonly delivery: WebhookDelivery | null;
      readonly suspendedBecause: SuspensionCause | null;
    }
  /** An operator has changed the endpoint, another process sends, or the feed is not available: the endpoint is given up. */
  | { readonly kind: 'lost' };

const GONE = 410;

const bodyOf = (changes: ReadonlyArray<string>): string => `{"changes":[${changes.join(',')}]}`;

/** Returns how many of the changes a delivery has: one at least. */
const fitting = (changes: ReadonlyArray<string>): number => {
  let bytes = bodyOf([]).length - 1;
  const cut = changes.findIndex((change) => {
    bytes += Buffer.byteLength(change) + 1;
    return bytes > MAX_DELIVERED.bytes;
  });
  return cut < 0 ? changes.length : Math.max(1, cut);
};

/**
 * Sends the next delivery of an endpoint that this process holds (decisions 18): reads the feed after its place, posts what is
 * there, and moves the place on at 2xx. Nothing is queued: a delivery that failed is read again.
 */
export const makeSendChanges = (ports: Ports) => {
  const { leases, readFeed, secrets, post, sha256, clock, random, holder } = ports;

  const settle = (webhook: ClaimedWebhook, settlement: Settlement) => leases.settle(holder, webhook, settlement)();

  /** The last number of changes that had the size of a delivery, by endpoint: the next ones are alike. */
  const limits = new Map<string, number>();

  const openSecrets = (webhook: ClaimedWebhook): ReadonlyArray<string> | null => {
    const { id, secret, previousSecret, previousSecretUntil } = webhook;
    const current = secrets.open(secret, id);
    if (current === null) return null;
    const isShared = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > clock.now();
    const previous = isShared ? secrets.open(previousSecret, id) : null;
    return [current.secret, ...(previous === null ? [] : [previous.secret])];
  };

  const deliver = async (
    webhook: ClaimedWebhook,
    messageId: string,
    changes: ReadonlyArray<string>,
    signal: AbortSignal,
  ): Promise<WebhookDelivery> => {
    const body = bodyOf(changes);
    const about = { messageId, changes: changes.length, bytes: Buffer.byteLength(body) };
    const opened = openSecrets(webhook);
    if (opened !== null)
      return { ...about, ...(await post({ url: webhook.url, messageId, body, secrets: opened, signal })) };
    const error = 'its signing secret cannot be read with this CARRYOVER_SECRET: use `webhook rotate`';
    return { ...about, sentAt: clock.now(), durationMs: 0, status: null, error };
  };

  const fail = async (webhook: ClaimedWebhook, delivery: WebhookDelivery): Promise<E.Either<StoreFailure, Sent>> => {
    const now = clock.now();
    const failing = { failures: webhook.failures + 1, failingSince: webhook.failingSince ?? now };
    const nextTryAt = nextTry(failing, now, random());
    const because = delivery.status === GONE ? 'gone' : nextTryAt === null ? 'failing' : null;
    const settled = await settle(webhook, {
      ...{ ...failing, nextTryAt, delivery, isReleased: true },
      ...(because === null ? {} : { suspendedBecause: because }),
    });
    if (E.isLeft(settled)) return settled;
    return E.right(settled.right ? { kind: 'failed', delivery, suspendedBecause: because } : { kind: 'lost' });
  };

  const sendTest = async (webhook: ClaimedWebhook, signal: AbortSignal): Promise<E.Either<StoreFailure, Sent>> => {
    const delivery = await deliver(webhook, webhook.testId!, [], signal);
    // A test says something to its operator, and changes nothing of the endpoint.
    const settled = await settle(webhook, { isTestDone: true, delivery });
    if (E.isLeft(settled)) return settled;
    return E.right(
      settled.right
        ? { kind: 'moved', webhook: { ...webhook, testId: null }, delivery, oldest: null }
        : { kind: 'lost' },
    );
  };

  /** Reads the changes of the next delivery, as texts. */
  const read = async (webhook: ClaimedWebhook) => {
    const { organisationId, supplierCode: supplier, types, changesSince: since, cursor: after } = webhook;
    let limit = limits.get(webhook.id) ?? MAX_DELIVERED.changes;
    for (;;) {
      const page = await readFeed({
        ...{ after, limit, organisationId, organisation: null, supplier, types, since },
      })();
      if (E.isLeft(page)) return page;
      if (typeof page.right === 'string') return E.right(page.right);
      const texts = page.right.changes.map(({ text }) => text);
      const count = fitting(texts);
      // After a cut, the next deliveries are read in the size that had room, growing again.
      limits.set(webhook.id, count < texts.length ? count : Math.min(MAX_DELIVERED.changes, limit * 2));
      if (count === texts.length) return E.right({ page: page.right, texts });
      limit = count;
    }
  };

  const stop = async (webhook: ClaimedWebhook, reason: string): Promise<E.Either<StoreFailure, Sent>> => {
    if (reason !== 'invalid_cursor') return E.right({ kind: 'lost' });
    const settled = await settle(webhook, { suspendedBecause: 'unknown_place', isReleased: true });
    if (E.isLeft(settled)) return settled;
    return E.right({ kind: 'failed', delivery: null, suspendedBecause: 'unknown_place' });
  };

  /** Never rejects. @param signal ends a delivery under way. */
  return async (webhook: ClaimedWebhook, signal: AbortSignal): Promise<E.Either<StoreFailure, Sent>> => {
    if (webhook.testId !== null) return sendTest(webhook, signal);
    if (webhook.state !== 'active') return E.right({ kind: 'lost' });
    const found = await read(webhook);
    if (E.isLeft(found)) return found;
    if (typeof found.right === 'string') return stop(webhook, found.right);
    const { page, texts } = found.right;
    if (texts.length === 0 && page.next === webhook.cursor)
      return E.right({ kind: 'idle', webhook, newest: page.newest });

    // The same changes at the same place have the same id each time that they are sent.
    const sent = page.changes.map(({ id }) => id);
    const messageId = `msg_${sha256([webhook.id, webhook.cursor, ...sent].join(' '))}`;
    const delivery = texts.length === 0 ? null : await deliver(webhook, messageId, texts, signal);
    if (delivery !== null && delivery.error !== null)
      return signal.aborted ? E.right({ kind: 'lost' }) : fail(webhook, delivery);
    const healthy = { failures: 0, failingSince: null };
    const settled = await settle(webhook, {
      cursor: page.next,
      ...(delivery === null ? {} : { ...healthy, nextTryAt: null, delivery }),
    });
    if (E.isLeft(settled)) return settled;
    if (!settled.right) return E.right({ kind: 'lost' });
    const moved = { ...webhook, ...(delivery === null ? {} : healthy), cursor: page.next };
    const last = page.caughtUp ? undefined : page.changes.at(-1);
    return E.right({
      kind: 'moved',
      webhook: moved,
      delivery,
      oldest: last === undefined ? null : new Date(last.time),
    });
  };
};
