import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 1_000;
const POLL_MS = 100;
/** A holder that has not touched its lock for so long was killed. */
const STALE_MS = 5_000;

const take = (file, holder) => {
  try {
    writeFileSync(file, holder, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** @returns the holder and when it last touched the lock, as one text; null if the lock is free. */
const look = (file) => {
  try {
    return `${readFileSync(file, 'utf8')} ${statSync(file).mtimeMs}`;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Runs `work` while no other process does so with the same lock file. The holder touches the file every second. If it
 * stops doing so, by the waiting process' clock, the lock is taken from it.
 *
 * @param {string} file is made and removed.
 * @param {() => void} onWait is called once if another process holds the lock.
 * @param {() => Promise<void>} work
 */
export const withLock = async (file, onWait, work) => {
  const holder = randomUUID();
  let seen = null;
  let seenAt = 0;
  while (!take(file, holder)) {
    const now = look(file);
    if (seen === null) onWait();
    if (now !== seen) [seen, seenAt] = [now, performance.now()];
    else if (performance.now() - seenAt > STALE_MS && look(file) === seen) rmSync(file, { force: true });
    await sleep(POLL_MS);
  }
  const beating = setInterval(() => utimesSync(file, new Date(), new Date()), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beating);
    rmSync(file, { force: true });
  }
};
