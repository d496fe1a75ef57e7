import { complain } from '@carryover/contract/issue';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { csvFieldsOf } from '../csv/csv-fields.ts';
import { type CsvRecord, makeCsvRecords, type QuoteLimits } from '../csv/csv-records.ts';
import type { RowReader } from '../read-rows.ts';
import { type Row, refusedFile, rejected } from '../row.ts';
import { isBlank, type Line } from '../source/lines.ts';
import { type CompiledMapping, columnsIssue, HEADER_AGAIN, type RowMapping } from './compile-mapping.ts';
import { withFault } from './damage.ts';
import { amountsIn } from './expectations.ts';
import { addFigures } from './figures.ts';
import { cutFilled, cutFixed, makeFixedRecords } from './fixed-records.ts';
import { dialectOf, frameOf, headerNames, numberedWidth } from './frame.ts';
import type { Lookup } from './lookup.ts';
import { figuresOf, type Tally } from './tally.ts';
import { makeCountParts } from './trailer-figures.ts';
import { NOT_CONVERTED } from './value-errors.ts';

/** What takes part in reading. */
type MappedReading = {
  readonly compiled: CompiledMapping;
  /** The kind whose rows are read; rows of others are not. Rows that cannot be read belong to the kind of the mapping. */
  readonly kind: MappedKind;
  /** The columns that a rejects file has behind the others. */
  readonly reasons: ReadonlyArray<string>;
  readonly quotes: QuoteLimits;
  readonly tally: Tally;
  /** Gets the columns of the file that are neither mapped nor ignored; missing: such a file is refused. */
  readonly undecided?: Set<string>;
  /** Those of `join`, in their order. */
  readonly lookups?: ReadonlyArray<Lookup>;
};

const noHeader = (line: number): string =>
  `The header, line ${line}, is not there. Correct headerRows, or set header: false.`;

/** Returns a reader of the rows of a file with a mapping. */
export const mappedRows = ({
  compiled,
  kind,
  reasons,
  quotes,
  tally,
  undecided,
  lookups = [],
}: MappedReading): RowReader<Row<JsonObject>> => {
  const { mapping } = compiled;
  const widths = mapping.dialect?.widths ?? null;
  const added = lookups.flatMap(({ columns }) => columns);
  const numbered = numberedWidth(mapping, compiled.ownColumns);
  const records =
    widths === null
      ? makeCsvRecords({
          quotes,
          dialect: dialectOf(mapping),
          widths: numbered === null ? undefined : [numbered, numbered + reasons.length],
        })
      : makeFixedRecords(widths);
  const { headerRows, lastHeaderRow, skips, lines: frameLines } = frameOf(mapping);
  const isOfMapping = kind === mapping.kind;
  const headers: CsvRecord[] = [];
  let names: CsvRecord | null = null;
  let mapRow: RowMapping | null = null;
  let amounts: ReturnType<typeof amountsIn> = () => [];
  let countParts: ReturnType<typeof makeCountParts> = () => {};
  const by = mapping.expect?.by ?? null;
  let finds: ReadonlyArray<ReturnType<Lookup['makeFind']>> = [];
  let isRefused = false;

  const refuse = (line: number, raw: string, detail: string): ReadonlyArray<Row<never>> => {
    isRefused = true;
    return [{ line, raw, row: E.left(refusedFile({ ...complain('parse_error', detail), path: '' })) }];
  };
  const begin = (header: CsvRecord, line: number, raw: string): ReadonlyArray<Row<never>> => {
    const isRejects = reasons.every((name) => header.includes(name) && !compiled.columns.has(name));
    const own = isRejects ? header.filter((name) => !reasons.includes(name)) : header;
    for (const name of own) if (!compiled.columns.has(name)) undecided?.add(name);
    const decided = undecided === undefined ? own : own.filter((name) => !undecided.has(name));
    const issue = columnsIssue(compiled, [...decided, ...added]);
    if (issue !== null) return refuse(line, raw, issue);
    names = header;
    tally.isRejects = isRejects;
    mapRow = compiled.rowsOf([...header, ...added]);
    finds = lookups.map(({ makeFind }) => makeFind(header));
    amounts = amountsIn(compiled, header);
    countParts = makeCountParts(mapping, header);
    return [];
  };
  /** Of a file without a header: a rejects file has the reasons behind its columns, a line and a code first. */
  const isOfRejects = (cells: CsvRecord): boolean =>
    numbered !== null &&
    cells.length === numbered + reasons.length &&
    /^\d+$/.test(cells[numbered] ?? '') &&
    /^[a-z_]+$/.test(cells[numbered + 1] ?? '');
  /** Names the columns of a file without a header by their numbers. */
  const beginWithout = ({ line, raw, row }: Row<CsvRecord>): ReadonlyArray<Row<never>> => {
    const own = Array.from({ length: numbered ?? 0 }, (_, at) => String(at + 1));
    return begin(E.isRight(row) && isOfRejects(row.right) ? [...own, ...reasons] : own, line, raw);
  };
  const isHeaderAgain = (cells: CsvRecord): boolean =>
    names !== null &&
    headers.length > 0 &&
    cells[0] === names[0] &&
    names.every((name, at) => cells[at]?.trim() === name);

  /** Adds a row to the figures of the file. @returns its amounts; none if one cannot be read. */
  const count = (cells: CsvRecord, line: number): ReadonlyArray<bigint> => {
    const own = amounts(cells);
    if (own === null) tally.unreadableLine ??= line;
    addFigures(tally.all, 0, own ?? []);
    countParts(tally, cells, own ?? []);
    if (by !== null) addFigures(figuresOf(tally.by, cells[names!.indexOf(by)]!, mapping), 1, own ?? []);
    return own ?? [];
  };

  /** Returns the columns of a row with those of other files. */
  const withOthers = (cells: CsvRecord): ReturnType<ReturnType<Lookup['makeFind']>> => {
    const all = [...cells];
    for (const find of finds) {
      const found = find(cells);
      if (E.isLeft(found)) return found;
      all.push(...found.right);
    }
    return E.right(all);
  };

  const take = (read: Row<CsvRecord>): ReadonlyArray<Row<JsonObject>> => {
    const { line, raw, row } = read;
    if (headerRows.has(line)) {
      if (E.isLeft(row)) return refuse(line, raw, `The header cannot be read: ${row.left.detail}`);
      headers.push(row.right);
      if (line !== lastHeaderRow) return [];
      return begin(headerNames(headers), line, raw);
    }
    if (names === null) {
      if (E.isLeft(row) && row.left.stopsReading) return refuse(line, raw, row.left.detail);
      if (lastHeaderRow > 0) return refuse(line, raw, noHeader(lastHeaderRow));
      const refused = beginWithout(read);
      if (isRefused) return refused;
    }
    tally.all.rows += 1;
    const columns = names!;
    if (E.isLeft(row)) {
      tally.unreadableLine ??= line;
      const csv = { columns, fields: null };
      return isOfMapping || row.left.stopsReading ? [{ line, raw, csv, row }] : [];
    }
    const cells = row.right;
    const csv = { columns, fields: cells };
    if (cells.length !== columns.length || isHeaderAgain(cells)) {
      tally.unreadableLine ??= line;
      const complaint =
        cells.length === columns.length
          ? HEADER_AGAIN
          : complain('parse_error', `The row has ${cells.length} columns, and the mapping ${columns.length}.`);
      const fault = E.left(rejected({ ...complaint, path: '' }));
      return isOfMapping ? [{ line, raw, csv: { columns, fields: null }, row: fault }] : [];
    }
    const own = count(cells, line);
    const joined = finds.length === 0 ? E.right(cells) : withOthers(cells);
    if (E.isLeft(joined)) {
      const { column, detail } = joined.left;
      return isOfMapping
        ? [{ line, raw, csv, row: E.left(rejected({ code: NOT_CONVERTED, path: column, detail })) }]
        : [];
    }
    const mapped = mapRow!(joined.right);
    if ('skipped' in mapped) {
      addFigures(figuresOf(tally.leftOut, mapped.skipped, mapping), 1, own);
      return [];
    }
    return mapped.kind === kind ? [{ line, raw, csv, row: mapped.row }] : [];
  };
  const trailer = mapping.expect?.trailer ?? null;
  /** A line that is the trailer if no other follows, and the blank lines behind it, which may be of a text in quotes. */
  let last: Line | null = null;
  let blank: Line[] = [];
  let blankCharacters = 0;
  const add = (line: Line): ReadonlyArray<Row<JsonObject>> => {
    if (trailer === null) return addLine(line);
    if (last !== null && isBlank(line)) {
      // A text in quotes has no more: what follows is of none, and is not held.
      if (blank.length >= quotes.maxLines || blankCharacters > quotes.maxCharacters) return addLine(line);
      blank.push(line);
      blankCharacters += line.text.length;
      return [];
    }
    const before = last === null ? [] : [last, ...blank].flatMap(addLine);
    [blank, blankCharacters] = [[], 0];
    last = line.text.startsWith(trailer.starts) && line.fault === null && !isBlank(line) ? line : null;
    return last === null ? [...before, ...addLine(line)] : before;
  };
  /** The only row of a rejects file without a header: no row before it says that the file is one. */
  const isOnlyReject = (text: string): boolean => {
    if (names !== null || lastHeaderRow > 0) return false;
    const cells = widths === null ? csvFieldsOf(dialectOf(mapping))(text) : cutFixed(text, widths);
    return E.isRight(cells) && isOfRejects(cells.right);
  };
  const readTrailer = (): ReadonlyArray<Row<JsonObject>> => {
    if (last === null || trailer === null) return [];
    const text = last.text.replace(/\r$/, '');
    // A rejects file has rows alone.
    if (tally.isRejects || isOnlyReject(text)) return [last, ...blank].flatMap(addLine);
    const cells: E.Either<string, CsvRecord> =
      trailer.widths === null
        ? E.mapLeft(() => 'Its quotes are not those of the dialect.')(csvFieldsOf(dialectOf(mapping))(text))
        : cutFilled(text, trailer.widths);
    if (E.isLeft(cells)) {
      tally.trailerFault = cells.left;
      return [last, ...blank].flatMap(addLine);
    }
    tally.trailer = cells.right;
    return blank.flatMap(addLine);
  };
  const addLine = (line: Line): ReadonlyArray<Row<JsonObject>> => {
    if (isRefused) return [];
    if (line.number <= frameLines && skips(line.number) && line.fault?.stopsReading !== true) return [];
    const rows = records.add(withFault(line));
    if (rows.length === 0) return [];
    return rows.length === 1 ? take(rows[0]!) : rows.flatMap(take);
  };
  return {
    add: (lines) => {
      const rows: Row<JsonObject>[] = [];
      for (const line of lines) for (const row of add(line)) rows.push(row);
      return rows;
    },
    end: () => {
      const rows = isRefused ? [] : [...readTrailer(), ...records.end().flatMap(take)];
      if (names !== null || isRefused) return rows;
      return refuse(1, '', lastHeaderRow === 0 ? 'The file has no rows.' : noHeader(lastHeaderRow));
    },
  };
};
