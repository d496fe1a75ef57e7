import { afterAll, describe, expect, it } from 'vitest';
import { notFound, startVendor, VENDORS, verify } from './vendors.ts';

/** A vendor that has something at every path, and says which were asked for. */
const asked: string[] = [];
const vendor = await startVendor((request, response) => {
  asked.push(request.url!);
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"none"}}');
});
afterAll(() => vendor.close());

describe.each(VENDORS)('$name', ({ at }) => {
  it.each([
    ['.'],
    ['..'],
    ['../customers'],
    ['../customers/cus_1'],
    ['..%2fcustomers'],
    ['%2e%2e/customers'],
    ['pm_1/detach'],
    ['/v1/customers'],
    ['//evil.example/pm_1'],
    ['http://evil.example/'],
    ['pm_1?expand[]=customer'],
    ['pm_1#x'],
    ['pm_1;a=b'],
    ['pm_1\\..\\x'],
    ['pm_1\r\nX-Injected: 1'],
    ['pm_1\u0000'],
    ['pm_1\ud800'],
    ['pm_\u202e1'],
    ['пм_1'],
    ['pm_１'],
    ['💳'],
    [' pm_1'],
    ['pm_1 '],
    [''],
    [':identity'],
    ["$&$'$`"],
    ['4242424242424242'],
    ['a'.repeat(513)],
  ])('finds nothing under %j and asks nobody', async (reference) => {
    asked.length = 0;
    expect(await verify(at(vendor.url), reference)).toEqual(notFound);
    expect(asked).toEqual([]);
  });

  it.each([['pm_1'], ['MD000-1'], ['__proto__'.slice(2)], ['constructor'], ['a'.repeat(512)]])(
    'asks for %j at its own endpoint only',
    async (reference) => {
      asked.length = 0;
      expect(await verify(at(vendor.url), reference)).toEqual(notFound);
      expect([`/v1/payment_methods/${reference}`, `/mandates/${reference}`]).toContain(asked[0]);
      expect(asked).toHaveLength(1);
    },
  );
});
