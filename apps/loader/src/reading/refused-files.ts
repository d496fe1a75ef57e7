import { isPart, wholeKind } from '@carryover/contract/kinds';
import { isWorkbook, refusalOfOldWorkbook } from '@carryover/files/mapping/mapped-lines';
import { decompressed } from '@carryover/files/source/decompressed';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, ofFileFailure, wrongUsage } from '../command.ts';
import { type Input, isMapped, type MappedInput } from '../files/input.ts';
import { refusalOf, refusalOfMapped } from './read-items.ts';

const START_BYTES = 4_096;

/** UTF-16 begins with a byte order mark, or has zeros between the characters of the interface's names; UTF-8 text has neither. */
const isUtf16 = (start: Buffer): boolean =>
  start.includes(0) ||
  start.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ||
  start.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]));

/** A mapping tells what a NUL is: two bytes a character have one in each of the first. */
const looksUtf16 = (start: Buffer): boolean =>
  isUtf16(start) && (start[0]! >= 0xfe || (start[1] === 0 && start[3] === 0) || (start[0] === 0 && start[2] === 0));

const UTF16 = 'The file is in UTF-16. Save it as UTF-8.';
const ARCHIVE = 'The file is a ZIP archive, as a workbook is. Unpack it, or read the workbook with a mapping: --map.';
const UTF16_MAPPED = 'The file is in UTF-16. Set the encoding of its mapping to utf-16le or utf-16be.';

const startOf = async (source: Source): Promise<Buffer> => {
  // Damage is told with the first row.
  const chunks = decompressed(source.chunks);
  const first = await chunks.next().catch(() => null);
  await chunks.return(undefined);
  return first === null || first.done === true ? Buffer.alloc(0) : first.value.subarray(0, START_BYTES);
};

/** Returns why nothing of a file can be used; null if something can. */
const refusalIn = async (
  input: Input | MappedInput,
  start: Buffer,
  isJoined: boolean,
  supplier: string | null,
): Promise<string | null> => {
  if (isMapped(input)) {
    const isOther = input.mapping.compiled.encoding.unitBytes === 1 && looksUtf16(start);
    return isOther ? UTF16_MAPPED : refusalOfMapped(input);
  }
  // Both have zeros, as UTF-16 has.
  const other = isWorkbook(start) ? ARCHIVE : refusalOfOldWorkbook(start);
  if (other !== null) return other;
  const isWhole = !isPart(input.kind) && !(isJoined && input.kind === 'transactions');
  return isUtf16(start) ? UTF16 : refusalOf(input, isWhole, supplier);
};

/**
 * Says which files cannot be used at all, before anything is sent: their header, encoding or compression is another one, or
 * they are empty. That is no fault of a row.
 *
 * @param supplier of rows that name none.
 */
export const checkReadable = async (
  inputs: ReadonlyArray<Input | MappedInput>,
  supplier: string | null,
): Promise<E.Either<Failure, void>> => {
  const isJoined = inputs.some(({ kind }) => isPart(kind) && wholeKind(kind) === 'transactions');
  const refusals: string[] = [];
  for (const input of inputs) {
    const { file, copy } = input;
    const source = await openSource(copy ?? file)();
    if (E.isLeft(source)) return E.left(ofFileFailure({ ...source.left, file }));
    const refusal = await refusalIn(input, await startOf(source.right), isJoined, supplier);
    if (refusal !== null) refusals.push(`${file}: ${refusal}`);
  }
  return refusals.length === 0 ? E.right(undefined) : E.left(wrongUsage(refusals.join('\n'), 'file_refused'));
};
