import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** `exclusive` keeps everybody else out; `shared` keeps out only those who want it exclusively. */
type Mode = 'exclusive' | 'shared';
export type Release = () => void;

const SQLITE_BUSY = 5;
const POLL_MS = 20;

const statements: Record<Mode, string> = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT 1 FROM sqlite_schema',
};

// A lock would be lost with its connection if the garbage collector found nobody holding on to it.
const held = new Set<DatabaseSync>();

const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/**
 * Takes the lock of a file, made when missing, if it is free at this moment.
 *
 * Node has no file lock of its own; an open transaction on an empty SQLite file is one. The operating system releases
 * it when the process ends, however it ends, so a lock is never stale and no process id has to be remembered. Child
 * processes do not inherit it.
 */
export const tryLock = (file: string, mode: Mode): Release | undefined => {
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec(statements[mode]);
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(connection);
  return () => {
    if (held.delete(connection)) connection.close();
  };
};

/**
 * Does the work while holding the lock of a file exclusively, waiting for it first without blocking the event loop.
 *
 * Rejects after `waitMs` when another process keeps the lock for so long.
 */
export const withLock = async <T>(file: string, waitMs: number, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + waitMs;
  let release = tryLock(file, 'exclusive');
  while (!release) {
    if (Date.now() > deadline) {
      throw new Error(`Another process has been holding ${file} for ${waitMs / 1000} s. Is one of ours stuck?`);
    }
    await sleep(POLL_MS);
    release = tryLock(file, 'exclusive');
  }
  try {
    return await work();
  } finally {
    release();
  }
};
