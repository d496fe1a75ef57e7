import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { aScript, failureOf, silentFor, simulateTimeLimits, stopAll } from './a-script.ts';
import { HISTORY, PAYMENT_ADDED, PAYMENTS, refusal } from './samples.ts';

afterEach(stopAll);

const aFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const BUSY = refusal(503, 'service_unavailable', { 'Retry-After': '1' });
const FROM_A_PROXY = { status: 503, text: 'upstream connect error or disconnect/reset before headers' };
const TWICE = { checkPreviouslyAdded: false };

describe('transactions that are added as often as they are sent (decisions 12)', () => {
  it.each([
    ['500', refusal(500, 'error')],
    ['502', { status: 502, text: '' }],
    ["a proxy's 503", FROM_A_PROXY],
    ['504', { status: 504, text: '' }],
    ['408', { status: 408, text: '' }],
    ["a proxy's 429", { status: 429, text: '' }],
    ['425', { status: 425, text: '' }],
    ["a proxy's 403", { status: 403, text: '' }],
    ['a page in place of results', { status: 200, text: '<html>' }],
    ['a broken connection', 'reset' as const],
    ['no answer in time', () => silentFor(30_000)],
  ])('are not sent again after %s: they may be stored', async (_, first) => {
    simulateTimeLimits();
    const { client, service } = await aScript([first, PAYMENT_ADDED]);
    expect(await failureOf(client.createTransactions(PAYMENTS, TWICE))).toMatchObject({
      mayBeStored: true,
      attempts: 1,
    });
    expect(service.received.map(({ path }) => path)).toEqual([
      '/v1/data-import/transactions/create/?check_previously_added=false',
    ]);
  });

  it.each([
    ["the service's own 503", BUSY],
    ['429', refusal(429, 'throttled')],
    ['a token that died', refusal(401, 'authentication_failed')],
  ])('are sent again after %s: nothing was stored', async (_, first) => {
    const { client, service } = await aScript([first, PAYMENT_ADDED]);
    await client.createTransactions(PAYMENTS, TWICE);
    expect(service.received).toHaveLength(2);
  });

  it('are sent again where there was no connection to send them on', async () => {
    const nowhere = await aFreePort();
    let isDown = true;
    const { client, service } = await aScript([PAYMENT_ADDED], {
      fetch: (url, init) => {
        if (!isDown || url.endsWith('/graphql/')) return fetch(url, init);
        isDown = false;
        return fetch(`http://127.0.0.1:${nowhere}/`, init);
      },
    });
    await client.createTransactions(PAYMENTS, TWICE);
    expect(isDown).toBe(false);
    expect(service.received).toHaveLength(1);
  });

  it('that are checked are sent again after anything', async () => {
    const { client } = await aScript([FROM_A_PROXY, 'reset', refusal(500, 'error'), PAYMENT_ADDED]);
    expect((await client.createTransactions(PAYMENTS)).results).toHaveLength(1);
  });
});

describe("a ledger's history, importable once (§4.3)", () => {
  const IMPORTED = {
    status: 400,
    json: {
      detail: 'The payload failed validation.',
      code: 'account_failed_validation',
      errors: [{ detail: '…', code: 'historical_billing_documents_already_imported', attr: 'ledger_number' }],
    },
  };

  it('is already imported after a lost answer: it may be ours', async () => {
    const { client } = await aScript(['reset', IMPORTED]);
    expect(await failureOf(client.createHistoricalBillingDocuments(HISTORY))).toMatchObject({
      kind: 'validation',
      errors: [{ code: 'historical_billing_documents_already_imported' }],
      mayBeStored: true,
      attempts: 2,
    });
  });

  it.each([
    ['at once', [IMPORTED]],
    ['after a 503 of the service', [BUSY, IMPORTED]],
  ])('is already imported %s: it is not of this call', async (_, replies) => {
    const { client } = await aScript(replies);
    expect(await failureOf(client.createHistoricalBillingDocuments(HISTORY))).toMatchObject({ mayBeStored: false });
  });
});
