import { execFile } from 'node:child_process';
import { access, glob, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../support/install-packages.ts';
import { findCitus, HOW_TO_GET_CITUS } from '../support/postgresql/citus.ts';
import type { Need } from './scenario.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The folders of these programs on Debian. */
const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const FAKETIME = '/usr/lib/*/faketime/libfaketime.so.1';

export const findPgBouncer = async (): Promise<string | null> => {
  for (const path of PGBOUNCER) if (await isThere(path)) return path;
  return null;
};

export const findFaketime = async (): Promise<string | null> => {
  for await (const path of glob(FAKETIME)) return path;
  return null;
};

const isRoot = (): boolean => process.getuid?.() === 0;

/** Root of a container may not, mostly. */
const canMount = async (): Promise<boolean> => {
  const run = promisify(execFile);
  const folder = await mkdtemp(join(tmpdir(), 'carryover-volume-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'carryover-faults', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rmdir(folder);
  }
};

/** Finds a program; root installs its Debian package if it is missing. */
const foundOrInstalled = async (find: () => Promise<string | null>, name: string): Promise<boolean> => {
  if ((await find()) !== null) return true;
  return isRoot() && (await installPackages([name])) && (await find()) !== null;
};

/** Returns the reason why something is not available here; null if it is. */
const lacking: Readonly<Record<Need, () => Promise<string | null>>> = {
  linux: async () => (process.platform === 'linux' ? null : 'needs Linux'),
  root: async () => (isRoot() ? null : 'needs root'),
  volume: async () => ((await canMount()) ? null : 'needs to mount a volume, which is not allowed here'),
  pgbouncer: async () =>
    (await foundOrInstalled(findPgBouncer, 'pgbouncer')) ? null : 'needs PgBouncer (Debian package pgbouncer)',
  faketime: async () =>
    (await foundOrInstalled(findFaketime, 'faketime')) ? null : 'needs libfaketime (Debian package faketime)',
  citus: async () => {
    const found = await findCitus();
    await found?.remove();
    return found === null ? `needs Citus. ${HOW_TO_GET_CITUS}` : null;
  },
};

const firstLacking = async (needs: ReadonlyArray<Need>): Promise<string | null> => {
  for (const need of needs) {
    const reason = await lacking[need]();
    if (reason !== null) return reason;
  }
  return null;
};

/** Only one program at a time may install packages. */
let previous: Promise<unknown> = Promise.resolve();

/** Returns the reason why a scenario cannot run here; null if it can. */
export const whyNot = (needs: ReadonlyArray<Need>): Promise<string | null> => {
  const asked = previous.then(() => firstLacking(needs));
  previous = asked.catch(() => undefined);
  return asked;
};
