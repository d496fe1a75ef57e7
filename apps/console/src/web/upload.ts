import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isWellFormed } from '@carryover/domain/text';
import { causeMessage } from '@carryover/settings/cause-message';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Request } from 'express';
import { isAlive } from '../is-alive.ts';
import { badRequest, Problem } from './problem.ts';

/** A received file in a folder of its own that only this user may read. */
export type Upload = {
  readonly path: string;
  /** The name that the browser gave: only to be shown. */
  readonly fileName: string;
  /** The other fields of the form. */
  readonly fields: URLSearchParams;
  /** Of the bytes that arrived, in hexadecimal. */
  readonly sha256: string;
  /** Only the beginning was kept: there is more, or may be, since a browser that sends only the beginning sends all of these bytes. */
  readonly isCut: boolean;
  /** Deletes the file. */
  readonly remove: () => Promise<void>;
};

/** The largest file: the accounts or control totals of some tens of millions of rows. */
const MAX_BYTES = 2 * 1024 ** 3;
/** Room for the other fields and the boundaries of the form. */
const FORM_BYTES = 64 * 1024;

/** The folders of uploads that are kept. A preview that nobody confirmed does not outlive the console. */
const kept = new Set<string>();
process.once('exit', () => {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true });
});

/** The beginning of the names of this machine's uploads, whose end is {@link OF_PROCESS}. Machines may share a folder. */
const ofMachine = (): string => `carryover-upload-${hostname()}-`;
const OF_PROCESS = /^(\d+)-\w{6}$/;

/** Removes the uploads of consoles of this machine that were killed. */
export const removeAbandonedUploads = async (): Promise<void> => {
  const own = ofMachine();
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const processId = Number(name.startsWith(own) ? OF_PROCESS.exec(name.slice(own.length))?.[1] : undefined);
    const folder = join(tmpdir(), name);
    // In a container, an earlier console had the id that this one has now.
    const isOver = processId === process.pid ? !kept.has(folder) : processId > 0 && !isAlive(processId);
    // One of another user stays.
    if (isOver) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
};

const tooLarge = (maxBytes: number): Problem =>
  new Problem(
    413,
    'The file is too large',
    `Nothing was stored: a file may have at most ${Math.floor(maxBytes / 1024 ** 2)} MiB.`,
    'Compress it with gzip, split it, or use the operator’s command, which has no such limit.',
  );

const notKept = (error: unknown): Problem =>
  new Problem(
    500,
    'The file cannot be kept',
    `Nothing was stored: the console cannot write to ${tmpdir()}: ${causeMessage(error)}`,
    'Give it some space there, or set TMPDIR of the console to a folder that has it.',
  );

/** Passes on so many bytes; a request with more is ended. */
const atMost = (maxBytes: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
};

/** The file of a form as it was received. */
type Received = Omit<Upload, 'remove'>;

/** @param whole a file that is larger is refused; else only its beginning is kept. */
const receive = async (request: Request, folder: string, maxBytes: number, isWhole: boolean): Promise<Received> => {
  const path = join(folder, 'upload');
  const files: {
    readonly fileName: string;
    readonly stream: BusboyFileStream;
    readonly written: Promise<boolean>;
  }[] = [];
  const digest = createHash('sha256');
  const form = new Busboy({
    headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
    limits: { files: 1, fileSize: maxBytes, fields: 20, fieldSize: FORM_BYTES, parts: 25 },
  });
  const fields = new URLSearchParams();
  form.on('field', (name: string, value: string) => fields.append(name, value));
  form.on('file', (_field, stream: BusboyFileStream, fileName: string | undefined = '') => {
    // A file that is larger ends the whole request: nobody reads the rest.
    if (isWhole) stream.once('limit', () => form.destroy(tooLarge(maxBytes)));
    stream.on('data', (chunk: Buffer) => digest.update(chunk));
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 })).then(
      () => !stream.truncated,
      (error: unknown) => {
        throw notKept(error);
      },
    );
    // The form would wait for ever for somebody to read the rest of its file.
    written.catch((problem) => form.destroy(problem));
    files.push({ fileName, stream, written });
  });
  try {
    await pipeline(request, atMost(MAX_BYTES + FORM_BYTES), form);
  } catch (error) {
    // A form that ends early does not end its file, which would stay open, with its bytes on the disk.
    for (const { stream, written } of files) {
      stream.destroy(new Error('The form ended early.', { cause: error }));
      await written.catch(() => undefined);
    }
    throw error;
  }
  const [received] = files;
  if (received === undefined || received.fileName === '')
    throw badRequest('No file was chosen.', 'Go back and choose a file.');
  if (!isWellFormed(received.fileName)) throw badRequest('The name of the file has a character that no text has.');
  const isCut = !(await received.written);
  if (isCut && isWhole) throw tooLarge(maxBytes);
  return { path, fileName: received.fileName, isCut, fields, sha256: digest.digest('hex') };
};

const receiveAs = async (request: Request, maxBytes: number, isWhole: boolean): Promise<Upload> => {
  if (!/^multipart\/form-data;/i.test(request.headers['content-type'] ?? ''))
    throw badRequest('This form needs a file.', 'Go back and choose a file.');
  if (Number(request.headers['content-length'] ?? 0) > (isWhole ? maxBytes : MAX_BYTES) + FORM_BYTES)
    throw tooLarge(isWhole ? maxBytes : MAX_BYTES);
  const folder = await mkdtemp(join(tmpdir(), `${ofMachine()}${process.pid}-`));
  kept.add(folder);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    kept.delete(folder);
  };
  try {
    return { ...(await receive(request, folder, maxBytes, isWhole)), remove };
  } catch (error) {
    await remove();
    if (error instanceof Problem) throw error;
    throw badRequest('The file did not arrive as a whole.', 'Go back and send it again.');
  }
};

/**
 * Receives the file of a form as a private temporary file, without holding it in memory. Refuses a file that is larger
 * than `maxBytes` by its announced length, before it is sent.
 */
export const receiveUpload = (request: Request, maxBytes: number = MAX_BYTES): Promise<Upload> =>
  receiveAs(request, maxBytes, true);

const ZIP = Buffer.from('PK\u0003\u0004');

/** Receives the beginning of a file, and does not keep the rest. A workbook cannot be cut: a larger one is refused. */
export const receiveBeginning = async (
  request: Request,
  { firstBytes, workbookBytes }: { readonly firstBytes: number; readonly workbookBytes: number },
): Promise<Upload> => {
  const received = await receiveAs(request, workbookBytes, false);
  try {
    const file = await open(received.path);
    const start = Buffer.alloc(ZIP.length);
    const { size } = await file.stat();
    await file.read(start, 0, ZIP.length, 0);
    await file.close();
    if (!start.equals(ZIP)) {
      if (size > firstBytes) await truncate(received.path, firstBytes);
      return { ...received, isCut: size >= firstBytes };
    }
    if (received.isCut) throw tooLarge(workbookBytes);
    return received;
  } catch (error) {
    await received.remove();
    throw error;
  }
};
