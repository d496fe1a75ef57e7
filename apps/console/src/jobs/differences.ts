import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { oneOf, orNull } from '@carryover/adapters-persistence/schema/stored-values';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { TOTAL_TYPES, type TotalKey } from '@carryover/domain/control-total';
import { COVERED_KINDS, kindOfType } from '@carryover/domain/coverage';
import { toMoney } from '@carryover/domain/decimal';
import { DIFFERENCE_CAUSES, differenceOf } from '@carryover/domain/total-comparison';
import type { Comparison } from '@carryover/operations/reconciliation/reconciliation';
import { notesOn } from '@carryover/operations/report/explanation-words';
import * as t from 'io-ts';

/**
 * The sums are null if there are only counts. `money`: their absolute difference as a text of one length, so that texts sort as amounts
 * do. `why`: null: it was not looked up.
 */
const SCHEMA = `
  create table difference (
    account text, ledger text, type text, kind text, cause text, expected_count integer, expected_sum text,
    actual_count integer, actual_sum text, money text, items integer, why text,
    primary key (account, ledger, type)
  ) without rowid;
  create index by_money on difference (money desc, items desc, account, ledger, type)`;

const MONEY_LENGTH = 40;

export type DifferenceWriter = {
  /** Keeps a total if it differs. */
  readonly add: (total: ReportedTotal) => void;
  /** Adds what explains those that the report lists. */
  readonly explain: (comparison: Comparison) => void;
  readonly close: () => void;
};

/** Keeps the differences of a reconciliation, of any number, in a file. */
export const writeDifferences = (file: string): DifferenceWriter => {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = off; pragma synchronous = off; ${SCHEMA}; begin`);
  const insert = database.prepare(`insert into difference values (${'?, '.repeat(11)}null)`);
  const explain = database.prepare('update difference set why = ? where account = ? and ledger = ? and type = ?');
  return {
    add: ({ externalAccountNumber, ledgerNumber, type, expected, actual, cause }) => {
      if (cause === null) return;
      const by = differenceOf({ expected, actual });
      const money = by.sum === null ? '' : toMoney(by.sum).replace('-', '');
      insert.run(
        ...[externalAccountNumber, ledgerNumber, type, kindOfType(type), cause],
        ...[expected.count, expected.sum && toMoney(expected.sum), actual.count, actual.sum && toMoney(actual.sum)],
        ...[money.padStart(MONEY_LENGTH, '0'), Math.abs(by.count)],
      );
    },
    explain: (comparison) => {
      for (const difference of comparison.differences.first) {
        const { externalAccountNumber, ledgerNumber, type } = difference;
        explain.run(JSON.stringify(notesOn(difference, comparison)), externalAccountNumber, ledgerNumber, type);
      }
      database.exec('commit');
    },
    close: () => database.close(),
  };
};

/** The differences to show; null: all. */
export type DifferenceFilter = {
  readonly kind: string | null;
  readonly type: string | null;
  readonly ledger: string | null;
  readonly account: string | null;
  readonly cause: string | null;
};

const why = t.readonlyArray(t.type({ text: t.string, brief: t.string, importId: orNull(t.string) }));
const row = t.type({
  account: t.string,
  ledger: t.string,
  type: oneOf(TOTAL_TYPES),
  kind: oneOf(COVERED_KINDS),
  cause: oneOf(DIFFERENCE_CAUSES),
  expected_count: t.number,
  expected_sum: orNull(t.string),
  actual_count: t.number,
  actual_sum: orNull(t.string),
  why: orNull(t.string),
});

const toDifference = ({ why: text, ...stored }: t.TypeOf<typeof row>) => {
  const notes: unknown = text === null ? null : JSON.parse(text);
  return { ...stored, why: why.is(notes) ? notes : null };
};
/** A total that differs, as its file has it. */
export type KeptDifference = ReturnType<typeof toDifference>;

const read = <A>(file: string, use: (database: DatabaseSync) => A): A | null => {
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
};

const rowsOf = (found: ReadonlyArray<unknown>): ReadonlyArray<KeptDifference> =>
  found.filter((one): one is t.TypeOf<typeof row> => row.is(one)).map(toDifference);

const FILTERS = ['kind', 'type', 'ledger', 'account', 'cause'] as const satisfies ReadonlyArray<keyof DifferenceFilter>;

/** Reads a page of differences, those of the most money first. @returns null if the run has no such file. */
export const readDifferences = (file: string, filter: DifferenceFilter, page: number, size: number) =>
  read(file, (database) => {
    const used = FILTERS.flatMap((name): ReadonlyArray<readonly [string, SQLInputValue]> => {
      const value = filter[name];
      return value === null ? [] : [[`${name} = ?`, value]];
    });
    const where = used.length === 0 ? '' : `where ${used.map(([condition]) => condition).join(' and ')}`;
    const values = used.map(([, value]) => value);
    const { count } = database.prepare(`select count(*) as count from difference ${where}`).get(...values) as {
      count: number;
    };
    const pages = Math.max(1, Math.ceil(count / size));
    const number = Math.min(pages, Math.max(1, page));
    const order = 'order by money desc, items desc, account, ledger, type limit ? offset ?';
    const found = database
      .prepare(`select * from difference ${where} ${order}`)
      .all(...values, size, (number - 1) * size);
    return { differences: rowsOf(found), count, number, pages };
  });

/** Reads the difference of one total; null if it does not differ, or if the run has no such file. */
export const findDifference = (file: string, key: TotalKey): KeptDifference | null =>
  read(file, (database) => {
    const one = database.prepare('select * from difference where account = ? and ledger = ? and type = ?');
    return rowsOf(one.all(key.externalAccountNumber, key.ledgerNumber, key.type))[0] ?? null;
  });
