import { access, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@carryover/embedded-postgres/installation';
import { installPackages } from '../install-packages.ts';
import { debianTools } from './postgresql-tools.ts';

/** PostgreSQL's programs, of an installation that has the Citus extension. */
type CitusTools = { readonly folder: string; readonly remove: () => Promise<void> };

export const HOW_TO_GET_CITUS =
  "Install the extension for this machine's PostgreSQL, or set CITUS_TARBALL to an archive of its files for Debian's PostgreSQL, with their paths below /.";

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isWithCitus = async (folder: string): Promise<boolean> => {
  const [library, shared] = await Promise.all(
    ['--pkglibdir', '--sharedir'].map((what) => runProgram(join(folder, 'pg_config'), [what])),
  );
  const paths = [join(library!.trim(), 'citus.so'), join(shared!.trim(), 'extension/citus.control')];
  return (await Promise.all(paths.map(isThere))).every((is) => is);
};

/** The programs of `pg_config` on the path, and Debian's. */
const installed = async (): Promise<string | null> => {
  const onPath = await runProgram('pg_config', ['--bindir']).catch(() => '');
  for (const folder of [onPath.trim(), ...(await debianTools())])
    if (folder !== '' && (await isThere(join(folder, 'initdb'))) && (await isWithCitus(folder))) return folder;
  return null;
};

/**
 * Puts the files of an archive into a copy of Debian's PostgreSQL, whose programs look for each other's files relative to their
 * own folder: the installation of the machine stays as it is.
 */
const unpacked = async (archive: string): Promise<CitusTools> => {
  const files = await runProgram('tar', ['-tf', archive]);
  const version = /usr\/lib\/postgresql\/(\d+)\/lib\/citus\.so/.exec(files)?.[1];
  if (version === undefined) throw new Error(`${archive} does not contain usr/lib/postgresql/…/lib/citus.so.`);
  const [programs, shared] = [`usr/lib/postgresql/${version}`, `usr/share/postgresql/${version}`];
  const has = () => isThere(join('/', programs, 'bin/initdb'));
  if (!(await has()) && process.getuid?.() === 0) await installPackages([`postgresql-${version}`]);
  if (!(await has())) throw new Error(`${archive} needs Debian's package postgresql-${version}.`);
  const root = await mkdtemp(join(tmpdir(), 'carryover-citus-'));
  for (const folder of [programs, shared])
    await cp(join('/', folder), join(root, folder), { recursive: true, verbatimSymlinks: true });
  await runProgram('tar', ['-xf', archive, '-C', root, '--no-same-owner']);
  // The server's user reads it.
  await runProgram('chmod', ['-R', 'go+rX', root]);
  return { folder: join(root, programs, 'bin'), remove: () => rm(root, { recursive: true, force: true }) };
};

/** Finds PostgreSQL with Citus; null if this machine has none. Rejects if the archive of `CITUS_TARBALL` cannot be used. */
export const findCitus = async (): Promise<CitusTools | null> => {
  const archive = process.env.CITUS_TARBALL;
  if (archive !== undefined && archive !== '') return unpacked(archive);
  const folder = await installed();
  return folder === null ? null : { folder, remove: async () => undefined };
};
