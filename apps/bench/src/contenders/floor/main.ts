import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeFloorHandler } from './handler.ts';
import type { FloorStore } from './store.ts';

/** As many as the service's own default. */
const MAX_CONNECTIONS = 20;

const [kind, url] = process.argv.slice(2) as [string, string];

const openStore = async (): Promise<FloorStore> => {
  // Loaded on use, so that the floor's memory does not include the ORM.
  if (kind === 'floor') return (await import('./pg-store.ts')).makePgStore(url, MAX_CONNECTIONS);
  if (kind === 'floor-copy') return (await import('./copy-store.ts')).makeCopyStore(url, MAX_CONNECTIONS);
  return (await import('./orm-store.ts')).makeOrmStore(url, MAX_CONNECTIONS);
};

const server = createServer({ keepAliveTimeout: 65_000 }, makeFloorHandler(await openStore()));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit(0));
