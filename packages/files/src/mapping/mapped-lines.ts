import { complain } from '@carryover/contract/issue';
import { decompressed } from '../source/decompressed.ts';
import { messageOf } from '../source/file-failure.ts';
import { type Line, lineBatchesOf } from '../source/lines.ts';
import type { Source } from '../source/source.ts';
import type { CompiledMapping } from './compile-mapping.ts';

const ZIP = Buffer.from('PK\u0003\u0004');
/** Workbooks of Excel 97, and those of later ones with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Returns true for the beginning of a workbook of today. */
export const isWorkbook = (start: Buffer): boolean => start.subarray(0, ZIP.length).equals(ZIP);

/** Why a file is not read that begins as a workbook of Excel 97; null: it does not. */
export const refusalOfOldWorkbook = (start: Buffer): string | null =>
  start.subarray(0, COMPOUND.length).equals(COMPOUND)
    ? 'The workbook is of Excel 97, or has a password. Save it as XLSX, without one.'
    : null;

const refused = (detail: string): ReadonlyArray<Line> => [
  { number: 1, text: '', fault: { ...complain('parse_error', detail), stopsReading: true } },
];

async function* behind(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Returns the length of records that may follow each other without line breaks, as of a mainframe (RECFM=FB). */
const recordBytesOf = ({ mapping: { dialect }, encoding: { unitBytes } }: CompiledMapping): number | null => {
  const sum = (dialect?.widths ?? []).reduce<number>((total, width) => total + (width === '*' ? Number.NaN : width), 0);
  return unitBytes === 1 && sum > 0 ? sum : null;
};

/** Reads the lines of a file of a mapping: those of its text, or the rows of a sheet in the same form. */
export async function* mappedLines(
  compiled: CompiledMapping,
  { path, chunks }: Source,
  maxBytes: number,
): AsyncGenerator<ReadonlyArray<Line>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: IteratorResult<Buffer>;
  try {
    first = await iterator.next();
  } catch (error) {
    yield refused(`The file cannot be read: ${messageOf(error)}`);
    return;
  }
  const start = first.done === true ? null : first.value.subarray(0, ZIP.length);
  const refusal = start === null ? null : refusalOfOldWorkbook(start);
  if (refusal === null && start?.equals(ZIP) !== true) {
    yield* lineBatchesOf(decompressed(behind(first, iterator)), maxBytes, compiled.encoding, recordBytesOf(compiled));
    return;
  }
  await iterator.return?.();
  if (refusal !== null) yield refused(refusal);
  else if (path === null) yield refused('A workbook is read from a file. Give its name instead of -.');
  else yield* (await import('./sheet-lines.ts')).sheetLines(compiled, path);
}
