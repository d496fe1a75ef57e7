import { MONEY } from '@carryover/domain/decimal';
import type { HistoricalStatement } from '@carryover/domain/statement';
import { complain } from '../issue.ts';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { type Codec, list, record, repeatedIds } from './codec.ts';
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
  names: { statement_path: 'path' },
  rules: [periodInOrder],
}).mapped(({ billPeriodFromDate: from, billPeriodToDate: to, ...statement }) => ({
  ...statement,
  period: { from, to },
}));

/** Body of `historical-statements/create/` (§4.4). */
export const makeCreateHistoricalStatementsBody = ({ maxItems }: Limits) =>
  record({
    name: 'statements request',
    required: {
      ...accountFields,
      statements: list(historicalStatement, { maxItems }).described('The statements to add.'),
    },
    rules: [
      (_, sent, max) =>
        repeatedIds(
          'statement_id',
          complain('duplicate_statement_ids'),
          [{ list: sent.statements, path: ['statements'] }],
          max,
        ),
    ],
  });
