import type { FileFailure } from '@carryover/files/source/file-failure';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Input } from '../inputs.ts';
import type { BadRow } from '../rows/item-row.ts';

export type Opened = Input & { readonly source: Source };

/** Rows of a file that were judged. */
export type Batch = {
  readonly file: string;
  readonly rows: ReadonlyArray<{ readonly line: number; readonly row: E.Either<BadRow, unknown> }>;
};

/** Called with the number of rows that were read of a file. */
export type OnRead = (file: string, rows: number) => void;

/** Opens all files first, so that a wrong name is told before anything is read. */
export const openInputs = async (
  inputs: ReadonlyArray<Input>,
): Promise<E.Either<FileFailure, ReadonlyArray<Opened>>> => {
  const opened: Opened[] = [];
  for (const input of inputs) {
    const source = await openSource(input.file)();
    if (E.isLeft(source)) return source;
    opened.push({ ...input, source: source.right });
  }
  return E.right(opened);
};
