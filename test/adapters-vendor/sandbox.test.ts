import { startVendorSandbox, type VendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import gocardless, { Environments } from 'gocardless-nodejs';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionsOf, timed } from './vendors.ts';

let sandbox: VendorSandbox;
beforeEach(async () => {
  sandbox = await startVendorSandbox();
});
afterEach(() => sandbox.close());

const authorized = { headers: { authorization: 'Bearer x' } };

describe('the vendor sandbox', () => {
  it("speaks to Stripe's SDK as it comes", async () => {
    const { hostname: host, port } = new URL(sandbox.url);
    const stripe = new Stripe('sk_test', { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
    expect(await stripe.paymentMethods.retrieve('THIS-IS-A-FAKE-REFERENCE')).toMatchObject({
      id: 'THIS-IS-A-FAKE-REFERENCE',
      card: { last4: '4242' },
    });
    await expect(stripe.paymentMethods.retrieve('unknown')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it("speaks to GoCardless' SDK, whose host only a test may change", async () => {
    const client = gocardless('token', Environments.Sandbox);
    Reflect.set(Reflect.get(client, '_api'), '_baseUrl', sandbox.url);
    const mandate = await client.mandates.find('SANDBOX-MANDATE');
    expect(mandate).toMatchObject({ id: 'SANDBOX-MANDATE', status: 'active' });
    const account = await client.customerBankAccounts.find(mandate.links!.customer_bank_account!);
    expect(account).toMatchObject({ account_number_ending: '11', bank_name: 'BARCLAYS BANK PLC' });
    await expect(client.mandates.find('unknown')).rejects.toMatchObject({
      code: 404,
      errorType: 'invalid_api_usage',
      errors: [{ reason: 'resource_not_found' }],
    });
  });

  it('wants credentials, any', async () => {
    expect((await fetch(`${sandbox.url}/mandates/SANDBOX-MANDATE`)).status).toBe(401);
    expect((await fetch(`${sandbox.url}/mandates/SANDBOX-MANDATE`, authorized)).status).toBe(200);
  });

  it.each([
    ['/'],
    ['/v1/customers/cus_1'],
    ['/v1/payment_methods/a/b'],
    ['/v1/payment_methods/'],
    ['/mandates/constructor'],
  ])('knows nothing at %s', async (path) => {
    expect((await fetch(`${sandbox.url}${path}`, authorized)).status).toBe(404);
  });

  it('counts the requests for each reference it knows, and the others together', async () => {
    for (const id of ['SANDBOX-MANDATE', 'SANDBOX-MANDATE', 'a', 'b'])
      await fetch(`${sandbox.url}/mandates/${id}`, authorized);
    expect(await (await fetch(`${sandbox.url}/sandbox/requests`)).json()).toEqual({ 'SANDBOX-MANDATE': 2, '': 2 });
    expect(sandbox.requests('SANDBOX-MANDATE')).toBe(2);
  });

  it('ends hanging connections at once when closed, and may be closed again', async () => {
    const hanging = ['HANG', 'SLOW-60000'].map((name) =>
      fetch(`${sandbox.url}/mandates/SANDBOX-${name}`, authorized)
        .then((response) => response.text())
        .then(
          () => 'answered',
          () => 'ended',
        ),
    );
    while ((await connectionsOf(sandbox.server)) < hanging.length)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const { ms } = await timed(() => sandbox.close());
    expect(await Promise.all(hanging)).toEqual(hanging.map(() => 'ended'));
    expect(ms).toBeLessThan(300);
    await sandbox.close();
  });

  it('rejects where the port is taken', async () => {
    const port = Number(new URL(sandbox.url).port);
    await expect(startVendorSandbox(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
