import type { Kind } from '@carryover/contract/item-files';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { FileFailure } from '@carryover/files/source/file-failure';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Input } from '../inputs.ts';
import type { BadRow } from '../rows/item-row.ts';

export type Opened = Input & { readonly source: Source };

/** Rows of a file that were judged. Right: the item as JSON, with its value. */
export type Batch = {
  readonly file: string;
  readonly kind: Kind;
  readonly rows: ReadonlyArray<{ readonly line: number; readonly row: E.Either<BadRow, CheckedItem> }>;
};

export type CheckedItem = { readonly value: JsonObject; readonly json: string };

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
