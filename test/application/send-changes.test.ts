import { makeWebhookSecrets } from '@carryover/adapters-crypto/webhook-secrets';
import type { ClaimedWebhook, Settlement, WebhookLeases } from '@carryover/application/ports/webhooks';
import { resealSecrets } from '@carryover/application/webhooks/reseal-secrets';
import { makeSendChanges } from '@carryover/application/webhooks/send-changes';
import { MAX_DELIVERED } from '@carryover/domain/webhook';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from 'vitest';

const ID = '01900000-0000-7000-8000-000000000001';
const HOUR_MS = 3_600_000;
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const secrets = makeWebhookSecrets({ current: NEW, previous: null });

const WEBHOOK: ClaimedWebhook = {
  ...{
    id: ID,
    label: 'billing',
    url: 'https://billing.example/',
    organisationId: null,
    supplierCode: null,
    types: null,
  },
  ...{ state: 'active', suspendedBecause: null, secret: secrets.seal('whsec_AAAA', ID), previousSecret: null },
  ...{
    previousSecretUntil: null,
    cursor: null,
    changesSince: null,
    failures: 0,
    failingSince: null,
    version: 0,
    testId: null,
  },
};

/** Changes of these sizes in bytes, and an endpoint that answers with a status; both in memory, with a clock. */
const aSender = (sizes: ReadonlyArray<number>, status: () => number = () => 204) => {
  let webhook = WEBHOOK;
  let now = Date.parse('2026-11-01T00:00:00Z');
  const settled: Settlement[] = [];
  const posted: { readonly ids: ReadonlyArray<string>; readonly bytes: number }[] = [];
  const changes = sizes.map((size, index) => {
    const change = { id: String(index), time: '2026-11-01T00:00:00Z', data: '' };
    const text = JSON.stringify({ ...change, data: 'x'.repeat(size - JSON.stringify(change).length) });
    return { ...change, text };
  });
  const leases: WebhookLeases = {
    list: () => TE.right([]),
    claim: () => TE.right([webhook]),
    settle: (_, __, settlement) => {
      settled.push(settlement);
      const { cursor = webhook.cursor, failures = webhook.failures } = settlement;
      const { failingSince = webhook.failingSince, suspendedBecause = webhook.suspendedBecause } = settlement;
      const state = settlement.suspendedBecause === undefined ? webhook.state : 'suspended';
      webhook = { ...webhook, cursor, failures, failingSince, suspendedBecause, state };
      return TE.right(true);
    },
    secrets: TE.right([]),
    reseal: () => TE.right(undefined),
  };
  const send = makeSendChanges({
    ...{ leases, secrets, holder: 'h', random: () => 0, sha256: (text: string) => text },
    clock: { now: () => new Date(now) },
    readFeed: ({ after, limit }) => {
      const from = Number(after ?? 0);
      const page = changes.slice(from, from + limit);
      const next = String(from + page.length);
      return TE.right({ changes: page, next, caughtUp: from + page.length === changes.length, newest: next });
    },
    post: async ({ body }) => {
      const ids = JSON.parse(body).changes.map(({ id }: { id: string }) => id);
      posted.push({ ids, bytes: Buffer.byteLength(body) });
      const answer = status();
      return { status: answer, error: answer < 300 ? null : `HTTP ${answer}`, durationMs: 1, sentAt: new Date(now) };
    },
  });
  return {
    settled,
    posted,
    webhook: () => webhook,
    now: () => now,
    pass: (time: number) => {
      now = time;
    },
    send: () => send(webhook, new AbortController().signal),
  };
};

const sendAll = async (sizes: ReadonlyArray<number>) => {
  const sender = aSender(sizes);
  for (;;) {
    const sent = await sender.send();
    if (E.isLeft(sent) || sent.right.kind !== 'moved') return sender.posted;
  }
};

describe('a delivery (decisions 18)', () => {
  it('has at most 1 MB and 100 changes, in order, each once', async () => {
    const posted = await sendAll(Array.from({ length: 250 }, (_, index) => (index < 40 ? 100_000 : 500)));
    expect(posted.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 250 }, (_, index) => String(index)));
    expect(posted.filter(({ bytes }) => bytes > MAX_DELIVERED.bytes)).toEqual([]);
    expect(posted.filter(({ ids }) => ids.length > MAX_DELIVERED.changes)).toEqual([]);
    expect(posted.slice(0, 4).map(({ ids }) => ids.length)).toEqual([9, 9, 9, 9]);
  });

  it('is filled to the last byte', async () => {
    const around = MAX_DELIVERED.bytes - '{"changes":[,]}'.length;
    expect((await sendAll([around - 500, 500])).map(({ ids, bytes }) => [ids, bytes])).toEqual([
      [['0', '1'], 1_000_000],
    ]);
    expect((await sendAll([around - 500, 501])).map(({ ids }) => ids)).toEqual([['0'], ['1']]);
  });

  it('of a change that alone is larger has this change alone', async () => {
    const posted = await sendAll([500, 2_000_000, 500]);
    expect(posted.map(({ ids }) => ids)).toEqual([['0'], ['1'], ['2']]);
    expect(posted[1]!.bytes).toBeGreaterThan(2_000_000);
  });

  it('that fails is tried again after growing waits of up to an hour, and given up after three days', async () => {
    const sender = aSender([500], () => 503);
    const begun = sender.now();
    const waits: number[] = [];
    while (sender.webhook().state === 'active') {
      await sender.send();
      const { nextTryAt } = sender.settled.at(-1)!;
      if (nextTryAt == null) break;
      waits.push((nextTryAt.getTime() - sender.now()) / 1_000);
      sender.pass(nextTryAt.getTime());
    }
    expect(waits.slice(0, 14)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
    expect(sender.webhook()).toMatchObject({ state: 'suspended', suspendedBecause: 'failing', cursor: null });
    const days = (sender.now() - begun) / (24 * HOUR_MS);
    expect([days >= 3, days < 3 + 1 / 24]).toEqual([true, true]);
    expect(sender.settled.filter(({ isReleased }) => isReleased !== true)).toEqual([]);
  });

  it('that succeeds ends the failures before it', async () => {
    let isWell = false;
    const sender = aSender([500], () => (isWell ? 204 : 500));
    await sender.send();
    expect(sender.webhook()).toMatchObject({ failures: 1, cursor: null });
    isWell = true;
    await sender.send();
    expect(sender.webhook()).toMatchObject({ failures: 0, failingSince: null, cursor: '1' });
    expect(sender.posted.map(({ ids }) => ids)).toEqual([['0'], ['0']]);
  });
});

describe('signing secrets after a rotation of the root secret', () => {
  const before = makeWebhookSecrets({ current: OLD, previous: null });
  const during = makeWebhookSecrets({ current: NEW, previous: OLD });
  const reseal = async (
    of: ReturnType<typeof makeWebhookSecrets>,
    secret: Uint8Array,
    previousSecret: Uint8Array | null,
  ) => {
    let kept = { secret, previousSecret };
    const unreadable = await resealSecrets(
      {
        secrets: TE.right([{ id: ID, ...kept, previousSecretUntil: null }]),
        reseal: (_, __, sealed) => {
          kept = sealed;
          return TE.right(undefined);
        },
      },
      of,
    );
    return { unreadable, ...kept };
  };

  it('are sealed with the new one while the previous one is known, and open without it', async () => {
    const kept = await reseal(during, before.seal('whsec_A', ID), before.seal('whsec_B', ID));
    expect(kept.unreadable).toEqual(E.right(0));
    expect([kept.secret, kept.previousSecret!].map((sealed) => secrets.open(sealed, ID))).toEqual([
      { secret: 'whsec_A', isRenewable: false },
      { secret: 'whsec_B', isRenewable: false },
    ]);
    expect(secrets.open(kept.secret, 'another')).toBeNull();
  });

  it('are kept as they are, and counted, if nothing opens them', async () => {
    const sealed = before.seal('whsec_A', ID);
    expect(await reseal(secrets, sealed, null)).toEqual({
      unreadable: E.right(1),
      secret: sealed,
      previousSecret: null,
    });
  });
});
