import type { StatementRepository } from '@carryover/application/ports/store';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { HistoricalStatement } from '@carryover/domain/statement';
import * as t from 'io-ts';
import { textArray } from '../driver/insert-rows.ts';
import type { Session } from '../driver/session.ts';
import { sent, stored } from '../driver/store-failure.ts';
import { HistoricalStatement as HistoricalStatementEntity } from '../schema/entities/history.ts';
import { calendarDate, documentPath, orNull } from '../schema/stored-values.ts';
import { accountKey } from './account-repository.ts';

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

const KNOWN_STATEMENTS = `
  select statement_id as "statementId", from_date::text as from, to_date::text as to, issued_date::text as "issuedDate",
         number, gross_amount::text as "grossAmount", path
  from historical_statement
  where account_id = $1 and statement_id = any($2::text[])`;

export const makePostgresStatementRepository = (session: Session): StatementRepository => ({
  known: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Map();
      const rows = await session.read(statementRow, KNOWN_STATEMENTS, [accountKey(ref), textArray(ids)]);
      return new Map(rows.map((row) => [row.statementId, toStatement(row)]));
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
