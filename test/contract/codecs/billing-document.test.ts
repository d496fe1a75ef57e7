import { makeCreateHistoricalBillingDocumentsBody } from '@carryover/contract/codecs/billing-document';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { aCredit, aPayment, day } from '../../support/a-transaction.ts';
import { decoded, errorsOf, sent, TRANSACTIONS } from '../a-body.ts';
import { aHistoryBody, anItemBased, aPeriodBased } from './a-history-body.ts';

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
