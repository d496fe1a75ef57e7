import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';

/** Far enough that what a request waits for is the way, not the work. */
const ONE_WAY_MS = 200;

let isFar = false;
/** Bytes arrive later, in order. */
const forward = (from: Socket, to: Socket): void => {
  from.on('data', (bytes) => {
    if (isFar) setTimeout(() => to.write(bytes), ONE_WAY_MS);
    else to.write(bytes);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
};

let proxy: Server;
let service: RunningService;
let account: TestAccount;

beforeAll(async () => {
  const database = new URL(await aDatabase());
  proxy = createServer((client) => {
    const server = connect({ host: database.hostname, port: Number(database.port), noDelay: true });
    forward(client, server);
    forward(server, client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const far = new URL(database);
  far.port = String((proxy.address() as AddressInfo).port);
  service = await aService({ DATABASE_URL: far.href });
  account = await anAccount(service);
});
afterAll(async () => {
  isFar = false;
  await service.stop();
  proxy.close();
});

const transactions = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({
    transaction_id: `${name}-${n}`,
    transaction_date: '2019-10-03',
    amount: 1,
    type: 'CHARGE',
  }));

/** How often a request went to the database and back. */
const roundTrips = async (path: string, body: object): Promise<number> => {
  isFar = true;
  const start = performance.now();
  const { status } = await service.post(`/v1/data-import/${path}/`, { ...account, ...body });
  const elapsed = performance.now() - start;
  isFar = false;
  expect([200, 201]).toContain(status);
  return Math.floor(elapsed / (2 * ONE_WAY_MS));
};

describe('a create goes to the database and back twice, whatever it brings', () => {
  it.each<[string, string, (name: string) => object]>([
    ['1 transaction', 'transactions/create', (name) => ({ transactions: transactions(1, name) })],
    ['1,000 transactions', 'transactions/create', (name) => ({ transactions: transactions(1_000, name) })],
    [
      '100 notes',
      'notes/create',
      (name) => ({ notes: Array.from({ length: 100 }, (_, n) => ({ body: `${name} ${n}` })) }),
    ],
  ])('%s', async (size, path, body) => {
    // The first on its connection also prepares it, and now and then one asks whether the API key is alive.
    await service.post(`/v1/data-import/${path}/`, { ...account, ...body(`${size} before`) });
    const counts = [await roundTrips(path, body(`${size} a`)), await roundTrips(path, body(`${size} b`))];
    expect(Math.min(...counts)).toBe(2);
  });
});
