import { closeSync, fdatasync, fdatasyncSync, openSync, truncateSync } from 'node:fs';
import { WriteFailed, writeWhole, writing } from '@carryover/files/source/file-failure';
import type { JournalRecord } from './read-journal.ts';

/** The journal of a load: one JSON record per line, only ever added to. */
export type Journal = {
  /**
   * Hands the record to the operating system before it returns, so that it survives the end of this process at any moment.
   * It reaches the disk at most a second later. A record that a power failure takes away does no harm: its request is
   * sent again, which stores nothing twice (decisions 12).
   *
   * @throws WriteFailed, from the first failure on for every record: behind an unfinished one it could not be read.
   */
  readonly add: (record: JournalRecord) => void;
  /** Returns once everything is on the disk. */
  readonly close: () => void;
};

const SYNC_MS = 1_000;

const openedAt = (file: string, descriptor: number): Journal => {
  let failure: unknown = null;
  let isSynced = true;
  let isSyncing = false;
  const timer = setInterval(() => {
    if (isSynced || isSyncing) return;
    isSynced = true;
    isSyncing = true;
    fdatasync(descriptor, (error) => {
      isSyncing = false;
      if (error !== null) failure ??= new WriteFailed(file, error);
    });
  }, SYNC_MS);
  timer.unref();
  return {
    add: (record) => {
      if (failure !== null) throw failure;
      try {
        writeWhole(file, descriptor, Buffer.from(`${JSON.stringify(record)}\n`));
      } catch (error) {
        failure = error;
        throw error;
      }
      isSynced = false;
    },
    close: () => {
      clearInterval(timer);
      try {
        writing(file, () => fdatasyncSync(descriptor));
      } finally {
        closeSync(descriptor);
      }
    },
  };
};

/** Begins a journal. @param replaces true if there is one of a load that has finished; else the file must not exist. */
export const createJournal = (file: string, replaces: boolean): Journal =>
  openedAt(
    file,
    writing(file, () => openSync(file, replaces ? 'w' : 'wx', 0o600)),
  );

/** Goes on with a journal. @param bytes the length of its whole records: an unfinished one behind them is cut off. */
export const continueJournal = (file: string, bytes: number): Journal => {
  truncateSync(file, bytes);
  return openedAt(file, openSync(file, 'a'));
};
