import { writeResults } from '@carryover/adapters-http/imports/transactions';
import { parseBody } from '@carryover/adapters-http/read-body';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import type { Transaction } from '@carryover/domain/transaction';
import type { TransactionOutcome } from '@carryover/domain/transaction-import';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aCharge } from '../support/a-transaction.ts';

type Decision = 'added' | 'moved' | 'already_exists' | 'conflict';

const stored: Transaction = aCharge({ note: 'Moved ü' });

const outcomeOf = (decision: Decision): TransactionOutcome => {
  const placed = { transaction: stored, mismatches: [], billingDocument: null };
  if (decision === 'added') return { kind: 'added', ...placed, movedFrom: null };
  if (decision === 'moved') return { kind: 'added', ...placed, movedFrom: { date: stored.date, note: null } };
  const conflict = [{ field: 'amount', recorded: '1.00', submitted: '2.00' }];
  return { kind: 'already_exists', conflict: decision === 'conflict' ? conflict : [] };
};

/** Returns the results of the body's transactions, which are all of the same amount. */
const resultsOf = (text: string, decisions: ReadonlyArray<Decision>, leftOut = false): string => {
  const body = parseBody(Buffer.from(text));
  if (E.isLeft(body)) throw new Error(body.left.detail);
  const submitted = { sent: body.right.value as JsonObject, body: leftOut ? null : body.right };
  return writeResults(
    decisions.map(outcomeOf),
    decisions.map(() => stored),
    submitted,
  ).toString();
};

const AMOUNT = stored.amount.toFixed(2);
const added = (data: string) => `{"status":"TRANSACTION_ADDED_TO_ACCOUNT","transaction_data":${data}}`;

describe('a transaction is answered as it was submitted, with the amount in two places', () => {
  it('keeps numbers, escape sequences and spaces', () => {
    const text = '{"transactions": [ {"a": 1.50, "amount" : 12.5 ,"b":"\\u00e9"},{"amount":"1"} ]}';
    expect(resultsOf(text, ['added', 'added'])).toBe(
      `{"results":[${added(`{"a": 1.50, "amount" :"${AMOUNT}" ,"b":"\\u00e9"}`)},${added(`{"amount":"${AMOUNT}"}`)}]}`,
    );
  });

  it('keeps characters of more than one byte', () => {
    const text = '{"transactions":[{"note":"Zählerstand 💡 é","amount":1},{"amount":2,"note":"ok €"}]}';
    expect(resultsOf(text, ['added', 'already_exists'])).toBe(
      `{"results":[${added(`{"note":"Zählerstand 💡 é","amount":"${AMOUNT}"}`)},` +
        `{"status":"TRANSACTION_ALREADY_EXISTS","transaction_data":{"amount":"${AMOUNT}","note":"ok €","status":"TRANSACTION_IMPORT_SUCCESS"}}]}`,
    );
  });

  it('has the stored date and note in place of those that were sent', () => {
    const text = '{"transactions":[{"note": null, "amount":1, "transaction_date": "2020-01-01"}]}';
    expect(resultsOf(text, ['moved'])).toBe(
      `{"results":[${added(`{"note":"Moved ü","amount":"${AMOUNT}","transaction_date":"${stored.date}"}`)}]}`,
    );
  });

  it('has the stored date and note after the other fields if neither was sent', () => {
    expect(resultsOf('{"transactions":[{ "amount":1}]}', ['moved'])).toBe(
      `{"results":[${added(`{ "amount":"${AMOUNT}","transaction_date":"${stored.date}","note":"Moved ü"}`)}]}`,
    );
  });

  it('is without the fields that were left out', () => {
    expect(resultsOf('{"transactions":[{"note": null, "amount":1}]}', ['added'], true)).toBe(
      `{"results":[${added(`{"note":null,"amount":"${AMOUNT}"}`)}]}`,
    );
  });

  it('names the fields that differ from the stored transaction', () => {
    const { results } = JSON.parse(resultsOf('{"transactions":[{"amount":1}]}', ['conflict']));
    expect(results[0].differing_fields).toEqual(['amount']);
  });

  it('has the amount changed of the transaction itself, also if its name is escaped, and of no other object', () => {
    const item = '{"tax": [{"amount": 7}], "\\u0061mount":3, "more": {"amount": 8}}';
    const others = '"x": {"y": {"amount": 1}}, "first": [], "other": [{"amount": 9}, {"b": 1}]';
    const expected = `{"results":[${added(item.replace(':3', `:"${AMOUNT}"`))}]}`;
    expect(resultsOf(`{${others}, "transactions": [${item}]}`, ['added'])).toBe(expected);
    expect(resultsOf(`{"transactions": [${item}], ${others}}`, ['added'])).toBe(expected);
  });
});

it('copied from the text, the results have the same value as when they are written from the values', () => {
  const member: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    fc.integer().map(String),
    fc.constant(null),
    fc.array(fc.dictionary(fc.string(), fc.string())),
  ) as fc.Arbitrary<JsonValue>;
  const item = fc
    .dictionary(fc.string(), member)
    .chain((some) => fc.shuffledSubarray(Object.entries({ ...some, amount: '1' }), { minLength: 1 }))
    .map((members) => Object.fromEntries([...members, ['amount', '2']]));
  const decision = fc.constantFrom<Decision>('added', 'moved', 'already_exists', 'conflict');
  const sent = fc.array(fc.tuple(item, decision), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sent, fc.nat(3), (pairs, indent) => {
      const transactions = pairs.map(([one]) => one);
      const decisions = pairs.map(([, one]) => one);
      const text = JSON.stringify({ first: transactions.slice(1), transactions }, null, indent);
      expect(JSON.parse(resultsOf(text, decisions))).toEqual(JSON.parse(resultsOf(text, decisions, true)));
    }),
    { numRuns: 300 },
  );
});
