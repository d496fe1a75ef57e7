import * as E from 'fp-ts/lib/Either.js';
import { makeDecimalText } from './decimal-text.ts';
import { sumText, toSum } from './figures.ts';
import type { GuessedColumn } from './guess-columns.ts';
import type { NumberForm } from './guess-numbers.ts';
import type { Trailer } from './guess-trailer.ts';
import { type CellsOfLine, quoted } from './guess-values.ts';

/** The columns with numbers, and how these are written. */
type Amounts = ReadonlyArray<readonly [GuessedColumn, NumberForm]>;

/** The rows before a trailer. */
type RowsBefore = {
  readonly rows: ReadonlyArray<CellsOfLine>;
  readonly names: ReadonlyArray<string>;
  readonly amounts: Amounts;
};

/** A figure that a trailer may have. */
type Candidate = {
  /** `rows`, or the column of a sum. */
  readonly figure: string;
  /** The condition of a mapping for its rows; null: all. */
  readonly when: string | null;
  readonly value: bigint;
  readonly read: (text: string) => bigint | null;
};

/** A figure that a trailer has, and the column of it. */
type Found = Pick<Candidate, 'figure' | 'when'> & { readonly column: number; readonly isReversed: boolean };

const MOST_VALUES = 8;
const LONGEST_VALUE = 20;

const wholeNumber = (text: string): bigint | null => (/^\d{1,12}$/.test(text.trim()) ? BigInt(text.trim()) : null);

const amountReader = (form: NumberForm) => {
  const read = makeDecimalText({ ...form, impliedDecimals: null });
  return (text: string): bigint | null => {
    const found = read(text.trim());
    const sum = E.isRight(found) ? toSum(found.right.text) : null;
    return sum !== null && E.isRight(found) && found.right.isNegative ? -sum : sum;
  };
};

/** Returns the parts of rows of which figures may be given: by the sign of an amount, and by the values of a column. */
const partsOf = ({ rows, names, amounts }: RowsBefore) => {
  const bySign = amounts.flatMap(([{ column }, form]) => {
    const [at, read] = [names.indexOf(column), amountReader(form)];
    const isOf = (sign: bigint) => (row: CellsOfLine) => (read(row.cells[at] ?? '') ?? 0n) * sign > 0n;
    return (['negative', 'positive'] as const).map((sign) => ({
      when: `{${quoted(column)}: {sign: ${sign}}}`,
      rows: rows.filter(isOf(sign === 'negative' ? -1n : 1n)),
    }));
  });
  const columns = names.map((name, at) => ({
    name,
    groups: [...Map.groupBy(rows, ({ cells }) => (cells[at] ?? '').trim())],
  }));
  // The marks of both sides first, then types.
  const codes = columns
    .filter(({ groups }) => groups.length <= Math.min(MOST_VALUES, rows.length / 2))
    .filter(({ groups }) => groups.every(([value]) => value.length <= LONGEST_VALUE))
    .toSorted((one, other) => one.groups.length - other.groups.length);
  const byValue = codes.flatMap(({ name, groups }) =>
    groups.map(([value, own]) => ({ when: `{${quoted(name)}: ${quoted(value)}}`, rows: own })),
  );
  return [...bySign, ...byValue].filter((part) => part.rows.length > 0 && part.rows.length < rows.length);
};

/** Returns the figures that a trailer may have, those of all rows first. */
const candidatesOf = (before: RowsBefore): ReadonlyArray<Candidate> => {
  const { names, amounts } = before;
  const figures = (when: string | null, rows: ReadonlyArray<CellsOfLine>): ReadonlyArray<Candidate> => {
    const sums = amounts.flatMap(([{ column }, form]) => {
      const [at, read] = [names.indexOf(column), amountReader(form)];
      const all = rows.map(({ cells }) => ((cells[at] ?? '').trim() === '' ? 0n : read(cells[at]!)));
      const sum = all.reduce((one, other) => (one === null || other === null ? null : one + other), 0n);
      return sum === null || sum === undefined ? [] : [{ figure: column, when, value: sum, read }];
    });
    return [{ figure: 'rows', when, value: BigInt(rows.length), read: wholeNumber }, ...sums];
  };
  return [...figures(null, before.rows), ...partsOf(before).flatMap(({ when, rows }) => figures(when, rows))].filter(
    ({ value }) => value !== 0n,
  );
};

/** Returns the figures that the columns of a trailer have. */
const figuresInCells = (
  { cells }: CellsOfLine,
  names: ReadonlyArray<string>,
  candidates: ReadonlyArray<Candidate>,
): ReadonlyArray<Found> => {
  const left = new Set(candidates);
  return cells.flatMap((cell, at) => {
    const isHere = ({ value, read }: Candidate): boolean => [value, -value].includes(read(cell) ?? 0n);
    const all = [...left].filter(isHere);
    const found = all.find(({ figure }) => figure === names[at]) ?? all[0];
    if (found === undefined) return [];
    left.delete(found);
    const { figure, when, value, read } = found;
    return [{ figure, when, column: at + 1, isReversed: read(cell) !== value }];
  });
};

/** Returns the digits of a figure as a record has them, without the decimal character of the rows. */
const digitsOf = ({ figure, value }: Candidate, areWhole: boolean): string => {
  if (figure === 'rows') return String(value);
  const text = sumText(value < 0n ? -value : value);
  // Without decimals, the last digits may be meant as some: the trailer has them alike.
  return (areWhole ? text.replace(/\.0+$/, '') : text).replace(/\D/g, '');
};

/** Returns the figures that a record has in digits side by side, as far as they are known, and the widths of its columns. */
const figuresInDigits = (
  { starts, line }: Trailer,
  amounts: Amounts,
  candidates: ReadonlyArray<Candidate>,
): { readonly widths: ReadonlyArray<number | '*'>; readonly found: ReadonlyArray<Found> } => {
  const text = (line.text ?? '').trimEnd();
  const areWhole = (name: string): boolean =>
    amounts.some(([{ column, cells }]) => column === name && cells.every((cell) => !/[.,]/.test(cell.text)));
  const left = new Set(candidates);
  const widths: (number | '*')[] = [starts.length];
  const found: Found[] = [];
  let at = starts.length;
  for (;;) {
    const next = [...left].flatMap((candidate) => {
      const digits = digitsOf(candidate, areWhole(candidate.figure));
      const mark = candidate.figure === 'rows' ? '' : '(?: ?(?:CR|DB|DR|[CDHS+-]))?';
      const [all] = new RegExp(`^[ 0]*${digits}${mark}(?=[0 ]|\\D|$)`).exec(text.slice(at)) ?? [];
      return all === undefined ? [] : [{ candidate, all }];
    })[0];
    if (next === undefined) break;
    const { candidate, all } = next;
    left.delete(candidate);
    widths.push(all.length);
    const isReversed = candidate.read(all) !== candidate.value && candidate.value < 0n;
    found.push({ figure: candidate.figure, when: candidate.when, column: widths.length, isReversed });
    at += all.length;
  }
  if (at < text.length) widths.push('*');
  return { widths, found };
};

/** What a trailer says, and where. */
type TrailerFigures = {
  /** null: it has a delimiter. */
  readonly widths: ReadonlyArray<number | '*'> | null;
  readonly found: ReadonlyArray<Found>;
};

/** Returns what a trailer says of the rows before it. @param widths of their columns; null: they have a delimiter. */
export const figuresIn = (
  trailer: Trailer,
  before: RowsBefore,
  widths: ReadonlyArray<number> | null,
): TrailerFigures => {
  const candidates = candidatesOf(before);
  const { found, ...own } =
    trailer.isAligned || widths === null
      ? { widths, found: figuresInCells(trailer.line, before.names, candidates) }
      : figuresInDigits(trailer, before.amounts, candidates);
  // One figure of some of the rows may be one by chance.
  const parts = found.filter(({ when }) => when !== null);
  return { ...own, found: parts.length === 1 ? found.filter(({ when }) => when === null) : found };
};

const partText = ({ when, column, isReversed }: Found): string =>
  `{${[...(when === null ? [] : [`when: ${when}`]), `column: ${column}`, ...(isReversed ? ['reverse: true'] : [])].join(', ')}}`;

/** Returns a figure as a mapping has it: its column, or a list of parts. */
const figureText = (all: ReadonlyArray<Found>): string =>
  all.length === 1 && all[0]!.when === null && !all[0]!.isReversed
    ? String(all[0]!.column)
    : `[${all.map(partText).join(', ')}]`;

/** Returns the line of a mapping that expects a trailer. */
export const expectLine = ({ starts }: Trailer, { widths, found }: TrailerFigures): string => {
  const byFigure = Map.groupBy(found, ({ figure }) => figure);
  const rows = byFigure.get('rows');
  const sums = [...byFigure].filter(([figure]) => figure !== 'rows');
  const columns = sums.map(([name, all]) => `${quoted(name)}: ${figureText(all)}`).join(', ');
  const settings = [
    `starts: ${quoted(starts)}`,
    ...(widths === null ? [] : [`widths: [${widths.map((width) => (width === '*' ? '"*"' : width)).join(', ')}]`]),
    ...(rows === undefined ? [] : [`rows: ${figureText(rows)}`]),
    ...(sums.length === 0 ? [] : [`sums: {${columns}}`]),
  ];
  return `expect: {trailer: {${settings.join(', ')}}}`;
};
