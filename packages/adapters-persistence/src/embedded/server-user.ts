import { stat } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

/** The user PostgreSQL runs as, in the form `spawn` takes; empty for the user of this process. */
export type ServerUser = { readonly uid?: number; readonly gid?: number };

const NAME = 'postgres';

/**
 * Finds the user to run PostgreSQL as. It refuses to run as root, so for root this is the user who already owns the
 * cluster, else the system user `postgres`, made when missing.
 *
 * Rejects when that user neither exists nor can be made.
 */
export const findServerUser = async (cluster: string): Promise<ServerUser> => {
  if (process.getuid?.() !== 0) return {};
  return (await ownerOf(cluster)) ?? (await systemUser()) ?? (await createSystemUser());
};

const ownerOf = async (cluster: string): Promise<ServerUser | undefined> => {
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
};

const systemUser = async (): Promise<ServerUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', NAME]), runProgram('id', ['-g', NAME])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
};

const createSystemUser = async (): Promise<ServerUser> => {
  // Not every root shell looks for programs in /usr/sbin.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  let failure = '';
  try {
    await runProgram('groupadd', ['--system', '--force', NAME], { env });
    await runProgram('useradd', ['--system', '--no-create-home', '--gid', NAME, NAME], { env });
  } catch (error) {
    failure = (error as Error).message;
  }
  // Looked up even after a failure: another process may have made the user at the same moment.
  const user = await systemUser();
  if (user) return user;
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${NAME}" could not be made. ` +
      `Make it, start as an ordinary user, or set DATABASE_URL.\n${failure}`,
  );
};
