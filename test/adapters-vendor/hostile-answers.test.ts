import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  goCardlessAt,
  notFound,
  PATIENT,
  rejected,
  startVendor,
  stripeAt,
  UNFINISHED,
  unavailable,
  VENDORS,
  verify,
} from './vendors.ts';

const PAN = '4242424242424242';

let close = async (): Promise<void> => {};
afterEach(() => close());

let requests = 0;

/** A vendor that gives each path's answer: status, body, headers. */
type Reply = readonly [httpStatus: number, body: string | Buffer, headers?: { readonly [name: string]: string }];
const answering = async (reply: (path: string) => Reply): Promise<string> => {
  requests = 0;
  const vendor = await startVendor((request, response) => {
    requests += 1;
    const [httpStatus, body, headers = {}] = reply(request.url!);
    response.writeHead(httpStatus, headers).end(body);
  });
  close = vendor.close;
  return vendor.url;
};

const card = (fields: object, cardFields: object = {}) => ({
  id: 'pm_1',
  object: 'payment_method',
  type: 'card',
  customer: 'cus_1',
  ...fields,
  card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2099, ...cardFields },
});
const mandate = (fields: object, links: object = {}) => ({
  mandates: {
    id: 'MD1',
    status: 'active',
    links: { customer: 'CU1', customer_bank_account: 'BA1', ...links },
    ...fields,
  },
});
const account = (fields: object) => ({
  customer_bank_accounts: { id: 'BA1', bank_name: 'A BANK', account_number_ending: '11', ...fields },
});

describe.each(VENDORS)('$name judging an answer by status and form', ({ at }) => {
  it.each<[string, Reply, unknown]>([
    ['nothing', [200, ''], unavailable('unreadable')],
    ['bytes of no kind', [200, '\u0000{]'], unavailable('unreadable')],
    ['a page', [200, '<!doctype html><title>Welcome</title>'], unavailable('unreadable')],
    ['the reference alone', [200, '{"id":"pm_1"}'], unavailable('unreadable')],
    ['a JSON text', [200, '"text"'], unavailable('unreadable')],
    ['a JSON number', [200, '5'], unavailable('unreadable')],
    ['null', [200, 'null'], unavailable('unreadable')],
    ['a JSON array', [200, '[]'], unavailable('unreadable')],
    ['half a JSON object', [200, '{"id":"pm_1"'], unavailable('unreadable')],
    [
      'compressed JSON, not requested',
      [200, gzipSync('{}'), { 'content-encoding': 'gzip' }],
      unavailable('unreadable'),
    ],
    ['no content', [204, ''], unavailable('unreadable')],
    ['an error sent as a success', [200, '{"error":{"message":"no"}}'], unavailable('unreadable')],
    ['not modified', [304, ''], unavailable('unreadable')],
    ['a redirect to another host', [307, '{}', { location: 'http://127.0.0.1:1/' }], unavailable('unreadable')],
    ['the 404 page of a proxy', [404, '<h1>Not Found</h1>'], unavailable('unreadable')],
    ['a 404 in no vendor form', [404, '{"message":"no route"}'], unavailable('unreadable')],
    ['the 400 page of a proxy', [400, '<h1>Bad Request</h1>'], unavailable('unreadable')],
    ['a 404 in the vendor form', [404, '{"error":{"message":"no such thing"}}'], notFound],
    ['402', [402, '{"error":{"message":"no"}}'], rejected(402)],
    ['410', [410, '{"error":{"message":"gone"}}'], rejected(410)],
    ['the 403 page of a firewall', [403, '<h1>Forbidden</h1>'], unavailable('credentials')],
    ['the 502 page of a proxy', [502, '<h1>Bad Gateway</h1>'], unavailable('http_status')],
    ['a status beyond 599', [777, '{"error":{}}'], unavailable('http_status')],
  ])('takes %s for what it is', async (_case, reply, expected) => {
    expect(await verify(at(await answering(() => reply)), 'pm_1')).toEqual(expected);
    const isRepeated = [unavailable('unreadable'), unavailable('http_status')].some((one) =>
      isDeepStrictEqual(one, expected),
    );
    expect(requests).toBe(isRepeated ? 3 : 1);
  });

  // At the same time, because they mostly wait.
  it.concurrent.each(Object.entries(UNFINISHED))(
    'takes an answer that %s for what it is',
    async (_case, { respond, cause }) => {
      const vendor = await startVendor((_, response) => respond(response));
      expect(await verify(at(vendor.url, { settings: PATIENT }), 'pm_1')).toEqual(unavailable(cause));
      await vendor.close();
    },
  );

  it('calls an answer that is not HTTP unreadable', async () => {
    const vendor = await startVendor((request) => request.socket.end('SSH-2.0-vendor\r\n'));
    close = vendor.close;
    expect(await verify(at(vendor.url), 'pm_1')).toEqual(unavailable('unreadable'));
  });
});

describe('Stripe answers that must not be believed', () => {
  it.each([
    ['no object name', { ...card({}), object: 'customer' }],
    ['a card of another reference', card({ id: 'pm_2' })],
    ['a list', { object: 'list', data: [card({})] }],
    ['a deleted card', { id: 'pm_1', object: 'payment_method', deleted: true }],
    ['no card', { ...card({}), card: undefined }],
    ['no brand', card({}, { brand: null })],
    ['a card number as its ending', card({}, { last4: PAN })],
    ['a card number as its brand', card({}, { brand: '4242 4242 4242 4242' })],
    ['a control character in its brand', card({}, { brand: 'visa\n' })],
    ['a card number as its customer', card({ customer: PAN })],
    ['a customer object', card({ customer: { id: 'cus_1' } })],
    ['month 13', card({}, { exp_month: 13 })],
    ['a month as text', card({}, { exp_month: '8' })],
    ['a year of two digits', card({}, { exp_year: 99 })],
  ])('%s', async (_case, body) => {
    const url = await answering(() => [200, JSON.stringify(body)]);
    expect(await verify(stripeAt(url), 'pm_1')).toEqual(unavailable('unreadable'));
  });

  it('bytes that are not UTF-8', async () => {
    const url = await answering(() => [
      200,
      Buffer.from(JSON.stringify(card({ metadata: { name: 'Zoë' } })), 'latin1'),
    ]);
    expect(await verify(stripeAt(url), 'pm_1')).toEqual(unavailable('unreadable'));
  });

  it('is not found where Stripe calls the resource missing with 400', async () => {
    const url = await answering(() => [400, '{"error":{"type":"invalid_request_error","code":"resource_missing"}}']);
    expect(await verify(stripeAt(url), 'pm_1')).toEqual(notFound);
  });
});

describe('GoCardless answers that must not be believed', () => {
  it.each([
    ['a mandate of another reference', mandate({ id: 'MD2' }), account({})],
    ['an unknown status', mandate({ status: 'thriving' }), account({})],
    ['a status that every object has', mandate({ status: 'constructor' }), account({})],
    ['no links', mandate({ links: null }), account({})],
    ['no customer', mandate({}, { customer: null }), account({})],
    ['an account number as the customer', mandate({}, { customer: '55779911' }), account({})],
    ['a link to another endpoint', mandate({}, { customer_bank_account: '../customers/CU1' }), account({})],
    ['an error beside the mandate', { ...mandate({}), error: { message: 'no' } }, account({})],
    ['no envelope', { id: 'MD1', status: 'active' }, account({})],
    ['another bank account', mandate({}), account({ id: 'BA2' })],
    ['a whole account number as its ending', mandate({}), account({ account_number_ending: '55779911' })],
    ['an account number as the bank', mandate({}), account({ bank_name: 'GB60 BARC 2000 0055 7799 11' })],
  ])('%s', async (_case, theMandate, theAccount) => {
    const url = await answering((path) => [200, JSON.stringify(path === '/mandates/MD1' ? theMandate : theAccount)]);
    expect(await verify(goCardlessAt(url), 'MD1')).toEqual(unavailable('unreadable'));
  });

  it('a bank account without bank and ending is still one', async () => {
    const url = await answering((path) => [
      200,
      JSON.stringify(
        path === '/mandates/MD1' ? mandate({}) : account({ bank_name: null, account_number_ending: undefined }),
      ),
    ]);
    expect(await verify(goCardlessAt(url), 'MD1')).toMatchObject({ right: { bankName: null, lastFour: null } });
  });
});

describe('the bank account of a GoCardless mandate, which is asked for second', () => {
  const error = '{"error":{"message":"no"}}';
  it.each<[string, Reply, unknown]>([
    ['503', [503, error], unavailable('http_status')],
    ['403', [403, error], unavailable('credentials')],
    ['400', [400, error], rejected(400)],
    // The mandate is there and names the account: the client's reference is not what is wrong.
    ['404', [404, error], unavailable('unreadable')],
  ])('answers %s', async (_case, reply, expected) => {
    const url = await answering((path) => (path === '/mandates/MD1' ? [200, JSON.stringify(mandate({}))] : reply));
    expect(await verify(goCardlessAt(url), 'MD1')).toEqual(expected);
  });

  it('is asked for again', async () => {
    let asked = 0;
    const url = await answering((path) => {
      if (path === '/mandates/MD1') return [200, JSON.stringify(mandate({}))];
      asked += 1;
      return asked < 3 ? [503, error] : [200, JSON.stringify(account({}))];
    });
    expect(await verify(goCardlessAt(url), 'MD1')).toMatchObject({ right: { bankName: 'A BANK' } });
  });
});

describe('a card or account number in an answer', () => {
  it('reaches neither outcome nor observer', async () => {
    const seen: unknown[] = [];
    const observer = { observe: (event: unknown) => seen.push(event) };
    const stripeUrl = await answering(() => [
      200,
      JSON.stringify(card({ number: PAN }, { number: PAN, fingerprint: PAN })),
    ]);
    seen.push(await verify(stripeAt(stripeUrl, observer), 'pm_1'));
    await close();
    for (const httpStatus of [400, 401, 402, 404, 500]) {
      const body = JSON.stringify({ error: { message: `card ${PAN} declined`, param: PAN, type: PAN, code: PAN } });
      const url = await answering(() => [httpStatus, body]);
      seen.push(await verify(stripeAt(url, observer), 'pm_1'), await verify(goCardlessAt(url, observer), 'MD1'));
      await close();
    }
    expect(seen).toHaveLength(24);
    expect(JSON.stringify(seen)).not.toContain(PAN);
  });
});
