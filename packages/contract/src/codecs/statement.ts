import { MONEY } from '@carryover/domain/decimal';
import type { HistoricalStatement } from '@carryover/domain/statement';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { type Codec, list, record, repeated } from './codec.ts';
import { calendarDate, decimal, documentPath, identifier } from './scalars.ts';
import { accountFields, periodFields, periodInOrder } from './shared-fields.ts';

/** A statement as posted (§2, decisions 7). */
export const historicalStatement: Codec<HistoricalStatement> = record({
  name: 'statement',
  required: {
    ...periodFields,
    statement_id: identifier(MAX_LENGTH.identifier).described(
      "The client's identifier of the statement, unique on the account.",
      'S-2019-09',
    ),
    issued_date: calendarDate.described('Date of issue of the statement.', '2019-10-02'),
    number: identifier(MAX_LENGTH.identifier).described('Number printed on the statement.', '000123'),
    gross_amount: decimal(MONEY).described('Amount of the statement, tax included.', 71),
  },
  optional: {
    statement_path: documentPath.described(
      "Path of the PDF statement, relative to the supplier's document root; both together at most 1,024 bytes in UTF-8.",
      'statements/2019/09.pdf',
    ),
  },
  rules: [periodInOrder],
}).mapped<HistoricalStatement>((it) => ({
  statementId: it.statement_id,
  period: { from: it.bill_period_from_date, to: it.bill_period_to_date },
  issuedDate: it.issued_date,
  number: it.number,
  grossAmount: it.gross_amount,
  path: it.statement_path ?? null,
}));

/** Body of `historical-statements/create/` (§4.4). */
export const makeCreateHistoricalStatementsBody = ({ maxItems }: Limits) =>
  record({
    name: 'statements request',
    required: {
      ...accountFields,
      statements: list(historicalStatement, { maxItems }).described('The statements to add.'),
    },
    optional: {},
    rules: [
      (_, sent) =>
        repeated('duplicate_statement_ids', 'statement_id', [{ list: sent.statements, path: ['statements'] }]),
    ],
  });
