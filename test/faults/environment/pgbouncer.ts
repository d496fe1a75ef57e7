import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findServerUser } from '@carryover/embedded-postgres/installation';
import { freePort } from '../../support/free-port.ts';
import { findPgBouncer } from '../needs.ts';
import type { Endings } from './endings.ts';

/** PgBouncer in transaction mode in front of a server. */
export type PgBouncer = {
  readonly url: string;
  /** `kill -9`. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
};

const READY_WITHIN_MS = 10_000;

/** The settings that docs/operations.md gives. */
const documented = (): string => /\n\[pgbouncer\]\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;

/** Fewer server connections than clients have: they are shared, transaction by transaction. */
const configuration = (server: URL, port: number): string => `[databases]
carryover = host=127.0.0.1 port=${server.port} dbname=carryover user=carryover password=${server.password}
[pgbouncer]
${documented()}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
default_pool_size = 12
ignore_startup_parameters = extra_float_digits
`;

const answers = async (port: number): Promise<boolean> => {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** @param url of the server, as the service would use it. */
export const startPgBouncer = async (url: string, endings: Pick<Endings, 'add' | 'restart'>): Promise<PgBouncer> => {
  const program = await findPgBouncer();
  if (program === null) throw new Error('There is no PgBouncer.');
  // It refuses to run as root, as PostgreSQL does, and its user must reach its file.
  const user = await findServerUser('');
  const folder = await mkdtemp(join(tmpdir(), 'carryover-pgbouncer-'));
  await endings.add(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration(new URL(url), port), { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, file]) await chown(path, user.uid, user.gid!);

  let child: ChildProcess | undefined;
  const start = async () => {
    const log = await open(join(folder, 'log'), 'a');
    child = spawn(program, [file], { ...user, stdio: ['ignore', log.fd, log.fd] });
    await once(child, 'spawn');
    await log.close();
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error('PgBouncer does not start.');
      await delay(20);
    }
  };
  const crash = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await endings.add(crash);
  await start();
  const its = new URL(url);
  its.port = String(port);
  return { url: its.href, crash, start: () => endings.restart(start, crash) };
};
