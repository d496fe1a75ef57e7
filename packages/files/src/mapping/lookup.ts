import { type Join, type Mapping, takenColumns } from '@carryover/contract/mapping/mapping';
import { nearestName, withHint } from '@carryover/contract/nearest-name';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvRecord, makeCsvRecords, type QuoteLimits } from '../csv/csv-records.ts';
import { isBlank, type Line, MAX_LINE_BYTES } from '../source/lines.ts';
import { openSource } from '../source/source.ts';
import { openStore } from '../store.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import { withFault } from './damage.ts';
import { makeFixedRecords } from './fixed-records.ts';
import { dialectOf, frameOf, headerNames } from './frame.ts';
import { mappedLines } from './mapped-lines.ts';
import { shownValue } from './value-errors.ts';

/** What a row gets of another file. */
export type Lookup = {
  /** The names of the columns that are added. */
  readonly columns: ReadonlyArray<string>;
  /** @param names the columns of the file. @returns Left with the column whose value the other file does not have. */
  readonly makeFind: (
    names: ReadonlyArray<string>,
  ) => (cells: CsvRecord) => E.Either<{ readonly column: string; readonly detail: string }, CsvRecord>;
  readonly close: () => void;
};

const keyOf = (cells: ReadonlyArray<string>): string => JSON.stringify(cells);

/** The mapping by which another file is read: its form, and that of the columns that are taken. */
const mappingOfOther = (mapping: Mapping, join: Join): Mapping => ({
  ...mapping,
  dialect: join.dialect ?? mapping.dialect,
  columns: new Map(
    [...takenColumns(join)].flatMap(([other, own]) => {
      const column = mapping.columns.get(own);
      return column === undefined ? [] : [[other, column] as const];
    }),
  ),
  ignore: null,
  join: null,
});

/** Yields the rows of a file behind its header, each with its line. @throws Error with what is wrong with the file. */
async function* recordsOf(
  lines: AsyncIterable<ReadonlyArray<Line>>,
  mapping: Mapping,
  quotes: QuoteLimits,
): AsyncGenerator<{ readonly line: number; readonly cells: CsvRecord; readonly names: CsvRecord }> {
  const widths = mapping.dialect?.widths ?? null;
  const records = widths === null ? makeCsvRecords({ quotes, dialect: dialectOf(mapping) }) : makeFixedRecords(widths);
  const { headerRows, lastHeaderRow, skips } = frameOf(mapping);
  const noHeader = `The header, line ${lastHeaderRow}, is not there.`;
  const headers: CsvRecord[] = [];
  let names: CsvRecord | null = null;
  const take = function* (rows: ReturnType<typeof records.add>) {
    for (const { line, row } of rows) {
      if (E.isLeft(row))
        throw new Error(`Line ${line}: ${row.left.path === '' ? '' : `${row.left.path}: `}${row.left.detail}`);
      if (headerRows.has(line)) {
        headers.push(row.right);
        if (line === lastHeaderRow) names = headerNames(headers);
        continue;
      }
      if (names === null && lastHeaderRow > 0) throw new Error(noHeader);
      names ??= row.right.map((_, at) => String(at + 1));
      if (row.right.length !== names.length)
        throw new Error(`Line ${line}: The row has ${row.right.length} columns, but the header has ${names.length}.`);
      yield { line, cells: row.right, names };
    }
  };
  for await (const batch of lines)
    for (const line of batch) {
      if (line.fault?.stopsReading === true) throw new Error(line.fault.detail);
      if ((isBlank(line) && !records.isOpen()) || skips(line.number)) continue;
      yield* take(records.add(withFault(line)));
    }
  yield* take(records.end());
  // An empty file would say of all rows that it does not have them.
  if (names === null) throw new Error(lastHeaderRow === 0 ? 'It has no rows.' : noHeader);
}

/**
 * Reads the rows of another file into a store, from which the rows of a file get columns by their keys.
 *
 * @param file the other file.
 * @throws Error with what is wrong with the other file.
 */
export const openLookup = async (
  compiled: CompiledMapping,
  join: Join,
  file: string,
  quotes: QuoteLimits,
): Promise<Lookup> => {
  const mapping = mappingOfOther(compiled.mapping, join);
  const encoding = compiled.joinEncodings.get(join) ?? compiled.encoding;
  const source = await openSource(file)();
  if (E.isLeft(source)) throw new Error(source.left.detail);
  const taken = takenColumns(join);
  const keys = [...join.keys.values()];
  const store = openStore('create table other (key text primary key, cells text, line integer) without rowid');
  const add = store.prepare('insert into other values (?, ?, ?)');
  const find = store.prepare<readonly [string, number]>('select cells, line from other where key = ?');
  const found = (key: string) => [...find.rows(key)][0];
  try {
    let indexes: { readonly keys: ReadonlyArray<number>; readonly taken: ReadonlyArray<number> } | null = null;
    const lines = mappedLines({ ...compiled, mapping, encoding }, source.right, MAX_LINE_BYTES);
    for await (const { line, cells, names } of recordsOf(lines, mapping, quotes)) {
      const indexOf = (name: string): number => {
        const at = names.indexOf(name);
        if (at === -1) throw new Error(withHint(`It has no column ${name}.`, nearestName(name, names)));
        if (names.lastIndexOf(name) !== at) throw new Error(`It has the column ${name} twice.`);
        return at;
      };
      indexes ??= { keys: keys.map(indexOf), taken: [...taken.keys()].map(indexOf) };
      const values = indexes.keys.map((at) => cells[at]!);
      const key = keyOf(values);
      const before = found(key);
      if (before !== undefined)
        throw new Error(
          `Line ${line} has ${keys.map((name, at) => `${name} ${shownValue(values[at]!)}`).join(', ')} again, which line ${before[1]} has.`,
        );
      add.run(key, JSON.stringify(indexes.taken.map((at) => cells[at]!)), line);
    }
  } catch (error) {
    store.close();
    throw error;
  }
  const own = [...join.keys.keys()];
  const none = [...taken.values()].map(() => '');
  const latest = { key: '', cells: [] as CsvRecord };
  return {
    columns: [...taken.values()],
    makeFind: (names) => {
      const at = own.map((name) => names.indexOf(name));
      return (cells) => {
        const values = at.map((index) => cells[index]!);
        const key = keyOf(values);
        // Most children of a parent follow each other.
        if (key === latest.key) return E.right(latest.cells);
        const row = found(key);
        if (row === undefined && join.otherwise !== 'missing')
          return E.left({
            column: own[0]!,
            detail: `${values.map(shownValue).join(', ')} is not in ${keys.join(', ')} of ${join.file ?? 'the sheet'}.`,
          });
        latest.key = key;
        latest.cells = row === undefined ? none : (JSON.parse(row[0]) as CsvRecord);
        return E.right(latest.cells);
      };
    },
    close: () => store.close(),
  };
};
