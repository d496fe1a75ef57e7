import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@carryover/embedded-postgres/installation';

const DEBIAN = '/usr/lib/postgresql';

/** The folders of PostgreSQL's own programs, as Debian installs them: the newest first. */
export const debianTools = async (): Promise<ReadonlyArray<string>> => {
  const versions = (await readdir(DEBIAN).catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  const found: string[] = [];
  for (const version of versions) {
    const folder = join(DEBIAN, version, 'bin');
    const isThere = await access(join(folder, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isThere) found.push(folder);
  }
  return found;
};

/** The folder of PostgreSQL's own programs; installed first where root may do that. */
export const findTools = async (): Promise<string> => {
  const [installed] = await debianTools();
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env });
  }
  const [found] = await debianTools();
  if (found === undefined) throw new Error("PostgreSQL's own tools are needed: as root, apt-get install postgresql.");
  return found;
};
