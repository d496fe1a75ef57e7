import { complain } from '@carryover/contract/issue';
import type { AccountToImport } from '@carryover/domain/account-import';
import { csvTable, type Values } from '@carryover/files/csv/csv-table';
import type { RowReader } from '@carryover/files/read-rows';
import { keptText } from '@carryover/files/rejects/rejected-row';
import { type Rejection, type Row, type RowIssue, rejected } from '@carryover/files/row';
import { REASONS } from '@carryover/files/rows/reasons';
import { MAX_LINE_BYTES } from '@carryover/files/source/lines';
import * as E from 'fp-ts/lib/Either.js';
import { COLUMNS, type LedgerRow, rejectAll, rejectWith, repeatedAccount, toAccount } from './account-group.ts';
import type { SeenKeys } from './seen-keys.ts';

/** Consecutive rows of one account. */
type Group = {
  readonly number: string;
  readonly firstLine: number;
  rows: LedgerRow[];
  /** Characters of all its rows. */
  size: number;
  /** The line of an unreadable row that belongs, or may belong, to the account. */
  brokenLine: number | null;
  /** Unreadable rows since its first row, kept back so that rows are given in the order of the file. */
  broken: ReadonlyArray<Row<never>>;
};

/** Returns true if a row that cannot be read names the account, as far as can be told. */
const mentions = ({ raw, row }: Row<never>, number: string): boolean =>
  (E.isLeft(row) && row.left.object?.external_account_number === number) ||
  raw.split(/[,;|\t]/).some((field) => field.replaceAll('"', '').trim() === number);

/** Of a file that is mostly unreadable, no more unreadable rows are kept back. */
const MAX_KEPT_BACK = 100;

const TOO_LONG: RowIssue = {
  ...complain('max_length', `The account's rows together have more than ${MAX_LINE_BYTES} characters.`),
  path: '',
};

const judgeRows = (
  { rows, firstLine, brokenLine }: Group,
  lineBefore: number | null,
): ReadonlyArray<Row<AccountToImport>> => {
  if (rows.length === 0) return [];
  if (brokenLine !== null) return rejectWith(rows, { line: brokenLine });
  const account = toAccount(rows);
  if (E.isLeft(account)) return rejectWith(rows, account.left);
  if (lineBefore !== null) return rejectAll(rows, repeatedAccount(lineBefore, 'adjacent rows'));
  return [{ line: firstLine, raw: rows.map(({ raw }) => raw).join('\n'), parts: rows, row: account }];
};

const inOrder = <A>(rows: ReadonlyArray<Row<A>>): ReadonlyArray<Row<A>> => rows.toSorted((a, b) => a.line - b.line);

const judge = (group: Group, lineBefore: number | null): ReadonlyArray<Row<AccountToImport>> => {
  const judged = judgeRows(group, lineBefore);
  return group.broken.length === 0 ? judged : inOrder([...judged, ...group.broken]);
};

const release = (group: Group): ReadonlyArray<Row<never>> => {
  const { broken } = group;
  group.broken = [];
  return broken;
};

/** Takes rows one after another, and yields an account once a row of the next one arrives. */
const makeGrouping = (seen: SeenKeys) => {
  let group: Group | null = null;
  let lastBroken: Row<never> | null = null;

  const close = (): ReadonlyArray<Row<AccountToImport>> => {
    if (group === null) return [];
    const closed = group;
    group = null;
    return judge(closed, seen.lineBefore(closed.number, closed.firstLine));
  };
  /** The group of the next row, and the line of the unreadable row just before it, should that belong to it. */
  const groupOf = (number: string, line: number): Group => {
    if (group !== null) {
      group.brokenLine ??= lastBroken?.line ?? null;
      return group;
    }
    const brokenLine = lastBroken !== null && mentions(lastBroken, number) ? lastBroken.line : null;
    return { number, firstLine: line, rows: [], size: 0, brokenLine, broken: [] };
  };

  return {
    close,
    add: (row: LedgerRow): ReadonlyArray<Row<AccountToImport>> => {
      const number = row.values.external_account_number!;
      const closed = number !== '' && number === group?.number ? [] : close();
      group = groupOf(number, row.line);
      lastBroken = null;
      group.rows.push(row);
      group.size += row.raw.length;
      if (group.size <= MAX_LINE_BYTES) return closed;
      const tooLong = rejectAll(group.rows, TOO_LONG);
      group.rows = [];
      return [...closed, ...tooLong];
    },
    addBroken: (row: Row<never>, { stopsReading }: Rejection): ReadonlyArray<Row<never>> => {
      lastBroken = row;
      if (group === null) return [row];
      if (stopsReading || mentions(row, group.number)) group.brokenLine ??= row.line;
      group.broken = [...group.broken, row];
      return group.broken.length < MAX_KEPT_BACK ? [] : release(group);
    },
  };
};

const STILL_UNREADABLE: RowIssue = {
  ...complain('parse_error', 'An earlier run could not read this row. Put its values into the columns.'),
  path: '',
};

/** A row of a rejects file that keeps an unreadable row is as unreadable as before. */
const asKept = (read: Row<Values>): Row<Values> => {
  const kept = read.csv === undefined ? null : keptText(REASONS, read.csv);
  if (kept === null || read.csv === undefined) return read;
  const csv = { columns: read.csv.columns, fields: null };
  return { line: read.line, raw: kept, csv, row: E.left(rejected(STILL_UNREADABLE)) };
};

/**
 * Reads the accounts of a CSV file with one row per ledger: consecutive rows of one account are imported completely or not at all.
 *
 * One invalid row also rejects its account's other rows, including a row that cannot be read and is among them or, next to
 * them, names the account: without it another ledger than the file says could become the main one. Rows of an account that
 * stand apart are rejected from the second place on.
 *
 * @param table the rows, if a mapping makes them.
 */
export const csvAccounts = (
  seen: SeenKeys,
  table: RowReader<Row<Values>> = csvTable({ columns: () => COLUMNS, others: 'refused' }),
): RowReader<Row<AccountToImport>> => {
  const grouping = makeGrouping(seen);
  const take = (read: Row<Values>): ReadonlyArray<Row<AccountToImport>> => {
    const { row, ...text } = asKept(read);
    if (E.isRight(row)) return grouping.add({ ...text, values: row.right });
    return grouping.addBroken({ ...text, row }, row.left);
  };
  return {
    add: (lines) => table.add(lines).flatMap(take),
    end: () => [...table.end().flatMap(take), ...grouping.close()],
  };
};
