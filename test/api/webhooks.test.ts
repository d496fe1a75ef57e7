import { afterAll, describe, expect, it } from 'vitest';
import { aName } from '../support/a-random.ts';
import { aReceiver, isSignedBy } from '../support/a-receiver.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService({ RATE_LIMIT_PER_MINUTE: '100000' }, { webhookLookMs: 50 });
const operator = anOperator(service.operatorEnvironment);
const ORGANISATION = (await operator('organisation', 'list', '--json')).json[0].name;

const receivers: { readonly close: () => Promise<void> }[] = [];
afterAll(async () => void (await Promise.all(receivers.map(({ close }) => close()))));
const theReceiver = async (...options: Parameters<typeof aReceiver>) => {
  const receiver = await aReceiver(...options);
  receivers.push(receiver);
  return receiver;
};
const aWebhook = async (url: string, ...options: ReadonlyArray<string>): Promise<{ id: string; secret: string }> =>
  (await operator('webhook', 'add', '--url', url, '--label', 'billing', '--json', ...options)).json;

/** A receiver that gets what is new of a supplier of its own, of which there is an account. */
const aReceiving = async (...options: Parameters<typeof aReceiver>) => {
  const supplier = aName('S-');
  await operator('supplier', 'create', '--organisation', ORGANISATION, '--code', supplier);
  const account = await anAccount(service, { supplier });
  const receiver = await theReceiver(...options);
  const webhook = await aWebhook(receiver.url, '--supplier', supplier, '--types', 'import.accepted,import.undone');
  return { account, receiver, supplier, ...webhook };
};
const show = async (id: string) => (await operator('webhook', 'show', '--id', id, '--json')).json;

const pay = (account: TestAccount, id: string) =>
  service.post('/v1/data-import/transactions/create/', {
    ...account,
    transactions: [{ transaction_id: id, transaction_date: '2019-10-03', type: 'PAYMENT', amount: 7.5 }],
  });
const idsOf = (changes: ReadonlyArray<any>): ReadonlyArray<string> =>
  changes.flatMap(({ data }) => data.items?.map((item: any) => item.transaction_id) ?? []);

describe.concurrent('a webhook (decisions 18)', () => {
  it('gets all changes from the beginning as the feed serves them, signed and in their order', async ({ expect }) => {
    const account = await anAccount(service);
    await pay(account, 'FIRST');
    const receiver = await theReceiver();
    const { id, secret } = await aWebhook(receiver.url);
    await expect.poll(() => idsOf(receiver.changes())).toContain('FIRST');
    for (let number = 0; number < 5; number += 1) await pay(account, `NEXT-${number}`);
    await expect.poll(() => idsOf(receiver.changes())).toContain('NEXT-4');

    const { platform_key: key } = (await operator('platform-key', 'issue', '--label', 'x', '--json')).json;
    const headers = { Authorization: `Bearer ${key}` };
    // Before the feed is read: while it is, other tests make changes.
    const got = receiver.changes();
    const served: any = await (await fetch(`${service.baseUrl}/v1/platform/changes/?limit=1000`, { headers })).json();
    expect(got).toEqual(served.changes.slice(0, got.length));
    expect(receiver.deliveries.map((received) => isSignedBy(secret, received))).not.toContain(false);
    expect(receiver.deliveries.every(({ changes }) => changes.length > 0 && changes.length <= 100)).toBe(true);
    const shown = await show(id);
    expect([shown.state, shown.last_status, shown.last_error]).toEqual(['active', 204, null]);
    expect(shown.deliveries[0]).toMatchObject({ status: 204, error: null, message_id: expect.stringMatching(/^msg_/) });
  });

  it('gets a delivery again until it is taken, with the same id and the same changes', async ({ expect }) => {
    const { account, receiver, id } = await aReceiving((_, __, number) => (number === 1 ? 500 : 200));
    await pay(account, 'AGAIN');
    await expect.poll(() => receiver.deliveries.length).toBe(2);
    const [first, second] = receiver.deliveries;
    expect([second!.headers['webhook-id'], second!.body]).toEqual([first!.headers['webhook-id'], first!.body]);
    await expect
      .poll(async () => (await show(id)).deliveries.map(({ error }: any) => error))
      .toEqual([null, 'HTTP 500']);
    expect(await show(id)).toMatchObject({ state: 'active', failures: 0, failing_since: null, next_try_at: null });
  });

  it('gets only what it was added for', async ({ expect }) => {
    const { account, receiver } = await aReceiving();
    await pay(await anAccount(service), 'OF ANOTHER');
    await pay(account, 'OWN');
    await expect.poll(() => receiver.changes().map(({ type }) => type)).toEqual(['import.accepted']);
    expect(idsOf(receiver.changes())).toEqual(['OWN']);
  });

  it('is suspended by 410, and goes on where it was, or from a time, when it is resumed', async ({ expect }) => {
    const from = `${new Date().toISOString().slice(0, 19)}Z`;
    const { account, receiver, id } = await aReceiving(() => 410);
    await pay(account, 'EARLY');
    await expect.poll(async () => (await show(id)).suspended_because).toBe('gone');
    expect(service.log()).toContain('a webhook was suspended');
    receiver.answer = () => 200;
    await operator('webhook', 'resume', '--id', id);
    await expect.poll(() => idsOf(receiver.changes())).toEqual(['EARLY', 'EARLY']);
    await pay(account, 'LATER');
    await expect.poll(() => idsOf(receiver.changes())).toEqual(['EARLY', 'EARLY', 'LATER']);
    expect((await operator('webhook', 'resume', '--id', id, '--from', from)).code).toBe(0);
    await expect.poll(() => idsOf(receiver.changes())).toEqual(['EARLY', 'EARLY', 'LATER', 'EARLY', 'LATER']);
    const { code, err } = await operator('webhook', 'resume', '--id', id, '--from', '2099-01-01');
    expect([code, err]).toEqual([1, '2099-01-01T00:00:00.000Z is in the future.\n']);
  });

  it('signs with both secrets after a rotation, from the next look at the endpoints on', async ({ expect }) => {
    const { account, receiver, id, secret } = await aReceiving();
    const { json: rotated } = await operator('webhook', 'rotate', '--id', id, '--json');
    let paid = 0;
    await expect
      .poll(async () => {
        await pay(account, `ROTATED-${paid++}`);
        return receiver.deliveries.some((delivery) => isSignedBy(rotated.secret, delivery));
      })
      .toBe(true);
    expect(receiver.deliveries.map((delivery) => isSignedBy(secret, delivery))).not.toContain(false);
    const stored = await service.sql<{ text: string }>('select webhook::text as text from webhook');
    expect(stored.some(({ text }) => text.includes(secret) || text.includes(rotated.secret))).toBe(false);
  });

  it('is tested with a delivery without changes, also while it is suspended', async ({ expect }) => {
    const { receiver, id, secret } = await aReceiving();
    expect((await operator('webhook', 'suspend', '--id', id)).code).toBe(0);
    const tested = await operator('webhook', 'test', '--id', id, '--json');
    expect([tested.code, tested.json.delivered, tested.json.status]).toEqual([0, true, 204]);
    expect([receiver.changes(), isSignedBy(secret, receiver.deliveries[0]!)]).toEqual([[], true]);
    receiver.answer = (response) => void response.writeHead(302, { Location: receiver.url }).end();
    const redirected = await operator('webhook', 'test', '--id', id, '--json');
    expect([redirected.code, redirected.json.error]).toEqual([1, 'HTTP 302: redirects are not followed']);
    expect(receiver.deliveries.length).toBe(2);
    expect((await show(id)).state).toBe('suspended');
  });

  it('is recorded with its author, and never with its secret', async ({ expect }) => {
    const receiver = await theReceiver();
    const { id, secret } = await aWebhook(receiver.url, '--from', 'now', '--as', 'Ada', '--reason', 'go live');
    await operator('webhook', 'suspend', '--id', id, '--as', 'Ada');
    const { json } = await operator('audit', 'list', '--json');
    const own = json.filter(({ after }: any) => after?.id === id);
    expect(own.map(({ action, performed_by: by }: any) => [action, by])).toEqual([
      ['webhook suspend', 'Ada'],
      ['webhook add', 'Ada'],
    ]);
    expect(JSON.stringify(json)).not.toContain(secret);
  });

  it.each([
    ['http://billing.example/', 'https only'],
    ['https://user:pass@billing.example/', 'password'],
    ['https://10.1.2.3/', 'WEBHOOK_ALLOWED_NETWORKS'],
    ['https://169.254.169.254/latest/', 'WEBHOOK_ALLOWED_NETWORKS'],
    ['https://[::ffff:192.168.0.1]/', 'WEBHOOK_ALLOWED_NETWORKS'],
    ['https://0x0a000001/', 'WEBHOOK_ALLOWED_NETWORKS'],
    ['ftp://billing.example/', 'https only'],
  ])('is not added for %s', async (url, detail) => {
    const { code, err } = await operator('webhook', 'add', '--url', url, '--label', 'x');
    expect([code, err]).toEqual([1, expect.stringContaining(detail)]);
  });
});
