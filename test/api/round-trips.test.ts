import { describe, expect, it } from 'vitest';
import { aCountingProxy } from '../support/a-counting-proxy.ts';
import { aDatabase } from '../support/a-database.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

/** Counts how often the service waits for the database. */
const proxy = await aCountingProxy(await aDatabase());
const service = await theService({ DATABASE_URL: proxy.url });
const account = await anAccount(service);

const transactions = (count: number, name: string) => Array.from({ length: count }, (_, n) => payment(`${name}-${n}`));

const roundTripsOf = (path: string, body: object): Promise<number> =>
  proxy.busiest(async () => {
    const { status } = await service.post(`/v1/data-import/${path}/`, { ...account, ...body });
    expect(status).toBe(201);
  });

describe('a registration of control totals waits for the database three times, whatever it brings', () => {
  it.each([1, 10_000])('%s totals', async (size) => {
    const of = (name: string) => ({
      import_supplier: account.import_supplier,
      external_account_number: undefined,
      set: `${size} ${name}`,
      totals: Array.from({ length: size }, (_, n) => ({ external_account_number: `E-${n}`, type: 'NOTE', count: 1 })),
      complete: true,
    });
    await service.post('/v1/data-import/control-totals/register/', of('before'));
    // One more finds the supplier.
    const counts = [
      await roundTripsOf('control-totals/register', of('a')),
      await roundTripsOf('control-totals/register', of('b')),
    ];
    expect(Math.min(...counts)).toBe(3);
  });
});

describe('a create sends to the database and waits for it twice, whatever it brings', () => {
  it.each<[string, string, (name: string) => object]>([
    ['1 transaction', 'transactions/create', (name) => ({ transactions: transactions(1, name) })],
    ['1,000 transactions', 'transactions/create', (name) => ({ transactions: transactions(1_000, name) })],
    [
      '100 notes',
      'notes/create',
      (name) => ({ notes: Array.from({ length: 100 }, (_, n) => ({ body: `${name} ${n}` })) }),
    ],
  ])('%s', async (size, path, body) => {
    // The first request on its connection also prepares it, and now and then one asks whether the API key is revoked.
    await service.post(`/v1/data-import/${path}/`, { ...account, ...body(`${size} before`) });
    const counts = [await roundTripsOf(path, body(`${size} a`)), await roundTripsOf(path, body(`${size} b`))];
    expect(Math.min(...counts)).toBe(2);
  });
});
