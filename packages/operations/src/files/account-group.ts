import { accountImport } from '@carryover/contract/codecs/account-import';
import { complain, type Issue } from '@carryover/contract/issue';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { AccountToImport } from '@carryover/domain/account-import';
import type { Columns } from '@carryover/files/csv/csv-header';
import type { Values } from '@carryover/files/csv/csv-table';
import { ACCOUNT_COLUMNS } from '@carryover/files/mapping/mapped-fields';
import { type Row, type RowIssue, type RowText, rejected, textOf } from '@carryover/files/row';
import { decode } from '@carryover/files/rows/decode';
import { REASONS } from '@carryover/files/rows/reasons';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';

/** Accounts as CSV, a row a ledger (decisions 14). An empty value of an optional column is one left out; the columns of a rejects file are ignored. */
export const COLUMNS: Columns = { ...ACCOUNT_COLUMNS, ignored: REASONS.names };

/** A row of an account: one of its ledgers. */
export type LedgerRow = RowText & { readonly values: Values };

const flag = (text: string): boolean | string => (text === 'true' ? true : text === 'false' ? false : text);
const unlessEmpty = <A>(
  key: string,
  value: string | undefined,
  to: (text: string) => A | string,
): { [key: string]: A | string } => (value === undefined || value === '' ? {} : { [key]: to(value) });
const asIs = (text: string): string => text;

const toLedger = ({ values }: LedgerRow): JsonObject => {
  const period = { ...unlessEmpty('from', values.open_from, asIs), ...unlessEmpty('to', values.open_to, asIs) };
  return {
    ledger_number: values.ledger_number!,
    ledger_code: values.ledger_code!,
    ...unlessEmpty('main', values.main, flag),
    ...(Object.keys(period).length === 0 ? {} : { open_statement: period }),
    ...unlessEmpty('has_finalized_billing_document', values.has_finalized_billing_document, flag),
  };
};

type Located = { readonly line: number; readonly issue: RowIssue };

/** The row and the column that an issue of the account, as JSON, is about. */
const locate =
  (rows: ReadonlyArray<LedgerRow>) =>
  ({ path, code, detail }: Issue): Located => {
    const [list, at, ...inLedger] = path;
    if (list !== 'ledgers' || typeof at !== 'number')
      return { line: rows[0]!.line, issue: { code, detail, path: path.join('.') } };
    return {
      line: rows[at]!.line,
      issue: { code, detail, path: inLedger.join('.').replace('open_statement.', 'open_') },
    };
  };

const sameStatus = (rows: ReadonlyArray<LedgerRow>): E.Either<Located, void> => {
  const { status } = rows[0]!.values;
  const other = rows.find(({ values }) => values.status !== status);
  if (other === undefined) return E.right(undefined);
  const issue = {
    ...complain('invalid', `The account's first row, on line ${rows[0]!.line}, has the status ${status}.`),
    path: 'status',
  };
  return E.left({ line: other.line, issue });
};

/** Returns the account of these rows; there is at least one. */
export const toAccount = (rows: ReadonlyArray<LedgerRow>): E.Either<Located, AccountToImport> =>
  pipe(
    sameStatus(rows),
    E.chain(() => {
      const { external_account_number, status } = rows[0]!.values;
      const sent = { external_account_number: external_account_number!, status: status!, ledgers: rows.map(toLedger) };
      return E.mapLeft(locate(rows))(decode(accountImport, sent));
    }),
  );

const reject = (row: RowText, issue: RowIssue): Row<never> => ({ ...textOf(row), row: E.left(rejected(issue)) });

/** Rejects each of the rows for the same reason. */
export const rejectAll = (rows: ReadonlyArray<RowText>, issue: RowIssue): ReadonlyArray<Row<never>> =>
  rows.map((row) => reject(row, issue));

/** An account is imported completely or not at all: rejects the invalid row, and the others with its line. */
export const rejectWith = (
  rows: ReadonlyArray<RowText>,
  fault: { readonly line: number; readonly issue?: RowIssue },
): ReadonlyArray<Row<never>> => {
  const detail = `The account is not imported because its row on line ${fault.line} is rejected.`;
  const companion: RowIssue = { ...complain('account_failed_validation', detail), path: '' };
  return rows.map((row) => reject(row, (row.line === fault.line ? fault.issue : undefined) ?? companion));
};

/**
 * An account may occur only once in its file: two imports of one account, each with some ledgers, would contradict each other.
 *
 * @param where its ledgers belong.
 */
export const repeatedAccount = (lineBefore: number, where: 'adjacent rows' | 'one line'): RowIssue => ({
  ...complain('invalid', `The account already occurs on line ${lineBefore}. Put all its ledgers in ${where}.`),
  path: 'external_account_number',
});
