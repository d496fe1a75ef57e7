import { type Cell, isoCell, numberCell } from './cell.ts';
import { type SharedTexts, unescaped, type Workbook } from './workbook.ts';
import { makeXml } from './xml.ts';
import { type Parts, WorkbookRefused } from './zip.ts';

/** A row of a sheet that has a cell: its cells by column, the first being 0. */
export type SheetRow = { readonly number: number; readonly cells: ReadonlyArray<Cell | undefined> };

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** Returns the column of `AB12`, the first being 0. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
};

const fault = (text: string, detail: string): Cell => ({ kind: 'fault', text, detail });

type Found = {
  readonly type: string;
  readonly style: number;
  readonly value: string | null;
  readonly hasFormula: boolean;
};

const cellOf = (
  { type, style, value, hasFormula }: Found,
  { styles, is1904 }: Workbook,
  shared: SharedTexts,
): Cell | undefined => {
  const isEmpty = value === null || (value === '' && type === 'n');
  if (isEmpty)
    return hasFormula ? fault('', 'is a formula without its result: open the workbook, and save it again.') : undefined;
  switch (type) {
    case 's': {
      const text = /^\d+$/.test(value) ? shared.at(Number(value)) : null;
      return text === null ? fault(value, 'is a text that the workbook does not have.') : { kind: 'text', text };
    }
    case 'str':
    case 'inlineStr':
      return { kind: 'text', text: unescaped(value) };
    case 'b':
      return { kind: 'text', text: value === '1' || value === 'true' ? 'true' : 'false' };
    case 'e':
      return fault(value, 'is an error of a formula.');
    case 'd':
      return isoCell(value);
    case 'n':
      return numberCell(value, styles[style] ?? { kind: 'general' }, is1904);
    default:
      return fault(value, `has the type ${type}, which is not known.`);
  }
};

/** Merged cells, whichever quotes the attribute has. */
const MERGED = /<(?:\w+:)?mergeCell(?=\s)[^>]*?\sref\s*=\s*(["'])([A-Z]+)(\d+):([A-Z]+)(\d+)\1[^>]*>/g;

/** Returns the rows of a sheet that have merged cells. Excel writes them behind the rows. */
export const mergedRows = async (
  parts: Parts,
  part: string,
): Promise<ReadonlyArray<readonly [number, number, string]>> => {
  const found: (readonly [number, number, string])[] = [];
  let rest = '';
  for await (const chunk of parts.chunks(part)) {
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(MERGED)) {
      const [whole, , firstColumn, first, lastColumn, last] = match;
      found.push([Number(first), Number(last), `${firstColumn}${first}:${lastColumn}${last}`]);
      end = match.index + whole.length;
    }
    rest = text.slice(Math.max(end, text.length - 1_000));
  }
  return found;
};

/** Reads the rows of a sheet in batches. @throws WorkbookRefused */
export async function* sheetRows(
  parts: Parts,
  part: string,
  workbook: Workbook,
  shared: SharedTexts,
): AsyncGenerator<ReadonlyArray<SheetRow>> {
  let rows: SheetRow[] = [];
  let [number, column] = [0, -1];
  let cells: (Cell | undefined)[] = [];
  let cell = { type: 'n', style: 0 };
  let value: string | null = null;
  let hasFormula = false;
  let isValue = false;
  let isPhonetic = false;
  const begin = (reference: string | undefined): void => {
    const next = reference === undefined ? number + 1 : Number(reference);
    if (!(next > number && next <= MAX_ROWS))
      throw new WorkbookRefused(`The row ${reference} of the sheet follows row ${number}.`);
    number = next;
    cells = [];
    column = -1;
  };
  const beginCell = ({ r, t = 'n', s = '0' }: Readonly<Record<string, string | undefined>>): void => {
    const next = r === undefined ? column + 1 : columnOf(r);
    if (!(next > column && next < MAX_COLUMNS) || (r !== undefined && !r.endsWith(String(number))))
      throw new WorkbookRefused(`The cell ${r} of the sheet is not in its place.`);
    column = next;
    cell = { type: t, style: Number(s) };
    value = null;
    hasFormula = false;
  };
  const xml = makeXml('The sheet', {
    open: (name, attributes) => {
      if (name === 'row') begin(attributes.r);
      else if (name === 'c') beginCell(attributes);
      else if (name === 'f') hasFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || (name === 't' && !isPhonetic)) {
        isValue = true;
        value ??= '';
      }
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') {
        const found = cellOf({ ...cell, value, hasFormula }, workbook, shared);
        if (found !== undefined) cells[column] = found;
      } else if (name === 'row' && cells.length > 0) rows.push({ number, cells });
    },
  });
  for await (const chunk of parts.chunks(part)) {
    xml.write(chunk);
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  xml.end();
  if (rows.length > 0) yield rows;
}
