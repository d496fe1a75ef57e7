import { stat } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

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
