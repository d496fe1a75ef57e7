import type { CreateTransactions, TransactionsRefusal } from '@carryover/application/imports/create-transactions';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { decimal } from '@carryover/contract/codecs/scalars';
import {
  makeCreateTransactionsBody,
  toMismatchIssue,
  transactionParameters,
} from '@carryover/contract/codecs/transaction';
import type { ErrorCode } from '@carryover/contract/error-codes';
import { attrOf, complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { type Limits, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { showPeriod } from '@carryover/domain/calendar-date';
import { MONEY, toMoney } from '@carryover/domain/decimal';
import { differingFields } from '@carryover/domain/differences';
import { checkSign, TRANSACTION_TYPES, type Transaction, transactionName } from '@carryover/domain/transaction';
import type { TransactionOutcome, TransactionRefusal } from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import {
  type Answer,
  failedValidation,
  linkToErrors,
  onAccountRefused,
  type Rejection,
  toErrorAnswer,
} from '../errors/rejection.ts';
import type { JsonBody } from '../read-body.ts';
import type { ImportEndpoint, Move, Submitted } from './import-handler.ts';

const describe = (transaction: Transaction): string =>
  `${transactionName(transaction)} of ${toMoney(transaction.amount)} on ${transaction.date}`;

/** Returns the issue of a refusal of the transaction at `at`. */
const toTransactionIssue = (at: Path, refused: TransactionRefusal): Issue => {
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
const toTransactionsErrorAnswer = (rejection: Rejection, sent: JsonValue | null): Answer => {
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

/** The bytes of one UTF-16 code unit in UTF-8, at most. */
const MAX_UNIT_BYTES = 3;
/** More than most results take: memory that is left over costs nothing. */
const RESULT_BYTES = 512;

/**
 * A long text, written piece by piece as the bytes that are sent. As a string it would go to the old generation at once, and
 * be copied twice more: a fifth of Node's work for a thousand transactions (ADR 16).
 */
class TextWriter {
  #bytes: Buffer;
  #end = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

  write(text: string): void {
    this.#reserve(MAX_UNIT_BYTES * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  copy(from: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.#end += from.copy(this.#bytes, this.#end, start, end);
  }

  /** Returns everything that was written; nothing may be written afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + bytes));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Members of `transaction_data` that differ from what was sent, or were not sent. */
type Changes = Readonly<Record<string, string | null>>;

const NONE: Changes = {};
const ALREADY_IMPORTED: Changes = { status: 'TRANSACTION_IMPORT_SUCCESS' };

/** Writes a part of the body's text; if each character is one byte, it is copied. */
const copyText = (to: TextWriter, { bytes, text }: JsonBody, start: number, end: number): void => {
  if (bytes.length === text.length) to.copy(bytes, start, end);
  else to.write(text.slice(start, end));
};

const hasAnyOf = (item: JsonObject, changes: Changes): boolean =>
  changes !== NONE && Object.keys(changes).some((name) => Object.hasOwn(item, name));

/** Writes a transaction as it was submitted, with another amount and other members. */
const writeData = (
  to: TextWriter,
  { sent, body }: Submitted,
  index: number,
  amount: string,
  changes: Changes,
): void => {
  const item = (sent.transactions as ReadonlyArray<JsonObject>)[index]!;
  if (body === null || hasAnyOf(item, changes)) {
    to.write(JSON.stringify({ ...item, amount, ...changes }));
    return;
  }
  const { start, end, amountStart, amountEnd } = body.items.at('transactions', index);
  copyText(to, body, start, amountStart);
  to.write(`"${amount}"`);
  copyText(to, body, amountEnd, end - 1);
  for (const name in changes) to.write(`,${JSON.stringify(name)}:${JSON.stringify(changes[name])}`);
  to.write('}');
};

const writeResult = (
  to: TextWriter,
  outcome: TransactionOutcome,
  transaction: Transaction,
  writeTransaction: (amount: string, changes: Changes) => void,
): void => {
  if (outcome.kind === 'added') {
    const { transaction: stored, movedFrom } = outcome;
    to.write('{"status":"TRANSACTION_ADDED_TO_ACCOUNT","transaction_data":');
    const moved = movedFrom === null ? NONE : { transaction_date: stored.date, note: stored.note };
    writeTransaction(toMoney(stored.amount), moved);
  } else {
    to.write('{"status":"TRANSACTION_ALREADY_EXISTS","transaction_data":');
    writeTransaction(toMoney(transaction.amount), ALREADY_IMPORTED);
    if (outcome.conflict.length > 0)
      to.write(`,"differing_fields":${JSON.stringify(differingFields(outcome.conflict))}`);
  }
  to.write('}');
};

/**
 * Returns the JSON text of `{results: […]}`: each transaction as it was submitted, with the stored date and note and the
 * amount with two places; for a transaction that exists with different content, also the names of the fields that differ
 * (§2, decisions 5).
 */
export const writeResults = (
  outcomes: ReadonlyArray<TransactionOutcome>,
  transactions: ReadonlyArray<Transaction>,
  submitted: Submitted,
): Buffer => {
  const text = new TextWriter(RESULT_BYTES * (outcomes.length + 1));
  text.write('{"results":[');
  outcomes.forEach((outcome, index) => {
    if (index > 0) text.write(',');
    writeResult(text, outcome, transactions[index]!, (amount, changes) =>
      writeData(text, submitted, index, amount, changes),
    );
  });
  text.write(']}');
  return text.finish();
};

/** The transactions whose date is changed to fall inside the open statement period (decisions 13). */
const toMoves = (outcomes: ReadonlyArray<TransactionOutcome>): ReadonlyArray<Move> =>
  outcomes.flatMap((outcome) =>
    outcome.kind === 'added' && outcome.movedFrom !== null
      ? [
          {
            transaction_id: outcome.transaction.transactionId,
            transaction_date: outcome.movedFrom.date,
            new_transaction_date: outcome.transaction.date,
          },
        ]
      : [],
  );

type Input = ValueOf<ReturnType<typeof makeCreateTransactionsBody>>;

/** POST /v1/data-import/transactions/create/ (§4.2) */
export const transactionsEndpoint = (
  createTransactions: CreateTransactions,
  limits: Limits,
): ImportEndpoint<
  Input,
  TransactionsRefusal,
  ReadonlyArray<TransactionOutcome>,
  ValueOf<typeof transactionParameters>
> => ({
  kind: 'transactions',
  input: makeCreateTransactionsBody(limits),
  parameters: transactionParameters,
  lists: ['transactions'],
  run: (command, { transactions }, parameters) => createTransactions({ ...command, ...parameters, transactions }),
  onSuccess: (outcomes, submitted, { transactions }) => ({
    status: 201,
    body: writeResults(outcomes, transactions, submitted),
  }),
  onRefused: {
    ...onAccountRefused,
    transactions_refused: ({ refused }) =>
      failedValidation(
        refused.flatMap(({ index, refusals }) =>
          refusals.map((refusal) => toTransactionIssue(['transactions', index], refusal)),
        ),
      ),
  },
  toErrorAnswer: toTransactionsErrorAnswer,
  movedBy: E.matchW(
    (refusals) =>
      refusals.flatMap((refusal) => (refusal.kind === 'transactions_refused' ? toMoves(refusal.outcomes) : [])),
    toMoves,
  ),
});
