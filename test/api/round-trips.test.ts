import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

/** ReadyForQuery, with which PostgreSQL ends its response to everything it was sent: `Z`, length 5, then a status byte. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]).toString('latin1');

let roundTrips = 0;

const database = new URL(await aDatabase());
/** A proxy before the database counts how often the service waits for an answer. */
const proxy = createServer((client) => {
  const server = connect({ host: database.hostname, port: Number(database.port), noDelay: true });
  server.on('data', (bytes: Buffer) => {
    roundTrips += bytes.toString('latin1').split(READY_FOR_QUERY).length - 1;
  });
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const)
    from.on('error', () => to.destroy()).pipe(to);
});
afterAll(() => proxy.close());
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const proxied = new URL(database);
proxied.port = String((proxy.address() as AddressInfo).port);
const service = await theService({ DATABASE_URL: proxied.href });
const account = await anAccount(service);

const transactions = (count: number, name: string) => Array.from({ length: count }, (_, n) => payment(`${name}-${n}`));

const roundTripsOf = async (path: string, body: object): Promise<number> => {
  const before = roundTrips;
  const { status } = await service.post(`/v1/data-import/${path}/`, { ...account, ...body });
  expect(status).toBe(201);
  return roundTrips - before;
};

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
