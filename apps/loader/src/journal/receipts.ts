import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';
import { WriteFailed, writeWhole, writing } from '@carryover/files/source/file-failure';
import { OutputTaken } from './outbox.ts';

/** The service's receipt of a request that it accepted: `X-Import-Id` and `X-Payload-SHA256` (decisions 16). */
export type Receipt = { readonly importId: string; readonly sha256: string };

/** The receipts of a load, beside its journal. They are only ever added to, also by later loads with the same journal. */
export type Receipts = {
  /** Hands a receipt to the operating system before it returns. @throws WriteFailed */
  readonly add: (receipt: Receipt) => void;
  /** Resolves once everything added is on the disk. Requests that wait at the same time share a write. Rejects with WriteFailed. */
  readonly synced: () => Promise<void>;
  /** Removes the file if it has none. */
  readonly close: () => void;
};

export const receiptsFileOf = (journal: string): string => `${journal}.receipts.ndjson`;

const BEGINNING = '{"import_id":"';
const LINE_BREAK = 10;
/** A receipt has about 120 bytes. */
const LONGEST = 4_096;

const readAt = (descriptor: number, length: number, position: number): Buffer => {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
};

/** Cuts off a receipt that was not written to its end, as on a full disk: its request was not noted as done, and is sent again. */
const cutUnfinished = (file: string, descriptor: number): void => {
  const { size } = fstatSync(descriptor);
  const start = readAt(descriptor, BEGINNING.length, 0).toString();
  const end = readAt(descriptor, LONGEST, Math.max(0, size - LONGEST));
  const unfinished = end.length - 1 - end.lastIndexOf(LINE_BREAK);
  if (!BEGINNING.startsWith(start) || unfinished === LONGEST)
    throw new OutputTaken(`${file} exists, and has other content than the receipts of a load. Move it elsewhere.`);
  if (unfinished > 0) ftruncateSync(descriptor, size - unfinished);
};

/** @throws OutputTaken if the file is something else, WriteFailed */
export const openReceipts = (journal: string): Receipts => {
  const file = receiptsFileOf(journal);
  const descriptor = writing(file, () => openSync(file, 'a+', 0o600));
  try {
    writing(file, () => cutUnfinished(file, descriptor));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const sync = (): Promise<void> =>
    new Promise((resolve, reject) =>
      fdatasync(descriptor, (error) => (error === null ? resolve() : reject(new WriteFailed(file, error)))),
    );
  let [isSynced, running, next] = [true, Promise.resolve(), null as Promise<void> | null];
  const begin = (): Promise<void> => {
    next = null;
    isSynced = true;
    running = sync();
    return running;
  };
  return {
    add: ({ importId, sha256 }) => {
      isSynced = false;
      writeWhole(file, descriptor, Buffer.from(`${JSON.stringify({ import_id: importId, sha256 })}\n`));
    },
    synced: () => {
      if (isSynced) return running;
      // What is under way may have begun before the latest receipt.
      next ??= running.then(begin);
      return next;
    },
    close: () => {
      const { size } = fstatSync(descriptor);
      closeSync(descriptor);
      if (size === 0) rmSync(file, { force: true });
    },
  };
};
