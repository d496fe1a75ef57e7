import { makeIsAllowed } from '@carryover/adapters-webhook/addresses';
import { makeCheckWebhookUrl } from '@carryover/adapters-webhook/check-url';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

describe('the addresses to which changes may be posted (decisions 18)', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '::10.0.0.1',
    '2001:db8::1',
    '2001::1',
    '2002:a00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
  ])('are not %s', (address) => {
    expect(makeIsAllowed([])(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.255.255',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('are %s', (address) => {
    expect(makeIsAllowed([])(address)).toBe(true);
  });

  it('are those of WEBHOOK_ALLOWED_NETWORKS too, in either form', () => {
    const isAllowed = makeIsAllowed(['10.1.0.0/16', '192.168.7.7', 'fd00::/8', '127.0.0.0/8']);
    const tried = [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      '10.2.0.1',
      '192.168.7.7',
      '192.168.7.8',
      'fd12::1',
      'fc00::1',
      '127.0.0.1',
    ];
    expect(tried.map(isAllowed)).toEqual([true, true, false, true, false, true, false, true]);
  });
});

describe('the address of an endpoint', () => {
  it.each([
    ['https://billing.example/a?b=c', 'https://billing.example/a?b=c'],
    ['https://BILLING.example:8443', 'https://billing.example:8443/'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['http://localhost/', 'http://localhost/'],
    ['http://[::1]:80/', 'http://[::1]/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['https://10.1.0.9/', 'https://10.1.0.9/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ])('is %s', (given, kept) => {
    expect(makeCheckWebhookUrl(['10.1.0.0/16'])(given)).toEqual(E.right(kept));
  });

  it.each([
    '',
    'billing.example',
    'http://billing.example/',
    'http://10.1.0.9/',
    'http://localhost.billing.example/',
    'https://user@billing.example/',
    'https://billing.example/#a',
    'https://10.2.0.1/',
    'https://[fd00::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://2852039166/',
    'file:///etc/passwd',
    `https://billing.example/${'a'.repeat(2_000)}`,
  ])('is not %s', (given) => {
    expect(makeCheckWebhookUrl(['10.1.0.0/16'])(given)).toMatchObject({ left: { kind: 'webhook_url_refused' } });
  });
});
