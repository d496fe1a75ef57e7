import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decompressed } from '../source/decompressed.ts';
import { messageOf } from '../source/file-failure.ts';
import { MAX_LINE_BYTES } from '../source/lines.ts';
import { openSource, type Source } from '../source/source.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import type { Fields } from './fields.ts';
import { type Guess, guessMapping } from './guess-mapping.ts';
import { type Beginning, readingOf } from './guess-start.ts';
import { lookFurther } from './look-further.ts';
import { isWorkbook, refusalOfOldWorkbook } from './mapped-lines.ts';
import { mappedRows } from './mapped-rows.ts';
import { readMapped } from './read-mapped.ts';
import { type ShownRow, shownRow } from './shown-rows.ts';
import { newTally } from './tally.ts';

const opened = async (file: string): Promise<E.Either<string, Source>> =>
  E.mapLeft(({ detail }: { readonly detail: string }) => detail)(await openSource(file)());

/** Reads the first bytes of a file, decompressed: all that can be read if it is damaged further on. */
const startOf = async ({ chunks }: Source, maxBytes: number): Promise<E.Either<string, Beginning>> => {
  const read: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  try {
    for await (const chunk of decompressed(chunks)) {
      read.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    if (bytes === 0) return E.left(messageOf(error));
    isWhole = false;
  }
  return E.right({
    bytes: Buffer.concat(read).subarray(0, maxBytes),
    isWhole: isWhole && bytes < maxBytes,
    later: null,
  });
};

/** Rows of a sheet, which may be very wide. */
const LOOKED_AT_ROWS = 1_000;
/** As many as memory holds. */
const MOST_ROWS = 20_000;

type Look = {
  readonly file: string;
  /** Of the file, for people. */
  readonly name: string;
  /** null: it is guessed. */
  readonly kind: MappedKind | null;
  /** Of a workbook: its name or number; null: the first. */
  readonly sheet: string | null;
  readonly fields: Fields;
  /** The part of the file that is looked at. */
  readonly maxBytes: number;
  /** The rest is looked at as well. */
  readonly isWhole: boolean;
};

/** Adds what the rest of a file has. */
const withLater = async (file: string, start: Beginning): Promise<E.Either<string, Beginning>> => {
  const source = await opened(file);
  if (E.isLeft(source)) return source;
  const { encoding, lines } = readingOf(start);
  // Records without line breaks are alike.
  if (lines < 2) return E.right(start);
  const later = await lookFurther(decompressed(source.right.chunks), encoding, lines);
  return E.right({ ...start, later });
};

/** Guesses a mapping from the beginning of a file. @returns Left if it cannot be read, or nothing can be guessed. */
export const guessFile = async ({
  file,
  name,
  kind,
  sheet,
  fields,
  maxBytes,
  isWhole,
}: Look): Promise<E.Either<string, Guess>> => {
  const source = await opened(file);
  if (E.isLeft(source)) return source;
  const start = await startOf(source.right, maxBytes);
  if (E.isLeft(start)) return start;
  const refusal = refusalOfOldWorkbook(start.right.bytes);
  if (refusal !== null) return E.left(refusal);
  if (!isWorkbook(start.right.bytes)) {
    const found = isWhole && !start.right.isWhole ? await withLater(file, start.right) : start;
    return E.isLeft(found) ? found : guessMapping(found.right, name, kind, fields);
  }
  const { readSheetStart } = await import('./sheet-start.ts');
  const rows = await readSheetStart(file, sheet, isWhole ? MOST_ROWS : LOOKED_AT_ROWS);
  return E.isLeft(rows) ? rows : guessMapping(rows.right, name, kind, fields);
};

/** The first rows of a file, and the columns that its mapping neither maps nor ignores. */
export type FirstRows = { readonly rows: ReadonlyArray<ShownRow>; readonly undecided: ReadonlySet<string> };

const QUOTES = { maxLines: 1_000, maxCharacters: 1_048_576 };

/**
 * Returns the first rows of a file before and after their mapping. Columns that nothing is decided of are left out, so that
 * rows are shown before the mapping can be used.
 *
 * @param isCut the file is the beginning of another one: its last row may be a part of a row, and is not shown.
 */
export const readFirstRows = async (
  compiled: CompiledMapping,
  { file, isCut, most }: { readonly file: string; readonly isCut: boolean; readonly most: number },
): Promise<E.Either<string, FirstRows>> => {
  if (compiled.mapping.join !== null)
    return E.left('The mapping joins other files, which are not here. Look at its rows with: carryover map show');
  const undecided = new Set<string>();
  const all: ShownRow[] = [];
  for (const kind of compiled.kinds) {
    const source = await opened(file);
    if (E.isLeft(source)) return source;
    const rows = () =>
      mappedRows({
        compiled,
        kind,
        reasons: [],
        quotes: QUOTES,
        tally: newTally(compiled.mapping),
        undecided,
      });
    const batches = readMapped(compiled, source.right, rows, MAX_LINE_BYTES);
    const own: ShownRow[] = [];
    for await (const batch of batches) {
      own.push(...batch.slice(0, most + 1 - own.length).map(shownRow));
      if (own.length > most) break;
    }
    if (own.length > most || isCut) own.pop();
    all.push(...own);
  }
  return E.right({ rows: all.toSorted((one, other) => one.line - other.line).slice(0, most), undecided });
};
