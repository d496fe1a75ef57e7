import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type Release = () => void;

const SQLITE_BUSY = 5;
const POLL_MS = 20;

/** `exclusive` excludes all other processes; `shared` excludes only those that want it exclusively. */
const STATEMENTS = { exclusive: 'BEGIN EXCLUSIVE', shared: 'BEGIN; SELECT 1 FROM sqlite_schema' };

// Keeps the connections from the garbage collector, which would release their locks.
const held = new Set<DatabaseSync>();

/**
 * Takes the lock of a file, which is made if missing, if it is free at this moment.
 *
 * Node has no file locks; an open transaction on an empty SQLite file is one. The operating system releases it when the
 * process ends, however it ends, so a lock is never stale. Child processes do not inherit it.
 */
export const tryLock = (file: string, mode: keyof typeof STATEMENTS): Release | undefined => {
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec(STATEMENTS[mode]);
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  held.add(connection);
  return () => {
    if (held.delete(connection)) connection.close();
  };
};

/**
 * Runs `work` while holding the lock of a file exclusively; waits for the lock without blocking the event loop.
 *
 * Rejects if another process holds the lock for `waitMs`.
 */
export const withLock = async <T>(file: string, waitMs: number, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + waitMs;
  let release = tryLock(file, 'exclusive');
  while (!release) {
    if (Date.now() > deadline) {
      throw new Error(`Another process has been holding ${file} for ${waitMs / 1000} s. Stop it if it hangs.`);
    }
    await sleep(POLL_MS);
    release = tryLock(file, 'exclusive');
  }
  return work().finally(release);
};
