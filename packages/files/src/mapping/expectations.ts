import type { Column, Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decimalOf, settingsOf } from './column-settings.ts';
import { textOf } from './column-values.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import {
  addFigures,
  type Expected,
  expectedFigure,
  type Figures,
  noFigures,
  summedColumns,
  sumText,
  toSum,
} from './figures.ts';
import { figuresOf, type Tally } from './tally.ts';
import { trailerExpected } from './trailer-figures.ts';

/** Returns what reads an amount that is a text, as the `values` of its column say. Null: they do not. */
const meantOf = (mapping: Mapping, column: Column | null): ((cell: string) => bigint | null) => {
  if (column === null || column.values === null) return () => null;
  const read = textOf(mapping, column, true);
  return (cell) => {
    let isWrong = false;
    const found = read(cell, () => {
      isWrong = true;
      return undefined;
    });
    if (found === undefined) return isWrong ? null : 0n;
    return found.isMeant ? toSum(found.text) : null;
  };
};

/** Reads the amounts of the summed columns as the file has them: with their sign, and not reversed. Null: not readable. */
export const amountsIn = ({ mapping }: CompiledMapping, names: ReadonlyArray<string>) => {
  const columns = summedColumns(mapping).map((name) => {
    const column = mapping.columns.get(name) ?? null;
    const { missing } = settingsOf(mapping, column ?? {});
    return { index: names.indexOf(name), missing, read: decimalOf(mapping, column), meant: meantOf(mapping, column) };
  });
  return (cells: ReadonlyArray<string>): ReadonlyArray<bigint> | null => {
    const amounts: bigint[] = [];
    for (const { index, missing, read, meant } of columns) {
      const text = cells[index]!.trim();
      const found = text === '' || missing.has(text) ? E.right({ text: '0', isNegative: false }) : read(text);
      const amount = E.isRight(found) ? toSum(found.right.text) : meant(text);
      if (amount === null) return null;
      amounts.push(E.isRight(found) && found.right.isNegative ? -amount : amount);
    }
    return amounts;
  };
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
  if (expect.trailer !== null)
    for (const file of files)
      found.push(...trailerExpected(mapping, file, file.tally.unreadableLine === null ? '' : unreadable(file)));
  return found;
};

/** Says which figures of the source differ from what was read, one a line; empty if none does. */
export const differingText = (expected: ReadonlyArray<Expected & { readonly mapping: string }>): string =>
  expected
    .filter(({ agree }) => !agree)
    .map(({ mapping, figure, of, when, source, read, detail }) => {
      const which = `${of === null ? '' : ` of ${of}`}${when === undefined ? '' : ` (${when})`}`;
      const what = `${figure === 'rows' || figure === 'trailer' ? figure : `sum of ${figure}`}${which}`;
      return `${mapping}: expected ${what} ${source}, read ${read ?? 'none'}.${detail === '' ? '' : ` ${detail}`}\n`;
    })
    .join('');
