import type { Store } from '@carryover/application/ports/store';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { HistoricalStatement, LocatedStatement } from '@carryover/domain/statement';
import * as t from 'io-ts';
import { calendarDate, checked, documentPath, orNull } from '../schema/stored-values.ts';
import { changed, stored } from '../sql/store-failure.ts';
import { plainArray, textArray } from '../sql/transaction.ts';
import type { ImportStatements } from './account-repository.ts';

const statementRow = t.type({
  statementId: t.string,
  from: calendarDate,
  to: calendarDate,
  issuedDate: calendarDate,
  number: t.string,
  grossAmount: t.string,
  path: orNull(documentPath),
});

const toStatement = ({ from, to, grossAmount, ...row }: t.TypeOf<typeof statementRow>): HistoricalStatement => ({
  ...row,
  period: { from, to },
  grossAmount: new Decimal(grossAmount),
});

/** A stored row as texts by column. */
type TextRow = Readonly<Record<string, string | null>>;

/** Returns a stored statement from its texts by column. */
export const toStoredStatement = (row: TextRow): HistoricalStatement =>
  toStatement(
    checked(statementRow, {
      statementId: row.statement_id,
      from: row.from_date,
      to: row.to_date,
      issuedDate: row.issued_date,
      number: row.number,
      grossAmount: row.gross_amount,
      path: row.path,
    }),
  );

const KNOWN_STATEMENTS = `
  select statement_id as "statementId", from_date::text as from, to_date::text as to, issued_date::text as "issuedDate",
         number, gross_amount::text as "grossAmount", path
  from historical_statement
  where account_id = $1 and statement_id = any($2::text[])`;

const COLUMNS = `account_id, statement_id, from_date, to_date, issued_date, number, gross_amount, path, document, import_id,
  position`;

const ADD = `
  insert into historical_statement (${COLUMNS}) select ${COLUMNS}
  from (
    select account.id as account_id, unnest($2::text[]) as statement_id, unnest($3::date[]) as from_date,
           unnest($4::date[]) as to_date, unnest($5::date[]) as issued_date, unnest($6::text[]) as number,
           unnest($7::numeric(12,2)[]) as gross_amount, unnest($8::text[]) as path, unnest($9::text[]) as document,
           $10::uuid as import_id, unnest($11::int[]) as position
    from account where account.id = $1::bigint) given`;

/** What is stored for a statement, by column; without what its import gives it. */
export const STATEMENT_COLUMNS = {
  statement_id: ({ statementId }) => statementId,
  from_date: ({ period }) => period.from,
  to_date: ({ period }) => period.to,
  issued_date: ({ issuedDate }) => issuedDate,
  number: ({ number }) => number,
  gross_amount: ({ grossAmount }) => toMoney(grossAmount),
  path: ({ path }) => path,
  document: ({ document }) => document,
} satisfies Readonly<Record<string, (statement: LocatedStatement) => string | null>>;

export const makePostgresStatementRepository = ({
  db,
  accountId,
  importId,
}: ImportStatements): Store['statements'] => ({
  known: (ids) =>
    stored(async () => {
      if (ids.length === 0) return new Map();
      const rows = await db.read(statementRow, KNOWN_STATEMENTS, [accountId, textArray(ids)]);
      return new Map(rows.map((row) => [row.statementId, toStatement(row)]));
    }),

  add: (statements) =>
    changed(() => {
      if (statements.length === 0) return;
      const column = STATEMENT_COLUMNS;
      db.write(ADD, [
        accountId,
        textArray(statements.map(column.statement_id)),
        plainArray(statements.map(column.from_date)),
        plainArray(statements.map(column.to_date)),
        plainArray(statements.map(column.issued_date)),
        textArray(statements.map(column.number)),
        plainArray(statements.map(column.gross_amount)),
        textArray(statements.map(column.path)),
        textArray(statements.map(column.document)),
        importId,
        plainArray(statements.map((_, position) => position)),
      ]);
    }),
});
