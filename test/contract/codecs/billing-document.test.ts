import { makeCreateHistoricalBillingDocumentsBody } from '@carryover/contract/codecs/billing-document';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { aCredit, aPayment, day } from '../../support/a-transaction.ts';
import { ACCOUNT, decoded, errorsOf, sent, TRANSACTIONS } from '../a-body.ts';

/** A document for a period, and one for items, without transactions unless said otherwise. */
const aPeriodBased = (fields: object = {}) => ({
  billing_document_identifier: 'D-1',
  billing_document_type: 'PERIOD_BASED',
  issued_date: '2019-10-01',
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  transactions: [],
  ...fields,
});
const anItemBased = (fields: object = {}) => ({
  billing_document_identifier: 'D-1',
  billing_document_type: 'ITEM_BASED',
  issued_date: '2019-10-01',
  transactions: [],
  ...fields,
});

/** The body of a request with one document for a period. */
const aHistoryBody = (fields: object = {}) => ({
  ...ACCOUNT,
  ledger_code: 'ELECTRICITY',
  ledger_number: 'L-1',
  billing_document_type: 'PERIOD_BASED',
  historical_billing_documents: [aPeriodBased()],
  ...fields,
});

const TODAY = day('2026-06-15');
const body = makeCreateHistoricalBillingDocumentsBody(DEFAULT_LIMITS, () => TODAY);
const errorsOfBody = (fields: object): ReadonlyArray<string> => errorsOf(body, sent(aHistoryBody(fields)));
const DOCUMENTS = 'historical_billing_documents';
const ADDITIONAL = 'additional_historical_transactions';

describe('the history of a ledger (§2, decisions 6)', () => {
  it('as documents for periods', () => {
    const transactions = [TRANSACTIONS.CREDIT, { ...TRANSACTIONS.PAYMENT, transaction_id: '2' }];
    const input = decoded(body, sent(aHistoryBody({ [DOCUMENTS]: [aPeriodBased({ transactions })] })));
    expect(input).toMatchObject({
      ledgerCode: 'ELECTRICITY',
      ledgerNumber: 'L-1',
      type: 'PERIOD_BASED',
    });
    expect(input.documents).toEqual([
      {
        type: 'PERIOD_BASED',
        identifier: 'D-1',
        issuedDate: day('2019-10-01'),
        period: { from: day('2019-09-01'), to: day('2019-09-30') },
        transactions: [aCredit(), aPayment({ transactionId: '2' })],
      },
    ]);
  });

  it('as documents for items, and transactions beside them', () => {
    const request = {
      billing_document_type: 'ITEM_BASED',
      [DOCUMENTS]: [anItemBased()],
      [ADDITIONAL]: [TRANSACTIONS.CREDIT],
    };
    const input = decoded(body, sent(aHistoryBody(request)));
    expect([input.documents, input.additionalTransactions]).toEqual([
      [{ type: 'ITEM_BASED', identifier: 'D-1', issuedDate: day('2019-10-01'), period: null, transactions: [] }],
      [aCredit()],
    ]);
  });

  it.each(Object.keys(aHistoryBody()))('needs %s', (name) => {
    const without = Object.fromEntries(Object.entries(aHistoryBody()).filter(([key]) => key !== name));
    expect(errorsOf(body, sent(without))).toEqual([`${name}: required`]);
    expect(errorsOfBody({ [name]: null })).toEqual([`${name}: null`]);
    expect(errorsOfBody({ [name]: 1 })).toEqual([`${name}: invalid`]);
  });

  it.each<[string, object, ReadonlyArray<string>]>([
    ['an empty ledger number', { ledger_number: '' }, ['ledger_number: blank']],
    ['a ledger number of 129', { ledger_number: 'a'.repeat(129) }, ['ledger_number: max_length']],
    ['any ledger code', { ledger_code: 'gas, and more' }, []],
    ['a ledger code of 129', { ledger_code: 'a'.repeat(129) }, ['ledger_code: max_length']],
    ['an empty ledger code', { ledger_code: '' }, ['ledger_code: blank']],
    ['another type', { billing_document_type: 'OTHER' }, ['billing_document_type: invalid_choice']],
    ['additional transactions that are null', { [ADDITIONAL]: null }, [`${ADDITIONAL}: null`]],
    ['another field', { transactions: [] }, ['transactions: unknown_field']],
    ['no document', { [DOCUMENTS]: [], [ADDITIONAL]: [TRANSACTIONS.CREDIT] }, []],
    ['no document and no transactions', { [DOCUMENTS]: [] }, [`${DOCUMENTS}: min_items`]],
    ['both empty', { [DOCUMENTS]: [], [ADDITIONAL]: [] }, [`${DOCUMENTS}: min_items`]],
    ['documents, and no transactions beside them', { [ADDITIONAL]: [] }, []],
  ])('%s', (_, fields, errors) => {
    expect(errorsOfBody(fields)).toEqual(errors);
  });
});

describe('a billing document (decisions 6)', () => {
  const errorsOfDocument = (document: unknown, type = 'PERIOD_BASED'): ReadonlyArray<string> =>
    errorsOfBody({ billing_document_type: type, [DOCUMENTS]: [document] }).map((error) =>
      error.replace(new RegExp(`^${DOCUMENTS}\\.0\\.?`), ''),
    );

  it.each(Object.keys(aPeriodBased()).filter((name) => name !== 'billing_document_type'))(
    'for a period needs %s',
    (name) => {
      const without = Object.fromEntries(Object.entries(aPeriodBased()).filter(([key]) => key !== name));
      expect(errorsOfDocument(without)).toEqual([`${name}: required`]);
      expect(errorsOfDocument(aPeriodBased({ [name]: null }))).toEqual([`${name}: null`]);
    },
  );

  it.each(['bill_period_from_date', 'bill_period_to_date'])('for items has no %s', (name) => {
    expect(errorsOfDocument(anItemBased({ [name]: '2019-09-01' }), 'ITEM_BASED')).toEqual([
      `${name}: field_not_used_with_type`,
    ]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['of the other type', anItemBased(), ['billing_document_type: billing_document_type_mismatch']],
    ['of no known type', aPeriodBased({ billing_document_type: 'OTHER' }), ['billing_document_type: invalid_choice']],
    ['of no type', { ...anItemBased(), billing_document_type: undefined }, ['billing_document_type: required']],
    ['of one day', aPeriodBased({ bill_period_to_date: '2019-09-01' }), []],
    ['reversed', aPeriodBased({ bill_period_to_date: '2019-08-31' }), ['bill_period_to_date: invalid_period']],
    [
      'with an empty identifier',
      aPeriodBased({ billing_document_identifier: '' }),
      ['billing_document_identifier: blank'],
    ],
    [
      'with an identifier of 129',
      aPeriodBased({ billing_document_identifier: 'a'.repeat(129) }),
      ['billing_document_identifier: max_length'],
    ],
    ['with another field', aPeriodBased({ document_path: 'a' }), ['document_path: unknown_field']],
    ['that is null', null, [': null']],
    ['that is a list', [], [': invalid']],
    ['issued in the future', aPeriodBased({ issued_date: '2199-12-31' }), []],
  ])('%s', (_, document, errors) => {
    expect(errorsOfDocument(document)).toEqual(errors);
  });

  it('is not compared with a type of the request that is wrong', () => {
    expect(errorsOfDocument(anItemBased(), 'OTHER')).toEqual(['billing_document_type: invalid_choice']);
  });
});

describe('a transaction of the past (decisions 6)', () => {
  it.each([
    ['2026-06-14', []],
    ['2026-06-15', []],
    ['2026-06-16', ['transaction_in_future']],
    ['2026-06-31', ['invalid']],
  ])('on %s, today being 2026-06-15', (transaction_date, codes) => {
    const transactions = [{ ...TRANSACTIONS.CREDIT, transaction_date }];
    const inDocument = errorsOfBody({ [DOCUMENTS]: [aPeriodBased({ transactions })] });
    expect(inDocument).toEqual(codes.map((code) => `${DOCUMENTS}.0.transactions.0.transaction_date: ${code}`));
    expect(errorsOfBody({ [ADDITIONAL]: transactions })).toEqual(
      codes.map((code) => `${ADDITIONAL}.0.transaction_date: ${code}`),
    );
  });

  it('follows today as it changes', () => {
    let today = day('2026-06-15');
    const changing = makeCreateHistoricalBillingDocumentsBody(DEFAULT_LIMITS, () => today);
    const tomorrow = sent(aHistoryBody({ [ADDITIONAL]: [{ ...TRANSACTIONS.CREDIT, transaction_date: '2026-06-16' }] }));
    expect(errorsOf(changing, tomorrow)).toHaveLength(1);
    today = day('2026-06-16');
    expect(errorsOf(changing, tomorrow)).toEqual([]);
  });

  it('has the fields of its type, as on the transactions endpoint', () => {
    const transactions = [
      { ...TRANSACTIONS.CREDIT, payment_type: 'DEBIT_CARD' },
      { ...TRANSACTIONS.PAYMENT, transaction_id: '2', amount: 0 },
    ];
    expect(errorsOfBody({ [DOCUMENTS]: [aPeriodBased({ transactions })] })).toEqual([
      `${DOCUMENTS}.0.transactions.0.payment_type: field_not_used_with_type`,
      `${DOCUMENTS}.0.transactions.1.amount: invalid_amount`,
    ]);
  });
});

const errorsWithin = (fields: object, limits = DEFAULT_LIMITS): ReadonlyArray<string> =>
  errorsOf(
    makeCreateHistoricalBillingDocumentsBody(limits, () => day('2026-06-15')),
    sent(aHistoryBody(fields)),
  );
const document = (identifier: string, ...ids: ReadonlyArray<string>) =>
  aPeriodBased({ billing_document_identifier: identifier, transactions: transactions(...ids) });
const transactions = (...ids: ReadonlyArray<string>) =>
  ids.map((transaction_id) => ({ ...TRANSACTIONS.CREDIT, transaction_id }));

describe('identifiers are unique in the request, reported at the later occurrence (decisions 3, 6)', () => {
  it('of documents', () => {
    expect(errorsWithin({ [DOCUMENTS]: ['a', 'b', 'a', 'A', 'a'].map((identifier) => document(identifier)) })).toEqual(
      [2, 4].map((at) => `${DOCUMENTS}.${at}.billing_document_identifier: duplicate_billing_document_identifiers`),
    );
  });

  it('of transactions, over all documents and beside them', () => {
    const fields = {
      [DOCUMENTS]: [document('a', '1', '2', '1'), document('b', '3', '2')],
      [ADDITIONAL]: transactions('4', '3', '4'),
    };
    expect(errorsWithin(fields)).toEqual(
      [`${DOCUMENTS}.0.transactions.2`, `${DOCUMENTS}.1.transactions.1`, `${ADDITIONAL}.1`, `${ADDITIONAL}.2`].map(
        (place) => `${place}.transaction_id: duplicate_transaction_ids`,
      ),
    );
  });

  it('the later in the request as it was sent, whichever list is first', () => {
    const { [DOCUMENTS]: _, ...rest } = aHistoryBody();
    const request = { ...rest, [ADDITIONAL]: transactions('1'), [DOCUMENTS]: [document('a', '1')] };
    const codec = makeCreateHistoricalBillingDocumentsBody(DEFAULT_LIMITS, () => day('2026-06-15'));
    expect(errorsOf(codec, sent(request))).toEqual([
      `${DOCUMENTS}.0.transactions.0.transaction_id: duplicate_transaction_ids`,
    ]);
  });
});

describe('the limits of a request (decisions 3)', () => {
  const numbers = (count: number, from: number): ReadonlyArray<string> =>
    Array.from({ length: count }, (_, i) => `${from + i}`);

  it('of documents', () => {
    const documents = ['a', 'b', 'c'].map((identifier) => document(identifier));
    const limits = { ...DEFAULT_LIMITS, maxBillingDocuments: 2 };
    expect(errorsWithin({ [DOCUMENTS]: documents.slice(1) }, limits)).toEqual([]);
    expect(errorsWithin({ [DOCUMENTS]: documents }, limits)).toEqual([`${DOCUMENTS}: max_items`]);
  });

  it.each([
    [2, 2, 0, []],
    [2, 2, 1, []],
    [5, 0, 0, []],
    [0, 0, 5, []],
    [2, 2, 2, [`${ADDITIONAL}: max_items`]],
    [3, 3, 0, [`${DOCUMENTS}.1.transactions: max_items`]],
    [6, 0, 0, [`${DOCUMENTS}.0.transactions: max_items`]],
    [0, 0, 6, [`${ADDITIONAL}: max_items`]],
  ])('of 5 transactions in all: %i and %i in documents, %i beside them', (first, second, beside, errors) => {
    const fields = {
      [DOCUMENTS]: [document('a', ...numbers(first, 10)), document('b', ...numbers(second, 20))],
      [ADDITIONAL]: transactions(...numbers(beside, 30)),
    };
    expect(errorsWithin(fields, { ...DEFAULT_LIMITS, maxHistoricalTransactions: 5 })).toEqual(errors);
  });
});

describe('transactions that were not sent', () => {
  it('count for nothing', () => {
    const fields = { [DOCUMENTS]: [document('a', '1', '2', '3', '4', '5')] };
    expect(errorsWithin(fields, { ...DEFAULT_LIMITS, maxHistoricalTransactions: 5 })).toEqual([]);
  });
});

describe('the first 100 errors (decisions 3)', () => {
  it('with a type that differs, though that of the request comes after a hundred others', () => {
    const { billing_document_type: type, [DOCUMENTS]: _, ...rest } = aHistoryBody();
    const documents = [anItemBased({ transactions: Array(150).fill(null) })];
    const request = { ...rest, [DOCUMENTS]: documents, billing_document_type: type };
    const codec = makeCreateHistoricalBillingDocumentsBody(DEFAULT_LIMITS, () => day('2026-06-15'));
    const errors = errorsOf(codec, sent(request));
    expect([errors[0], errors.length]).toEqual([
      `${DOCUMENTS}.0.billing_document_type: billing_document_type_mismatch`,
      100,
    ]);
  });
});
