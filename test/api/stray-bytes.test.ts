import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { exchangeAll } from '../support/sockets/exchange.ts';

const service = await theService();
const account = await anAccount(service);

const post = (path: string, body: object): string => {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Authorization: Token ${service.token}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return [...head, '', text].join('\r\n');
};
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const importOf = (path: string, fields: object) => post(`/v1/data-import/${path}/`, { ...account, ...fields });

const REQUESTS: ReadonlyArray<readonly [name: string, request: () => string, status: number]> = [
  ['notes/create', () => importOf('notes/create', { notes: [{ body: randomUUID() }] }), 201],
  ['payment-instruction/create', () => importOf('payment-instruction/create', {}), 400],
  ['transactions/validate', () => importOf('transactions/validate', { transactions: [] }), 200],
  ['accounts/summary', () => importOf('accounts/summary', {}), 200],
  ['graphql', () => post('/v1/graphql/', { query: '{ version }' }), 200],
  ['docs', () => get('/docs'), 200],
];

/** The statuses of what is answered to a text and stray bytes in the same write, those without a body negative. */
const statuses = async (text: string, stray: string, count: number) =>
  (await exchangeAll(service.baseUrl, Buffer.from(text + stray), { count })).map(({ status, text }) =>
    text === '' ? -status : status,
  );

describe('stray bytes after a request', () => {
  it.each(REQUESTS)('never take the place of its answer: %s', async (_, request, status) => {
    expect(await statuses(request(), '}', 2)).toEqual([status, -400]);
    expect(await statuses(request(), ' ', 2)).toEqual([status, -400]);
  });

  it('never take the place of the answers to pipelined requests', async () => {
    const all = REQUESTS.map(([, request]) => request()).join('');
    const expected = REQUESTS.map(([, , status]) => status);
    expect(await statuses(all, '\u0000', REQUESTS.length + 1)).toEqual([...expected, -400]);
  });
});
