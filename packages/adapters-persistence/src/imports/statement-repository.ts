import type { StatementRepository } from '@carryover/application/ports/store';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { HistoricalStatement } from '@carryover/domain/statement';
import * as t from 'io-ts';
import { textArray } from '../driver/insert-rows.ts';
import type { Session } from '../driver/session.ts';
import { sent, stored } from '../driver/store-failure.ts';
import { HistoricalStatement as HistoricalStatementEntity } from '../schema/entities/history.ts';
import { calendarDate, documentPath, orNull } from '../schema/stored-value.ts';
import { accountKey } from './account-repository.ts';

const statementRow = t.type({
  statement_id: t.string,
  from_date: calendarDate,
  to_date: calendarDate,
  issued_date: calendarDate,
  number: t.string,
  gross_amount: t.string,
  path: orNull(documentPath),
});
type StatementRow = t.TypeOf<typeof statementRow>;

const toStatement = (row: StatementRow): HistoricalStatement => ({
  statementId: row.statement_id,
  period: { from: row.from_date, to: row.to_date },
  issuedDate: row.issued_date,
  number: row.number,
  grossAmount: new Decimal(row.gross_amount),
  path: row.path,
});

const KNOWN_STATEMENTS = `
  select statement_id, from_date::text as from_date, to_date::text as to_date, issued_date::text as issued_date,
         number, gross_amount::text as gross_amount, path
  from historical_statement
  where account_id = $1 and statement_id = any($2::text[])`;

export const makePostgresStatementRepository = (session: Session): StatementRepository => ({
  known: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Map();
      const rows = await session.read(statementRow, KNOWN_STATEMENTS, [accountKey(ref), textArray(ids)]);
      return new Map(rows.map((row) => [row.statement_id, toStatement(row)]));
    }),

  add: (account, importId, statements) =>
    sent(() =>
      session.insert(
        HistoricalStatementEntity,
        statements.map((statement, position) => ({
          accountId: account.id,
          statementId: statement.statementId,
          fromDate: statement.period.from,
          toDate: statement.period.to,
          issuedDate: statement.issuedDate,
          number: statement.number,
          grossAmount: toMoney(statement.grossAmount),
          path: statement.path,
          document: statement.document,
          importId,
          position,
        })),
      ),
    ),
});
