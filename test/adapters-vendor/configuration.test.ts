import { makeGoCardlessVendor } from '@carryover/adapters-vendor/gocardless';
import { makeStripeVendor } from '@carryover/adapters-vendor/stripe';
import { describe, expect, it } from 'vitest';

const onAlarm = () => {};

describe('configuring a vendor', () => {
  it.each([
    ['ftp://127.0.0.1'],
    ['http://127.0.0.1/prefix'],
    ['http://127.0.0.1/?a=b'],
    ['http://user:secret@127.0.0.1'],
    ['127.0.0.1'],
    [''],
  ])('refuses the base URL %j', (baseUrl) => {
    expect(() => makeStripeVendor({ apiKey: 'key', baseUrl, onAlarm })).toThrow(TypeError);
    expect(() => makeGoCardlessVendor({ accessToken: 'key', baseUrl, onAlarm })).toThrow(TypeError);
  });

  it.each([['http://127.0.0.1:4000'], ['http://127.0.0.1:4000/'], ['http://[::1]:4000'], ['https://api.example']])(
    'takes the base URL %j',
    (baseUrl) => {
      expect(makeStripeVendor({ apiKey: 'key', baseUrl, onAlarm }).types).toEqual(['CARD']);
      expect(makeGoCardlessVendor({ accessToken: 'key', baseUrl, onAlarm }).types).toEqual(['DIRECT_DEBIT']);
    },
  );

  it.each([[''], ['key\n'], ['two words'], ['ключ']])('refuses the credentials %j without repeating them', (secret) => {
    for (const make of [
      () => makeStripeVendor({ apiKey: secret, onAlarm }),
      () => makeGoCardlessVendor({ accessToken: secret, onAlarm }),
    ]) {
      expect(make).toThrow('printable ASCII');
    }
  });
});
