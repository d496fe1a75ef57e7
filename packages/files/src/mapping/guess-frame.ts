import { hasValues } from './guess-contents.ts';
import { type Trailer, trailerOf } from './guess-trailer.ts';
import { type CellsOfLine, type Doubts, quoted } from './guess-values.ts';

/** Where the names and the rows of a file are. */
export type Frame = {
  readonly names: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<CellsOfLine>;
  readonly hasHeader: boolean;
  readonly dialect: ReadonlyArray<string>;
  readonly trailer: Trailer | null;
};

const isFilled = (cell: string): boolean => cell.trim() !== '';

const FEWEST_ROWS = 4;
const MOST_SPARSE = 0.5;

/** Returns the rows between others that lack most of what these have, as lines of totals do. */
const sparseRows = (rows: ReadonlyArray<CellsOfLine>): ReadonlyArray<CellsOfLine> => {
  const filled = rows[0]?.cells.map((_, at) => rows.filter(({ cells }) => isFilled(cells[at]!)).length) ?? [];
  const usual = filled.flatMap((count, at) => (count > rows.length * (1 - MOST_SPARSE) ? [at] : []));
  const sparse = rows.filter(({ cells }) => usual.filter((at) => isFilled(cells[at]!)).length <= usual.length / 2);
  return usual.length > 2 && rows.length - sparse.length >= FEWEST_ROWS ? sparse : [];
};

/** Says which rows lack most columns, and how they are left out. */
const sparseDoubt = (
  sparse: ReadonlyArray<CellsOfLine>,
  rows: ReadonlyArray<CellsOfLine>,
  names: ReadonlyArray<string>,
): string => {
  const [{ line, cells }] = sparse as [CellsOfLine];
  const shown = cells
    .filter(isFilled)
    .map((cell) => cell.trim())
    .join(' ');
  const at = names.findIndex(
    (_, column) =>
      sparse.every((row) => !isFilled(row.cells[column]!)) && rows.every((row) => isFilled(row.cells[column]!)),
  );
  const values = [...new Set(sparse.map((row) => row.cells[at] ?? ''))].map(quoted).join(', ');
  const rule =
    at === -1 ? 'a rule of rows with skip' : `rows: [{when: {${quoted(names[at]!)}: [${values}]}, skip: totals}]`;
  return `${sparse.length === 1 ? '1 row lacks' : `${sparse.length} rows lack`} most of what others have, the first on line ${line} (${shown.slice(0, 60)}). If they are totals, leave them out: ${rule}.`;
};

/** Returns the rows of a file, and what is around them. */
export const frameOf = (
  all: ReadonlyArray<CellsOfLine>,
  named: CellsOfLine,
  hasWidths: boolean,
  doubts: Doubts,
): Frame => {
  const width = named.cells.length;
  // Names of columns of fixed widths have no numbers.
  const hasHeader = !hasValues(named.cells) && !(hasWidths && named.cells.some((cell) => /\d{3}/.test(cell)));
  const names = named.cells.map((cell, at) => (hasHeader ? cell.trim() : String(at + 1)));
  const begin = hasHeader ? named : all.find(({ cells }) => cells.length === width)!;
  const behind = all.filter(({ line }) => line > begin.line || (!hasHeader && line === begin.line));
  const wide = behind.filter(({ cells }) => cells.length === width);
  const last = behind.at(-1);
  const between = new Set(sparseRows(wide).filter((row) => row !== last));
  const trailer = trailerOf(
    behind,
    wide.filter((row) => !between.has(row)),
    hasWidths,
  );
  const whole = wide.filter((row) => row !== trailer?.line);
  const others = behind.filter((one) => one.cells.length !== width && one !== trailer?.line);
  const skipped = all.filter(({ line }) => line < begin.line).map(({ line }) => line);
  const twice = new Set(names.filter((one, at) => one !== '' && names.indexOf(one) !== at));
  if (hasHeader && twice.size > 0) {
    const before = Array.from({ length: named.line }, (_, at) => at + 1).join(', ');
    doubts.push(
      `The header has ${[...twice].map(quoted).join(', ')} twice, and a mapping could not tell which is meant. Set header: false and commentRows: [${before}] in dialect: columns are 1, 2, 3, … then.`,
    );
  }
  if (hasHeader && named.line > 1)
    doubts.push(`The columns are named on line ${named.line}; the lines before it are not read.`);
  if (!hasHeader) doubts.push('No line names the columns: their names are 1, 2, 3, …, and what they are is a guess.');
  if (!hasHeader && skipped.length > 0) doubts.push(`Lines that are not read: ${skipped.join(', ')}.`);
  if (trailer !== null)
    doubts.push(
      `Line ${trailer.line.line} is taken for a trailer. If it has the number of rows or sums, add them to expect.trailer, which compares them.`,
    );
  const sparse = sparseRows(whole);
  const left = new Set(sparse);
  const rows = whole.filter((row) => !left.has(row));
  if (sparse.length > 0) doubts.push(sparseDoubt(sparse, rows, names));
  if (others.length > 0)
    doubts.push(
      `Lines without the ${width} columns of the ${hasHeader ? 'header' : 'others'}: ${others.length} of ${behind.length}, the first on line ${others[0]!.line}. The quote may be another one, or the line is a trailer (expect.trailer).`,
    );
  const ofHeader = named.line > 1 ? [`headerRows: [${named.line}]`] : [];
  const withoutHeader = ['header: false', ...(skipped.length > 0 ? [`commentRows: [${skipped.join(', ')}]`] : [])];
  return {
    names,
    rows,
    hasHeader,
    dialect: hasHeader ? ofHeader : withoutHeader,
    trailer,
  };
};
