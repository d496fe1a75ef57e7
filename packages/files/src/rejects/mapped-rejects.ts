import * as E from 'fp-ts/lib/Either.js';
import type { CompiledMapping } from '../mapping/compile-mapping.ts';
import { dialectOf, frameOf } from '../mapping/frame.ts';
import { mappedLines } from '../mapping/mapped-lines.ts';
import type { CsvCells, RowIssue, RowText } from '../row.ts';
import { MAX_LINE_BYTES } from '../source/lines.ts';
import { openSource } from '../source/source.ts';
import { ownPositions, type Reasons } from './rejected-row.ts';
import type { RejectsForm } from './rejects.ts';

/** The lines of a file before its rows. */
export type FrameLines = ReadonlyArray<string>;

/** Reads the lines before the rows of a file: comments and header. None if the header is all that there is. */
export const readFrame = async (compiled: CompiledMapping, file: string): Promise<FrameLines> => {
  const { lines: count, headerRows } = frameOf(compiled.mapping);
  const lines: string[] = [];
  const source = count === headerRows.size && count < 2 ? null : await openSource(file)();
  if (source === null || E.isLeft(source)) return lines;
  for await (const batch of mappedLines(compiled, source.right, MAX_LINE_BYTES)) {
    for (const { number, text } of batch) {
      // A sheet has no rows without cells.
      while (lines.length < Math.min(number - 1, count)) lines.push('');
      if (lines.length < count) lines.push(text.replace(/\r$/, ''));
    }
    if (lines.length >= count) break;
  }
  return lines;
};

/** Returns the form of the rejects file of a file with a mapping. @param file where its bytes are, which are read again. */
export const rejectsFormOf = async (
  compiled: CompiledMapping,
  reasons: Reasons,
  file: string,
): Promise<RejectsForm> => {
  const frame = await readFrame(compiled, file);
  const { header, row } = mappedRejects(compiled, reasons);
  const { encode } = compiled.encoding;
  return { header: (cells) => encode(header(cells, frame)), row: (of, cells, why) => encode(row(of, cells, why)) };
};

/** Returns the texts of a rejects file in the form of the file that a mapping reads: it is read with the same mapping. */
export const mappedRejects = ({ mapping }: CompiledMapping, reasons: Reasons) => {
  const { delimiter, quoteChar } = dialectOf(mapping);
  const widths = mapping.dialect?.widths ?? null;
  const isQuoted = (cell: string): boolean => ['\n', '\r', delimiter, quoteChar].some((one) => cell.includes(one));
  /** A reason has no characters that the form cannot have. */
  const plain = (text: string): string => {
    if (widths === null && quoteChar !== '' && mapping.dialect?.doubleQuote !== false) return text;
    const spaced = text.replaceAll(/[\r\n\t]/g, ' ').replaceAll(delimiter, ' ');
    // An empty text is between all characters.
    return quoteChar === '' ? spaced : spaced.replaceAll(quoteChar, "'");
  };
  const toCell = (cell: string): string =>
    quoteChar === '' || !isQuoted(cell)
      ? cell
      : `${quoteChar}${cell.replaceAll(quoteChar, quoteChar + quoteChar)}${quoteChar}`;
  /** A column with the rest of the line leaves no place for reasons. */
  const hasReasons = widths?.at(-1) !== '*';
  /** Widths are of characters, of which some have two code units. */
  const filled = (cell: string, width: number): string => cell.padEnd(width + cell.length - Array.from(cell).length);
  const fixed = (cells: ReadonlyArray<string>): string =>
    widths!.map((width, at) => (width === '*' ? cells[at]! : filled(cells[at]!, width))).join('');
  const own = (cells: ReadonlyArray<string>): string =>
    widths === null ? cells.map(toCell).join(delimiter) : fixed(cells);
  const withReasons = (line: string, added: ReadonlyArray<string>): string => {
    if (!hasReasons) return `${line}\n`;
    const separator = widths === null ? delimiter : '\t';
    return `${[line, ...added.map((text) => toCell(plain(text)))].join(separator)}\n`;
  };
  return {
    /** The beginning of the file: the lines before the rows, with names for the reasons in the header. */
    header: ({ columns }: CsvCells, lines: FrameLines): string => {
      const { headerRows, lastHeaderRow } = frameOf(mapping);
      if (headerRows.size === 0) return lines.map((line) => `${line}\n`).join('');
      if (lines.length === 0)
        return withReasons(own(ownPositions(reasons, columns).map((at) => columns[at]!)), reasons.names);
      return lines
        .map((line, at) => {
          if (!headerRows.has(at + 1)) return `${line}\n`;
          return withReasons(line, at + 1 === lastHeaderRow ? reasons.names : reasons.names.map(() => ''));
        })
        .join('');
    },
    row: ({ line, raw }: RowText, { columns, fields }: CsvCells, why: RowIssue): string => {
      const cells = fields === null ? null : ownPositions(reasons, columns).map((at) => fields[at]!);
      return withReasons(cells === null ? raw : own(cells), reasons.of(line, why).map(String));
    },
  };
};
