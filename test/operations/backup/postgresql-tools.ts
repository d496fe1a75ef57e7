import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@carryover/adapters-persistence/embedded/run-program';

const DEBIAN = '/usr/lib/postgresql';

const newest = async (): Promise<string | undefined> => {
  const versions = (await readdir(DEBIAN).catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  for (const version of versions) {
    const folder = join(DEBIAN, version, 'bin');
    const isThere = await access(join(folder, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
};

/** The folder of PostgreSQL's own programs, as Debian installs them; installed first where root may do that. */
export const findTools = async (): Promise<string> => {
  const installed = await newest();
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  }
  const found = await newest();
  if (found === undefined) throw new Error("PostgreSQL's own tools are needed: as root, apt-get install postgresql.");
  return found;
};
