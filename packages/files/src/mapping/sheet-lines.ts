import { complain } from '@carryover/contract/issue';
import type { Column } from '@carryover/contract/mapping/mapping';
import { messageOf } from '../source/file-failure.ts';
import type { Fault, Line } from '../source/lines.ts';
import type { Cell } from '../workbook/cell.ts';
import { mergedRows, type SheetRow, sheetRows } from '../workbook/sheet-rows.ts';
import { readSharedTexts, readWorkbook, sheetOf } from '../workbook/workbook.ts';
import { openParts } from '../workbook/zip.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import { writeDate } from './date-text.ts';
import { writeDecimal } from './decimal-text.ts';
import { dialectOf, frameOf, headerNames, numberedWidth } from './frame.ts';
import { NOT_CONVERTED } from './value-errors.ts';

/** Returns the text of a cell in the form that the mapping gives its column, so that it is read as it is in the workbook. */
const textOf = ({ mapping }: CompiledMapping, column: Column | null) => {
  const decimalChar = column?.decimalChar ?? mapping.decimalChar ?? '.';
  const negative = column?.negative?.[0] ?? 'leading';
  const date = writeDate(column?.dateFormat ?? mapping.dateFormat, {
    pivotYear: column?.pivotYear ?? null,
    monthNames: column?.monthNames ?? null,
  });
  return (cell: Cell | undefined): string => {
    if (cell === undefined) return '';
    if (cell.kind === 'number') return writeDecimal(cell, decimalChar, negative);
    if (cell.kind === 'clock') return date({ day: null, time: cell.time, hasTime: true });
    return cell.kind === 'time' ? date(cell) : cell.text;
  };
};

type MergedRows = Awaited<ReturnType<typeof mergedRows>>;

/** Returns the name of merged cells that are in a row; null if none are. Rows are asked for in their order. */
const makeMergedIn = (merged: MergedRows) => {
  const ranges = merged.toSorted(([one], [other]) => one - other);
  let next = 0;
  let [reached, name] = [0, ''];
  return (row: number): string | null => {
    for (; next < ranges.length && ranges[next]![0] <= row; next += 1) {
      const [, last, cells] = ranges[next]!;
      if (last > reached) [reached, name] = [last, cells];
    }
    return row <= reached ? name : null;
  };
};

/** Returns a row of a sheet as a line in the form of the mapping. */
const makeLineOf = (compiled: CompiledMapping, merged: MergedRows) => {
  const { mapping, ownColumns } = compiled;
  const { delimiter, quoteChar, doubleQuote } = dialectOf(mapping);
  const { headerRows, lastHeaderRow } = frameOf(mapping);
  const width = numberedWidth(mapping, ownColumns);
  const headers: string[][] = [];
  let names: ReadonlyArray<string> | null =
    width === null ? null : Array.from({ length: width }, (_, at) => String(at + 1));
  const plain = textOf(compiled, null);
  let texts: ReadonlyArray<ReturnType<typeof textOf>> = [];
  const ignored = new Set(mapping.ignore ?? []);
  const begin = (found: ReadonlyArray<string>): void => {
    names = found;
    texts = found.map((name) => textOf(compiled, mapping.columns.get(name) ?? null));
  };
  if (names !== null) begin(names);
  const wrong = (detail: string, path = ''): Fault => ({ code: NOT_CONVERTED, detail, path, stopsReading: false });
  const encoded = (cells: ReadonlyArray<string>): string =>
    cells
      .map((cell) =>
        quoteChar !== '' && (cell.includes(delimiter) || cell.includes(quoteChar) || /[\r\n]/.test(cell))
          ? `${quoteChar}${cell.replaceAll(quoteChar, quoteChar + quoteChar)}${quoteChar}`
          : cell,
      )
      .join(delimiter);
  const mergedIn = makeMergedIn(merged);
  const isFaulty = (cell: Cell | undefined, at: number): boolean =>
    cell?.kind === 'fault' && !ignored.has(names?.[at] ?? '');
  const faultOf = (number: number, cells: SheetRow['cells'], own: ReadonlyArray<string>): Fault | null => {
    const together = mergedIn(number);
    if (together !== null) return wrong(`The cells ${together} are merged: which rows their value is of is not known.`);
    const at = cells.findIndex(isFaulty);
    const faulty = cells[at];
    if (faulty?.kind === 'fault') return wrong(`"${faulty.text}" ${faulty.detail}`, names?.[at] ?? '');
    if (quoteChar !== '' && doubleQuote) return null;
    const unfit = own.find(
      (text) => text.includes(delimiter) || /[\r\n]/.test(text) || (quoteChar !== '' && text.includes(quoteChar)),
    );
    return unfit === undefined
      ? null
      : wrong(`${JSON.stringify(unfit)} has a character of the dialect. Leave quoteChar and doubleQuote out.`);
  };
  return ({ number, cells }: SheetRow): Line | null => {
    const isHeader = headerRows.has(number);
    const all = Array.from({ length: Math.max(cells.length, names?.length ?? 0) }, (_, at) =>
      (isHeader || number < lastHeaderRow ? plain : (texts[at] ?? plain))(cells[at]),
    );
    while (all.length > (isHeader ? 0 : (names?.length ?? 0)) && all.at(-1) === '') all.pop();
    // A formula without its result has no text, and is not nothing.
    if (all.every((text) => text === '') && (isHeader || !cells.some(isFaulty))) return null;
    const line = { number, text: encoded(all), fault: null };
    if (number < lastHeaderRow && !isHeader) return line;
    if (!isHeader) return { ...line, fault: faultOf(number, cells, all) };
    headers.push(all);
    if (number === lastHeaderRow) begin(headerNames(headers));
    return line;
  };
};

const refused = (number: number, detail: string): ReadonlyArray<Line> => [
  { number, text: '', fault: { ...complain('parse_error', detail), stopsReading: true } },
];

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Reads the rows of a sheet of a workbook as lines in the form of the mapping. Nothing is thrown. */
export async function* sheetLines(compiled: CompiledMapping, file: string): AsyncGenerator<ReadonlyArray<Line>> {
  let last = 0;
  try {
    const parts = await openParts(file);
    try {
      const workbook = await readWorkbook(parts);
      const sheet = sheetOf(workbook, compiled.mapping.dialect?.sheet ?? null);
      const merged = await mergedRows(parts, sheet.part);
      const shared = await readSharedTexts(parts, workbook.sharedTexts);
      try {
        const lineOf = makeLineOf(compiled, merged);
        for await (const rows of sheetRows(parts, sheet.part, workbook, shared)) {
          const lines = rows.map(lineOf).filter((line) => line !== null);
          if (lines.length === 0) continue;
          yield lines;
          last = lines.at(-1)!.number;
        }
      } finally {
        shared.close();
      }
    } finally {
      parts.close();
    }
  } catch (error) {
    // Rows before it may have been read.
    yield refused(last + 1, `The workbook cannot be read: ${sentence(messageOf(error))}`);
  }
}
