import { gocardless } from '@carryover/adapters-vendor/gocardless';
import { stripe } from '@carryover/adapters-vendor/stripe';
import { makeVendor } from '@carryover/adapters-vendor/vendor';
import { describe, expect, it } from 'vitest';

describe('configuring a vendor', () => {
  it.each([
    ['ftp://127.0.0.1'],
    ['http://127.0.0.1/prefix'],
    ['http://127.0.0.1/?a=b'],
    ['http://user:secret@127.0.0.1'],
    ['127.0.0.1'],
    [''],
  ])('refuses the base URL %j', (baseUrl) => {
    expect(() => makeVendor(stripe, { secret: 'key', baseUrl })).toThrow(TypeError);
    expect(() => makeVendor(gocardless, { secret: 'key', baseUrl })).toThrow(TypeError);
  });

  it.each([['http://127.0.0.1:4000'], ['http://127.0.0.1:4000/'], ['http://[::1]:4000'], ['https://api.example']])(
    'takes the base URL %j',
    (baseUrl) => {
      expect(makeVendor(stripe, { secret: 'key', baseUrl }).types).toEqual(['CARD']);
      expect(makeVendor(gocardless, { secret: 'key', baseUrl }).types).toEqual(['DIRECT_DEBIT']);
    },
  );

  it.each([[''], ['key\n'], ['two words'], ['ключ']])('refuses the credentials %j without repeating them', (secret) => {
    for (const vendor of [stripe, gocardless]) expect(() => makeVendor(vendor, { secret })).toThrow('printable ASCII');
  });
});
