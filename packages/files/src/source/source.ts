import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type FileFailure, toFileFailure } from './file-failure.ts';

export type Format = 'ndjson' | 'csv';

/** A file to be read, once. */
export type Source = {
  /** By the file's name; null if only its content can tell. */
  readonly format: Format | null;
  /** The file's size, perhaps compressed; null if it is not known before the end. */
  readonly totalBytes: number | null;
  /** The number of bytes read so far, of {@link totalBytes}. */
  readonly bytesRead: () => number;
  readonly chunks: AsyncIterable<Buffer>;
  /** Where its bytes can be read in any order; null: they come once. */
  readonly path: string | null;
};

export const STANDARD_INPUT = '-';

const FORMATS: ReadonlyArray<readonly [RegExp, Format]> = [
  [/\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i, 'ndjson'],
  [/\.csv(?:\.(?:gz|zst))?$/i, 'csv'],
];

const formatOf = (file: string): Format | null => FORMATS.find(([name]) => name.test(basename(file)))?.[1] ?? null;

const makeSource = (file: string, totalBytes: number | null, stream: Readable): Source => {
  let bytesRead = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  return {
    format: formatOf(file),
    totalBytes,
    bytesRead: () => bytesRead,
    chunks: counted(),
    path: totalBytes === null ? null : file,
  };
};

/**
 * Opens a file, or standard input if `file` is `-`, for one of the readers of rows.
 *
 * @returns Left if the file does not exist, may not be read, or is a folder. Later failures are reported by the rows.
 */
export const openSource = (file: string): TE.TaskEither<FileFailure, Source> =>
  file === STANDARD_INPUT
    ? TE.fromIO(() => makeSource(file, null, process.stdin))
    : pipe(
        TE.tryCatch(() => stat(file), toFileFailure(file)),
        TE.filterOrElse(
          (found) => !found.isDirectory(),
          () => toFileFailure(file)('is a folder'),
        ),
        TE.chain((found) =>
          pipe(
            openStream(file),
            TE.map((stream) => makeSource(file, found.isFile() ? found.size : null, stream)),
          ),
        ),
      );

const openStream =
  (file: string): TE.TaskEither<FileFailure, Readable> =>
  () =>
    new Promise((resolve) => {
      const stream = createReadStream(file);
      stream.once('open', () => resolve(E.right(stream)));
      stream.once('error', (error) => resolve(E.left(toFileFailure(file)(error))));
    });
