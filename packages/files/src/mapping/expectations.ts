import type { Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decimalOf } from './compile-columns.ts';
import type { CompiledMapping } from './compile-mapping.ts';

const PLACES = 12;

/** An exact sum, in units of the twelfth decimal place. */
type Sum = bigint;

export const toSum = (text: string): Sum | null => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > PLACES) return null;
  const units = BigInt(whole + part.padEnd(PLACES, '0'));
  return sign === '-' ? -units : units;
};

/** Returns a sum as a plain decimal of two places or more. */
export const sumText = (sum: Sum): string => {
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  const part = digits.slice(-PLACES).replace(/0{1,10}$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${part}`;
};

/** Rows, and the sum of each column in the order of the columns. */
export type Figures = { rows: number; readonly sums: Sum[] };

/** Returns the columns whose sums are expected of a mapping. */
export const summedColumns = ({ expect }: Mapping): ReadonlyArray<string> => [
  ...new Set([
    ...(expect?.sums?.keys() ?? []),
    ...(expect?.trailer?.sums?.keys() ?? []),
    ...[...(expect?.files?.values() ?? [])].flatMap(({ sums }) => [...(sums?.keys() ?? [])]),
  ]),
];

/** Reads the amounts of the summed columns as the file has them: with their sign, and not reversed. Null: not readable. */
export const amountsIn = ({ mapping }: CompiledMapping, names: ReadonlyArray<string>) => {
  const missing = new Set(['', ...(mapping.missingValues ?? [])]);
  const columns = summedColumns(mapping).map((name) => ({
    index: names.indexOf(name),
    read: decimalOf(mapping, mapping.columns.get(name) ?? null),
  }));
  return (cells: ReadonlyArray<string>): ReadonlyArray<Sum> | null => {
    const amounts: Sum[] = [];
    for (const { index, read } of columns) {
      const text = cells[index]!.trim();
      const found = missing.has(text) ? E.right({ text: '0', isNegative: false }) : read(text);
      const amount = E.isRight(found) ? toSum(found.right.text) : null;
      if (amount === null) return null;
      amounts.push(E.isRight(found) && found.right.isNegative ? -amount : amount);
    }
    return amounts;
  };
};

export const noFigures = (mapping: Mapping): Figures => ({ rows: 0, sums: summedColumns(mapping).map(() => 0n) });

export const addFigures = (figures: Figures, rows: number, amounts: ReadonlyArray<Sum>): void => {
  figures.rows += rows;
  for (const [at, amount] of amounts.entries()) figures.sums[at]! += amount;
};

/** What was read of a file: rows with what became of them. */
export type Tally = {
  /** The rows of the file behind its header, whatever became of them, and the sums of its columns. */
  readonly all: Figures;
  /** Those that rules have left out, by reason. */
  readonly leftOut: Map<string, Figures>;
  /** Those by the values of the column `by`. */
  readonly by: Map<string, Figures>;
  /** The first row whose columns, or whose sums, cannot be read. */
  unreadableLine: number | null;
  /** The columns of the last line, if it is the trailer that is expected. */
  trailer: ReadonlyArray<string> | null;
  /** Why that line has no columns, if it is the trailer. */
  trailerFault: string | null;
  /** The file has rows that were rejected: it is a part of another one, which nothing is expected of. */
  isRejects: boolean;
};

export const newTally = (mapping: Mapping): Tally => tallyOf(noFigures(mapping));

/** Begins to count with these figures. */
export const tallyOf = (all: Figures): Tally => ({
  all,
  leftOut: new Map(),
  by: new Map(),
  unreadableLine: null,
  trailer: null,
  trailerFault: null,
  isRejects: false,
});

/** Returns the figures of a key, which begin with nothing. */
export const figuresOf = (map: Map<string, Figures>, key: string, mapping: Mapping): Figures => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const figures = noFigures(mapping);
  map.set(key, figures);
  return figures;
};

/** A figure that the source system gives, and what was read. */
export type Expected = {
  /** `rows`, or the column of a sum. */
  readonly figure: string;
  /** The file or the value that it is of; null: all files of the mapping. */
  readonly of: string | null;
  readonly source: string;
  /** null: it could not be read; `detail` says why. */
  readonly read: string | null;
  readonly agree: boolean;
  readonly detail: string;
};

/** Compares a figure of the source with what was read. @param detail why it could not be read; empty: it could. */
export const expectedFigure = (
  figure: string,
  of: string | null,
  source: string,
  read: string | null,
  detail: string,
): Expected => {
  const isSame = figure === 'rows' ? source === read : read !== null && toSum(source) === toSum(read);
  return { figure, of, source, read, agree: isSame && detail === '', detail };
};

type TalliedFile = { readonly name: string; readonly tally: Tally };

const rowsText = String;

/** Returns what the source system says of the files of a mapping, beside what was read. */
export const expectedOf = ({ mapping }: CompiledMapping, all: ReadonlyArray<TalliedFile>): ReadonlyArray<Expected> => {
  const { expect } = mapping;
  const files = all.filter(({ tally }) => !tally.isRejects);
  if (expect === null || files.length === 0) return [];
  const columns = summedColumns(mapping);
  const found: Expected[] = [];
  const unread = files.find(({ tally }) => tally.unreadableLine !== null);
  const unreadable = (file: TalliedFile | undefined): string =>
    file === undefined ? '' : `Line ${file.tally.unreadableLine} of ${file.name} cannot be read.`;
  const add = (figure: string, of: string | null, source: string, read: string | null, detail: string): void => {
    found.push(expectedFigure(figure, of, source, read, detail));
  };
  const addAll = (
    of: string | null,
    rows: number | null | undefined,
    sums: ReadonlyMap<string, string> | null | undefined,
    figures: Figures,
    fault: string,
    isRowsFault = false,
  ): void => {
    if (rows != null) add('rows', of, rowsText(rows), rowsText(figures.rows), isRowsFault ? fault : '');
    for (const [column, source] of sums ?? [])
      add(column, of, source, sumText(figures.sums[columns.indexOf(column)]!), fault);
  };
  const total = noFigures(mapping);
  for (const { tally } of files) addFigures(total, tally.all.rows, tally.all.sums);

  const byValue = new Map<string, Figures>();
  for (const { tally } of files)
    for (const [value, { rows, sums }] of tally.by) addFigures(figuresOf(byValue, value, mapping), rows, sums);
  const { rows, sums } = expect;
  const values = new Set([
    ...(rows instanceof Map ? rows.keys() : []),
    ...[...(sums?.values() ?? [])].flatMap((one) => (one instanceof Map ? [...one.keys()] : [])),
    ...(expect.by === null ? [] : byValue.keys()),
  ]);
  const fault = unreadable(unread);
  addAll(
    null,
    typeof rows === 'number' ? rows : null,
    new Map([...(sums ?? [])].flatMap(([column, sum]) => (typeof sum === 'string' ? [[column, sum] as const] : []))),
    total,
    fault,
  );
  for (const value of values) {
    const figures = byValue.get(value) ?? noFigures(mapping);
    // A value that the source does not name has no rows there.
    const ofValue = <A>(map: unknown, none: A): A | null =>
      map instanceof Map ? ((map as ReadonlyMap<string, A>).get(value) ?? none) : null;
    const own = [...(sums ?? [])].flatMap(([column, sum]) => {
      const one = ofValue(sum, '0');
      return one === null ? [] : [[column, one] as const];
    });
    addAll(value, ofValue(rows, 0), new Map(own), figures, fault, true);
  }
  for (const [name, of] of expect.files ?? []) {
    const file = files.find((one) => one.name === name || one.name.endsWith(`/${name}`));
    if (file === undefined) add('rows', name, rowsText(of.rows ?? 'some'), null, 'The file was not read.');
    else addAll(name, of.rows, of.sums, file.tally.all, file.tally.unreadableLine === null ? '' : unreadable(file));
  }
  const { trailer } = expect;
  if (trailer === null) return found;
  for (const file of files) {
    const { tally, name } = file;
    const cells = tally.trailer;
    if (cells === null) {
      add(
        'trailer',
        name,
        trailer.starts,
        null,
        tally.trailerFault ?? `The last line does not begin with ${trailer.starts}: the file may be cut off.`,
      );
      continue;
    }
    const textAt = (position: number): string => cells[position - 1]?.trim() ?? '';
    if (trailer.rows !== null) {
      const text = textAt(trailer.rows).replace(/^0+(?=\d)/, '');
      const isNumber = /^\d+$/.test(text);
      add('rows', name, text, rowsText(tally.all.rows), isNumber ? '' : 'The trailer has no number of rows there.');
    }
    for (const [column, position] of trailer.sums ?? []) {
      const text = textAt(position);
      const sum = decimalOf(mapping, mapping.columns.get(column) ?? null)(text);
      const source = E.isRight(sum) ? `${sum.right.isNegative ? '-' : ''}${sum.right.text}` : text;
      const why = E.isRight(sum)
        ? unreadable(tally.unreadableLine === null ? undefined : file)
        : `The trailer has no sum there: ${sum.left}`;
      add(column, name, source, sumText(tally.all.sums[columns.indexOf(column)]!), why);
    }
  }
  return found;
};

/** Says which figures of the source differ from what was read, one a line; empty if none does. */
export const differingText = (expected: ReadonlyArray<Expected & { readonly mapping: string }>): string =>
  expected
    .filter(({ agree }) => !agree)
    .map(({ mapping, figure, of, source, read, detail }) => {
      const what = `${figure === 'rows' || figure === 'trailer' ? figure : `sum of ${figure}`}${of === null ? '' : ` of ${of}`}`;
      return `${mapping}: expected ${what} ${source}, read ${read ?? 'none'}.${detail === '' ? '' : ` ${detail}`}\n`;
    })
    .join('');
