import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { promisify } from 'node:util';

const ip = (...args: ReadonlyArray<string>) => promisify(execFile)('ip', [...args]);

/** A host of its own: a network namespace with one link to this machine. */
export type Host = {
  /** Its address, as this machine and its proxies reach it. */
  readonly address: string;
  /** The database's URL, as this host reaches it over the link. */
  readonly databaseUrl: string;
  /** The command that runs Node on this host. */
  readonly command: (...args: ReadonlyArray<string>) => readonly [string, ReadonlyArray<string>];
  readonly remove: () => Promise<void>;
};

/** Returns true if this process may make hosts. */
export const mayMakeHosts = async (): Promise<boolean> => {
  const name = `carryover-${randomInt(2 ** 32)}`;
  try {
    await ip('netns', 'add', name);
    await ip('netns', 'delete', name);
    return true;
  } catch {
    return false;
  }
};

/** Forwards connections to a port of loopback. @returns the port that it listens on. */
const forward = async (from: string, to: number) => {
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: to });
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, from);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

/** @param databaseUrl of a server on this machine's loopback. */
export const aHost = async (databaseUrl: string): Promise<Host> => {
  const id = randomInt(2 ** 32).toString(36);
  const [name, link] = [`carryover-${id}`, `co${id}`];
  // Addresses for tests of networks (RFC 2544): four for each link.
  const network = `198.${18 + randomInt(2)}.${randomInt(256)}`;
  const first = 4 * randomInt(64);
  const [here, there] = [`${network}.${first + 1}`, `${network}.${first + 2}`];
  await ip('netns', 'add', name);
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('address', 'add', `${here}/30`, 'dev', link);
  await ip('link', 'set', link, 'up');
  await ip('-n', name, 'address', 'add', `${there}/30`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  const url = new URL(databaseUrl);
  const forwarded = await forward(here, Number(url.port));
  [url.hostname, url.port] = [here, String(forwarded.port)];
  return {
    address: there,
    databaseUrl: url.href,
    command: (...args) => ['ip', ['netns', 'exec', name, process.execPath, ...args]],
    remove: async () => {
      forwarded.close();
      // The link goes with it.
      await ip('netns', 'delete', name);
    },
  };
};
