import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isWellFormed } from '@carryover/domain/text';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Request } from 'express';
import { badRequest, Problem } from './problem.ts';

/** A received file in a folder of its own that only this user may read. */
export type Upload = {
  readonly path: string;
  /** The name that the browser gave: only to be shown. */
  readonly fileName: string;
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

const tooLarge = (maxBytes: number): Problem =>
  new Problem(
    413,
    'The file is too large',
    `Nothing was stored: a file may have at most ${Math.floor(maxBytes / 1024 ** 2)} MiB.`,
    'Compress it with gzip, split it, or use the operator’s command, which has no such limit.',
  );

const receive = async (request: Request, folder: string, maxBytes: number): Promise<Omit<Upload, 'remove'>> => {
  const path = join(folder, 'upload');
  const files: { readonly fileName: string; readonly written: Promise<boolean> }[] = [];
  const form = new Busboy({
    headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
    limits: { files: 1, fileSize: maxBytes, fields: 20, fieldSize: FORM_BYTES, parts: 25 },
  });
  form.on('file', (_field, stream: BusboyFileStream, fileName: string | undefined = '') => {
    // A file that is larger ends the whole request: nobody reads the rest.
    stream.once('limit', () => form.destroy(tooLarge(maxBytes)));
    const written = pipeline(stream, createWriteStream(path, { mode: 0o600 })).then(() => !stream.truncated);
    written.catch(() => undefined);
    files.push({ fileName, written });
  });
  await pipeline(request, form);
  const [received] = files;
  if (received === undefined || received.fileName === '')
    throw badRequest('No file was chosen.', 'Go back and choose a file.');
  if (!isWellFormed(received.fileName)) throw badRequest('The name of the file has a character that no text has.');
  if (!(await received.written)) throw tooLarge(maxBytes);
  return { path, fileName: received.fileName };
};

/**
 * Receives the file of a form as a private temporary file, without holding it in memory. Refuses a file that is larger
 * than `maxBytes` by its announced length, before it is sent.
 */
export const receiveUpload = async (request: Request, maxBytes: number = MAX_BYTES): Promise<Upload> => {
  if (!/^multipart\/form-data;/i.test(request.headers['content-type'] ?? ''))
    throw badRequest('This form needs a file.', 'Go back and choose a file.');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
  const folder = await mkdtemp(join(tmpdir(), 'carryover-upload-'));
  kept.add(folder);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    kept.delete(folder);
  };
  try {
    return { ...(await receive(request, folder, maxBytes)), remove };
  } catch (error) {
    await remove();
    if (error instanceof Problem) throw error;
    throw badRequest('The file did not arrive as a whole.', 'Go back and send it again.');
  }
};
