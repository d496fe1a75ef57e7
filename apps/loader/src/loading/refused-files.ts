import { decompressed } from '@carryover/files/source/decompressed';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { ofFileFailure, wrongUsage } from '../failures.ts';
import { type Input, isPart } from '../inputs.ts';
import type { Rows } from '../join/joined-rows.ts';
import { untypedRowsOf } from '../join/untyped-rows.ts';
import { textRowsOf } from '../steps/text-rows.ts';

const START_BYTES = 4_096;

/** UTF-16 begins with a byte order mark, or has zeros between the characters of the interface's names; UTF-8 text has neither. */
const isUtf16 = (start: Buffer): boolean =>
  start.includes(0) ||
  start.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ||
  start.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]));

const UTF16 = 'The file is in UTF-16. Save it as UTF-8.';

const startOf = async (source: Source): Promise<Buffer> => {
  // Damage is told with the first row.
  const chunks = decompressed(source.chunks);
  const first = await chunks.next().catch(() => null);
  await chunks.return(undefined);
  return first === null || first.done === true ? Buffer.alloc(0) : first.value.subarray(0, START_BYTES);
};

/** Returns why nothing of a file can be used; null if something can. */
const refusalOf = async (
  { kind, file, copy }: Input,
  isJoined: boolean,
  supplier: string | null,
): Promise<E.Either<Failure, string | null>> => {
  const [source, again] = [await openSource(copy ?? file)(), await openSource(copy ?? file)()];
  if (E.isLeft(source)) return E.left(ofFileFailure({ ...source.left, file }));
  if (E.isLeft(again)) return E.left(ofFileFailure({ ...again.left, file }));
  if (isUtf16(await startOf(again.right))) return E.right(UTF16);
  const rows: Rows =
    isPart(kind) || isJoined
      ? untypedRowsOf({ of: isPart(kind) ? kind : 'transactions', source: source.right, file: 0 }, supplier)
      : textRowsOf(kind, source.right, 0, supplier);
  for await (const [first] of rows)
    if (first !== undefined)
      return E.right(E.isLeft(first) && first.left.stopsReading === true ? first.left.reason.detail : null);
  return E.right(null);
};

/**
 * Says which files cannot be used at all, before anything is sent: their header, encoding or compression is another one, or
 * they are empty. That is no fault of a row.
 *
 * @param supplier of rows that name none.
 */
export const checkReadable = async (
  inputs: ReadonlyArray<Input>,
  supplier: string | null,
): Promise<E.Either<Failure, void>> => {
  const isJoined = inputs.some(({ kind }) => isPart(kind));
  const refusals: string[] = [];
  for (const input of inputs) {
    const refusal = await refusalOf(input, isJoined && input.kind === 'transactions', supplier);
    if (E.isLeft(refusal)) return refusal;
    if (refusal.right !== null) refusals.push(`${input.file}: ${refusal.right}`);
  }
  return refusals.length === 0 ? E.right(undefined) : E.left(wrongUsage(refusals.join('\n'), 'file_refused'));
};
