import type { Codec } from '@carryover/contract/codecs/codec';
import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { DEFAULT_LIMITS, MAX_DRY_RUN_ISSUES } from '@carryover/contract/limits';
import { NearestNames, nearestName } from '@carryover/contract/nearest-name';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { read } from './a-body.ts';

const NAMES = ['transaction_id', 'transaction_date', 'amount', 'type', 'note', 'display_note', 'reference'];

describe('the nearest known name', () => {
  it.each([
    ['transactionId', 'transaction_id'],
    ['TransactionID', 'transaction_id'],
    ['TRANSACTION-ID', 'transaction_id'],
    ['transaction id', 'transaction_id'],
    ['transactoin_id', 'transaction_id'],
    ['transaction_ids', 'transaction_id'],
    ['transaction_data', 'transaction_date'],
    ['amonut', 'amount'],
    ['Amount', 'amount'],
    ['tpye', 'type'],
    ['notes', 'note'],
    ['refrence', 'reference'],
    ['displaynote', 'display_note'],
    ['typ', 'type'],
    ['not', 'note'],
    ['date', 'transaction_date'],
    ['Id', 'transaction_id'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest);
  });

  it.each(['', 'x', 'to', 'colour', 'transac', '__proto__', 'constructor', 'amount'.repeat(20), 'é'])(
    'of "%s" is none',
    (name) => {
      expect(nearestName(name, NAMES)).toBeNull();
    },
  );
});

const transactions = makeCreateTransactionsBody(DEFAULT_LIMITS);
const detailsOf = <A>(codec: Codec<A>, text: string): ReadonlyArray<string> => {
  const decoded = codec.check(read(text), MAX_DRY_RUN_ISSUES);
  const issues = E.isLeft(decoded) ? decoded.left : [];
  return issues.filter(({ code }) => code === 'unknown_field').map(({ detail }) => detail);
};

describe('an unknown field', () => {
  it.each([
    ['of the body', '{"importSupplier":"a"}', 'import_supplier'],
    ['of a payment', '{"transactions":[{"type":"PAYMENT","transactionId":"a"}]}', 'transaction_id'],
    ['of a charge, which another type uses', '{"transactions":[{"type":"CHARGE","paymentType":"a"}]}', 'payment_type'],
    ['of an unknown type', '{"transactions":[{"type":"X","Amount":"a"}]}', 'amount'],
    ['of a line item', '{"transactions":[{"type":"SUPPLY_CHARGE","line_items":[{"netAmount":1}]}]}', 'net_amount'],
  ])('%s is told the field that was probably meant', (_, text, meant) => {
    expect(detailsOf(transactions, text)).toEqual([`The interface has no such field. Did you mean \`${meant}\`?`]);
  });

  it('like no other is told nothing', () => {
    expect(detailsOf(makeCreateNotesBody(DEFAULT_LIMITS), '{"colour":1}')).toEqual([
      'The interface has no such field.',
    ]);
  });

  it('is told it in each of 10,000 items', () => {
    const item = '{"type":"PAYMENT","transactionId":"a"}';
    const details = detailsOf(transactions, `{"transactions":[${Array(10_000).fill(item).join(',')}]}`);
    expect(details).toHaveLength(10_000);
    expect(new Set(details).size).toBe(1);
    expect(details[0]).toContain('`transaction_id`');
  });
});

describe('100,000 unknown names', () => {
  it('are compared with the known ones as far as anyone reads', () => {
    const nearestNames = new NearestNames();
    const { user } = process.cpuUsage();
    const found = Array.from({ length: 100_000 }, (_, at) => nearestNames.of(`transaction_i${at % 10}${at}`, NAMES));
    expect(process.cpuUsage().user - user).toBeLessThan(500_000);
    expect(found[0]).toBe('transaction_id');
    expect(found.at(-1)).toBeNull();
  });
});
