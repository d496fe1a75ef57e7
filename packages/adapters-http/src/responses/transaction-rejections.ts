import { decimal } from '@carryover/contract/codecs/scalars';
import { toMismatchIssue } from '@carryover/contract/codecs/transaction';
import type { ErrorCode } from '@carryover/contract/error-codes';
import { attrOf, complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import { isJsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { MONEY, toMoney } from '@carryover/domain/decimal';
import { showPeriod } from '@carryover/domain/statement-period';
import { checkSign, TRANSACTION_TYPES, type Transaction, transactionName } from '@carryover/domain/transaction';
import type { TransactionRefusal } from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import type { Answer } from './answer.ts';
import { linkToErrors } from './error-links.ts';
import { type Rejection, toErrorAnswer } from './rejection.ts';

const describe = (transaction: Transaction): string =>
  `${transactionName(transaction)} of ${toMoney(transaction.amount)} on ${transaction.date}`;

/** Returns the issue of a refusal of the transaction at `at`. */
export const toTransactionIssue = (at: Path, refused: TransactionRefusal): Issue => {
  if (refused.kind === 'no_open_statement_period') return issueAt([...at, 'transaction_date'], complain(refused.kind));
  if (refused.kind !== 'transaction_not_in_open_statement_period') return toMismatchIssue(at, refused);
  const { transaction, period } = refused;
  const detail = `${describe(transaction)} is not within the open statement period ${showPeriod(period)}`;
  return issueAt([...at, 'transaction_date'], complain(refused.kind, detail));
};

const transactionAt = (sent: JsonValue | null, [list, index]: Path): JsonValue => {
  if (list !== 'transactions' || typeof index !== 'number' || sent === null || !isJsonObject(sent)) return null;
  const { transactions } = sent;
  return Array.isArray(transactions) ? withMoney(transactions[index] ?? null) : null;
};

const money = decimal(MONEY);

/** Returns a failing transaction as submitted, a valid amount with two places (decisions 5). */
const withMoney = (transaction: JsonValue): JsonValue => {
  if (!isJsonObject(transaction) || !Object.hasOwn(transaction, 'amount')) return transaction;
  const amount = money.check(transaction.amount!);
  if (E.isLeft(amount)) return transaction;
  const type = TRANSACTION_TYPES.find((known) => known === transaction.type);
  const isAllowed = type === undefined || E.isRight(checkSign({ type, amount: amount.right }));
  return isAllowed ? { ...transaction, amount: toMoney(amount.right) } : transaction;
};

const DRY_RUN = 'send the same request to /v1/data-import/transactions/validate/';

/** Codes of the last check, which checks all transactions: if there is one, a dry run reports no other error. */
const LAST_CHECK: ReadonlySet<ErrorCode> = new Set([
  'no_open_statement_period',
  'transaction_not_in_open_statement_period',
]);

/** Returns a hint at the dry run, which reports all errors, if the request has, or may have, more than the first one. */
const pointer = ({ code, path }: Issue, count: number): string => {
  const counted = count < MAX_REPORTED_ISSUES ? count : `${count} or more`;
  if (count > 1) return ` This is the first of ${counted} errors. For all of them, ${DRY_RUN}.`;
  const mayHaveMore = path[0] === 'transactions' && !LAST_CHECK.has(code);
  return mayHaveMore ? ` Only the first error is reported here. For all errors, ${DRY_RUN}.` : '';
};

/** Adds a full stop if the text has none. */
const asSentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/**
 * Returns the endpoint's own form of a 400 (§4.2): the first error with its code, and the transaction as
 * submitted with a valid amount in two places, or null and the path in the text if no transaction is the cause. Other statuses have the common form.
 */
export const toTransactionsErrorAnswer = (rejection: Rejection, sent: JsonValue | null): Answer => {
  if (rejection.status !== 400) return toErrorAnswer(rejection);
  const issue: Issue = rejection.issues[0] ?? { code: rejection.code, detail: rejection.detail, path: [] };
  const transaction = transactionAt(sent, issue.path);
  const needsPath = issue.path.length > 0 && issue.code !== 'transaction_not_in_open_statement_period';
  const detail = needsPath ? `${attrOf(issue.path)}: ${issue.detail}` : issue.detail;
  const more = pointer(issue, rejection.issues.length);
  const body = {
    status: 'TRANSACTION_IMPORT_ERROR',
    error_detail: `${issue.code}: ${more === '' ? detail : asSentence(detail) + more}`,
    transaction_data: transaction,
  };
  const headers = { ...rejection.headers, ...linkToErrors([issue.code]) };
  return { status: 400, headers, body: JSON.stringify(body), code: issue.code };
};
