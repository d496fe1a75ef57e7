import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** ReadyForQuery, with which PostgreSQL ends its response to everything it was sent: `Z`, length 5, then a status byte. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]).toString('latin1');

/** A proxy before a database for all tests of a file: counts how often its clients wait for a response. */
export const aCountingProxy = async (databaseUrl: string) => {
  const roundTrips: number[] = [];
  const database = new URL(databaseUrl);
  const proxy = createServer((client) => {
    const server = connect({ host: database.hostname, port: Number(database.port), noDelay: true });
    const connection = roundTrips.push(0) - 1;
    server.on('data', (bytes: Buffer) => {
      roundTrips[connection]! += bytes.toString('latin1').split(READY_FOR_QUERY).length - 1;
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  afterAll(() => proxy.close());
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Of all connections. */
    roundTrips: () => roundTrips.reduce((sum, count) => sum + count, 0),
    /** During some work, on the connection that waited most: the service asks the database for other things on others. */
    busiest: async (work: () => Promise<unknown>): Promise<number> => {
      const before = [...roundTrips];
      await work();
      return Math.max(...roundTrips.map((count, connection) => count - (before[connection] ?? 0)));
    },
  };
};
