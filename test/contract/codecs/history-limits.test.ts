import { makeCreateHistoricalBillingDocumentsBody } from '@carryover/contract/codecs/billing-document';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { day } from '../../support/a-transaction.ts';
import { errorsOf, sent, TRANSACTIONS } from '../a-body.ts';
import { aHistoryBody, anItemBased, aPeriodBased } from './a-history-body.ts';

const DOCUMENTS = 'historical_billing_documents';
const ADDITIONAL = 'additional_historical_transactions';
const errorsOfBody = (fields: object, limits = DEFAULT_LIMITS): ReadonlyArray<string> =>
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
    expect(errorsOfBody({ [DOCUMENTS]: ['a', 'b', 'a', 'A', 'a'].map((identifier) => document(identifier)) })).toEqual(
      [2, 4].map((at) => `${DOCUMENTS}.${at}.billing_document_identifier: duplicate_billing_document_identifiers`),
    );
  });

  it('of transactions, over all documents and beside them', () => {
    const fields = {
      [DOCUMENTS]: [document('a', '1', '2', '1'), document('b', '3', '2')],
      [ADDITIONAL]: transactions('4', '3', '4'),
    };
    expect(errorsOfBody(fields)).toEqual(
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
    expect(errorsOfBody({ [DOCUMENTS]: documents.slice(1) }, limits)).toEqual([]);
    expect(errorsOfBody({ [DOCUMENTS]: documents }, limits)).toEqual([`${DOCUMENTS}: max_items`]);
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
    expect(errorsOfBody(fields, { ...DEFAULT_LIMITS, maxHistoricalTransactions: 5 })).toEqual(errors);
  });
});

describe('transactions that were not sent', () => {
  it('count for nothing', () => {
    const fields = { [DOCUMENTS]: [document('a', '1', '2', '3', '4', '5')] };
    expect(errorsOfBody(fields, { ...DEFAULT_LIMITS, maxHistoricalTransactions: 5 })).toEqual([]);
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
