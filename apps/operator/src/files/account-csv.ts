import type { AccountImport } from '@carryover/application/ports/administration';
import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { COLUMNS, type LedgerRow, rejectAll, rejectWith, repeatedAccount, toAccount } from './account-group.ts';
import { csvTable } from './csv-table.ts';
import { type Line, MAX_LINE_BYTES } from './lines.ts';
import type { Row, RowIssue, RowRejected, RowText } from './row.ts';
import type { SeenKeys } from './seen-keys.ts';

/** Consecutive rows of one account. */
type Group = {
  readonly number: string;
  readonly firstLine: number;
  rows: LedgerRow[];
  /** Characters of all its rows. */
  size: number;
  /** The line of an unreadable row that is, or may be, the account's too. */
  brokenLine: number | null;
};

/** Whether a row that can't be read names the account, as far as can be told. */
const mentions = ({ raw }: RowText, number: string): boolean =>
  raw.split(',').some((field) => field.replaceAll('"', '').trim() === number);

const TOO_LONG: RowIssue = {
  ...complain('max_length', `The account's rows are longer than ${MAX_LINE_BYTES} characters together.`),
  attr: '',
};

const judge = (
  { rows, firstLine, brokenLine }: Group,
  lineBefore: number | null,
): ReadonlyArray<Row<AccountImport>> => {
  if (rows.length === 0) return [];
  if (brokenLine !== null) return rejectWith(rows, { line: brokenLine });
  const account = toAccount(rows);
  if (E.isLeft(account)) return rejectWith(rows, account.left);
  if (lineBefore !== null) return rejectAll(rows, repeatedAccount(lineBefore));
  return [{ line: firstLine, raw: rows.map(({ raw }) => raw).join('\n'), row: account }];
};

/** Takes rows one after the other, and gives what is known by then: an account once a row of another one came. */
const makeGrouping = (seen: SeenKeys) => {
  let group: Group | null = null;
  let lastBroken: RowText | null = null;

  const close = (): ReadonlyArray<Row<AccountImport>> => {
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
    return { number, firstLine: line, rows: [], size: 0, brokenLine };
  };

  return {
    close,
    add: (row: LedgerRow): ReadonlyArray<Row<AccountImport>> => {
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
    addBroken: (row: RowText, { stopsReading }: RowRejected): void => {
      lastBroken = row;
      if (group !== null && (stopsReading || mentions(row, group.number))) group.brokenLine ??= row.line;
    },
  };
};

/**
 * The accounts of a CSV file, a row a ledger: consecutive rows of one account are one account, imported whole or not at all.
 *
 * One bad row rejects its account's other rows too, also a row that can't be read and stands among them or, next to
 * them, names the account: without it another ledger than the file says could become the main one. Rows of an account that
 * stand apart are rejected from the second place on. Rejected rows may come before an account that began earlier.
 */
export const csvAccounts = (seen: SeenKeys) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<AccountImport>> {
    const grouping = makeGrouping(seen);
    for await (const { line, raw, row } of csvTable(COLUMNS)(lines)) {
      if (E.isRight(row)) yield* grouping.add({ line, raw, values: row.right });
      else {
        grouping.addBroken({ line, raw }, row.left);
        yield { line, raw, row };
      }
    }
    yield* grouping.close();
  };
