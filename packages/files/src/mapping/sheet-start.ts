import * as E from 'fp-ts/lib/Either.js';
import { messageOf } from '../source/file-failure.ts';
import type { Cell } from '../workbook/cell.ts';
import { sheetRows } from '../workbook/sheet-rows.ts';
import { readSharedTexts, readWorkbook, sheetOf } from '../workbook/workbook.ts';
import { openParts } from '../workbook/zip.ts';
import { writeDate } from './date-text.ts';
import { writeDecimal } from './decimal-text.ts';
import type { SheetStart } from './guess-start.ts';

const dateOf = writeDate(null, { pivotYear: null, monthNames: null });

/** Returns the text of a cell as it is if a mapping says nothing of its form. */
const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined) return '';
  if (cell.kind === 'number') return writeDecimal(cell, '.', 'leading');
  if (cell.kind === 'clock') return cell.time;
  return cell.kind === 'time' ? dateOf(cell) : cell.text;
};

/**
 * Returns the first rows of a sheet.
 *
 * @param wanted its name or number; null: the first that is not hidden.
 * @returns Left if the workbook cannot be read.
 */
export const readSheetStart = async (
  file: string,
  wanted: string | null,
  most: number,
): Promise<E.Either<string, SheetStart>> => {
  try {
    const parts = await openParts(file);
    try {
      const workbook = await readWorkbook(parts);
      const shown = workbook.sheets.find(({ isHidden }) => !isHidden);
      const sheet = sheetOf(workbook, wanted ?? shown?.name ?? null);
      const others = workbook.sheets
        .filter((one) => one !== sheet)
        .map(({ name, isHidden }) => `"${name}"${isHidden ? ' (hidden)' : ''}`);
      const shared = await readSharedTexts(parts, workbook.sharedTexts);
      const rows: { readonly line: number; readonly cells: ReadonlyArray<string> }[] = [];
      try {
        for await (const read of sheetRows(parts, sheet.part, workbook, shared)) {
          rows.push(...read.map(({ number, cells }) => ({ line: number, cells: Array.from(cells, textOf) })));
          if (rows.length >= most) break;
        }
      } finally {
        shared.close();
      }
      return E.right({ sheet: sheet.name, others, rows: rows.slice(0, most) });
    } finally {
      parts.close();
    }
  } catch (error) {
    return E.left(`The workbook cannot be read: ${messageOf(error)}`);
  }
};
