import type { JsonObject } from '@carryover/contract/json/exact-json';
import { toMoney } from '@carryover/domain/decimal';
import { differingFields } from '@carryover/domain/differences';
import type { Transaction } from '@carryover/domain/transaction';
import type { TransactionOutcome } from '@carryover/domain/transaction-import';
import type { Move, Submitted } from '../endpoints/endpoint.ts';
import type { JsonBody } from '../pipeline/parse-body.ts';

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
export const toMoves = (outcomes: ReadonlyArray<TransactionOutcome>): ReadonlyArray<Move> =>
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
