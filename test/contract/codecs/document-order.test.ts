import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, errorsOf, read, sent, transaction } from '../a-body.ts';

const notesBody = makeCreateNotesBody(DEFAULT_LIMITS);
const transactionsBody = makeCreateTransactionsBody(DEFAULT_LIMITS);
const errorsOfNotes = (notes: ReadonlyArray<unknown>) => errorsOf(notesBody, sent({ ...ACCOUNT, notes }));
const errorsOfTransactions = (transactions: ReadonlyArray<unknown>) =>
  errorsOf(transactionsBody, sent({ ...ACCOUNT, transactions }));
const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i));

describe('all errors of a payload are reported in document order (decisions 3)', () => {
  it('at every depth, rules and missing fields at their place', () => {
    const text = `{
      "x": 1,
      "transactions": [
        {"type": "SUPPLY_CHARGE", "line_items": [{"end_date": "2019-08-31", "start_date": "2019-09-01", "units": [1e-5],
          "net_amount": null}], "product_code": "", "amount": 1.005, "tax_items": {}, "transaction_id": "1"},
        {"transaction_date": "2019-10-03", "amount": "0.00", "y": 1, "transaction_id": "1", "type": "PAYMENT", "reason": ""},
        7
      ],
      "import_supplier": ""
    }`;
    expect(errorsOf(transactionsBody, read(text))).toEqual([
      'x: unknown_field',
      'transactions.0.line_items.0.end_date: start_date_later_than_end_date',
      'transactions.0.line_items.0.units.0: max_decimal_places',
      'transactions.0.line_items.0.net_amount: null',
      'transactions.0.line_items.0.rate_band: required',
      'transactions.0.line_items.0.number_of_units: required',
      'transactions.0.product_code: blank',
      'transactions.0.amount: max_decimal_places',
      'transactions.0.tax_items: invalid',
      'transactions.0.transaction_date: required',
      'transactions.1.amount: invalid_amount',
      'transactions.1.y: unknown_field',
      'transactions.1.transaction_id: duplicate_transaction_ids',
      'transactions.1.reason: invalid',
      'transactions.2: invalid',
      'import_supplier: blank',
      'external_account_number: required',
    ]);
  });

  it('of a note before those of its fields', () => {
    expect(errorsOfNotes([{ body: 'a' }, { is_pinned: 1, z: 1 }, { z: 1 }])).toEqual([
      'notes.1: note_body_or_document_path_not_found',
      'notes.1.is_pinned: invalid',
      'notes.1.z: unknown_field',
      'notes.2: note_body_or_document_path_not_found',
      'notes.2.z: unknown_field',
    ]);
  });
});

describe('the first 100 are reported (decisions 3)', () => {
  it('with a time to unpin that comes before a hundred wrong documents', () => {
    const note = {
      created_at: '2026-06-02T00:00:00Z',
      unpin_at: '2026-06-01T00:00:00Z',
      document_paths: times(150, () => null),
    };
    expect(errorsOfNotes([note])).toEqual([
      'notes.0.unpin_at: note_unpin_at_earlier_than_creation_date',
      ...times(99, (i) => `notes.0.document_paths.${i}: null`),
    ]);
  });

  it('with what a field says only together with one that comes after a hundred errors', () => {
    const unknown = Object.fromEntries(times(150, (i) => [`f${i}`, i]));
    const note = { body: 'a', unpin_at: '2026-06-01T00:00:00Z', ...unknown, created_at: '2026-06-02T00:00:00Z' };
    expect(errorsOfNotes([note])).toEqual([
      'notes.0.unpin_at: note_unpin_at_earlier_than_creation_date',
      ...times(99, (i) => `notes.0.f${i}: unknown_field`),
    ]);
  });

  it('the hundredth being the first of its item', () => {
    expect(errorsOfNotes([...times(99, () => ({ body: '' })), { is_pinned: 1 }])).toEqual([
      ...times(99, (i) => `notes.${i}.body: blank`),
      'notes.99: note_body_or_document_path_not_found',
    ]);
  });
});

describe('a request of transactions, each wrong or right', () => {
  const memberArb = fc.constantFrom<readonly [string, unknown]>(
    ['amount', 1],
    ['amount', 0],
    ['amount', ''],
    ['transaction_date', '2019-10-03'],
    ['transaction_date', '2019-02-29'],
    ['note', null],
    ['payment_type', 'DEBIT_CARD'],
    ['x', 1],
    ['__proto__', 1],
  );
  const itemArb = fc
    .tuple(
      fc.array(memberArb, { maxLength: 5 }),
      fc.tuple(fc.nat(), fc.nat(80), fc.constantFrom('PAYMENT', 'CREDIT', 'OTHER')),
    )
    .map(([members, [at, id, type]]) => {
      const place = at % (members.length + 1);
      const own: ReadonlyArray<readonly [string, unknown]> = [
        ['transaction_id', `${id}`],
        ['type', type],
      ];
      return Object.fromEntries([...members.slice(0, place), ...own, ...members.slice(place)]);
    });

  it('has the errors of each alone and the repeated ids, the first 100 in document order', () => {
    fc.assert(
      fc.property(fc.array(itemArb, { minLength: 20, maxLength: 120, size: 'max' }), (items) => {
        const all = items.flatMap((item, at) => {
          const isRepeated = items.slice(0, at).some((before) => before.transaction_id === item.transaction_id);
          const errors = [
            ...errorsOf(transaction, sent(item)),
            ...(isRepeated ? ['transaction_id: duplicate_transaction_ids'] : []),
          ];
          const names = Object.keys(item);
          const placeOf = (error: string): number => {
            const place = names.indexOf(error.slice(0, error.indexOf(':')));
            return place === -1 ? names.length : place;
          };
          return errors.toSorted((a, b) => placeOf(a) - placeOf(b)).map((error) => `transactions.${at}.${error}`);
        });
        expect(errorsOfTransactions(items)).toEqual(all.slice(0, 100));
      }),
      { numRuns: 40 },
    );
  });
});
