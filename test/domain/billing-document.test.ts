import type { BillingDocument } from '@carryover/domain/billing-document';
import {
  importHistory,
  type LedgerHistory,
  ledgerOpenForHistory,
  transactionsOf,
} from '@carryover/domain/billing-document';
import type { Ledger } from '@carryover/domain/ledger';
import type { Transaction } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aLineItem, aPayment, aSupplyCharge, day, decimal, oneOfEachType } from '../support/a-transaction.ts';

const aLedger = (fields: Partial<Ledger> = {}): Ledger => ({
  ledgerNumber: 'L-1',
  ledgerCode: 'ELECTRICITY',
  isMain: true,
  openPeriod: null,
  hasFinalizedBillingDocument: false,
  hasImportedHistory: false,
  ...fields,
});
const aDocument = (identifier: string, transactions: ReadonlyArray<Transaction>): BillingDocument => ({
  type: 'PERIOD_BASED',
  identifier,
  issuedDate: day('2019-10-01'),
  period: { from: day('2019-09-01'), to: day('2019-09-30') },
  transactions,
});

describe('a ledger takes history once, and none finalized before (§4.3); judged in this order (decisions 3, 6)', () => {
  it.each<[string, Ledger | null, string, string | null]>([
    ['the ledger that is meant', aLedger(), 'ELECTRICITY', null],
    ['another that is not the main one', aLedger({ isMain: false }), 'ELECTRICITY', null],
    ['one with an open period', aLedger({ openPeriod: { from: day('2026-06-01'), to: null } }), 'ELECTRICITY', null],
    ['none of that number', null, 'ELECTRICITY', 'ledger_does_not_exist'],
    ['one of another code', aLedger(), 'GAS', 'ledger_code_does_not_exist'],
    ['one of that code in other case', aLedger(), 'Electricity', 'ledger_code_does_not_exist'],
    [
      'one with history',
      aLedger({ hasImportedHistory: true }),
      'ELECTRICITY',
      'historical_billing_documents_already_imported',
    ],
    [
      'one with a finalized document',
      aLedger({ hasFinalizedBillingDocument: true }),
      'ELECTRICITY',
      'ledger_has_finalized_billing_document',
    ],
    [
      'one with both: imported before finalized',
      aLedger({ hasImportedHistory: true, hasFinalizedBillingDocument: true }),
      'ELECTRICITY',
      'historical_billing_documents_already_imported',
    ],
    ['one with both, of another code', aLedger({ hasImportedHistory: true }), 'GAS', 'ledger_code_does_not_exist'],
  ])('%s', (_, ledger, code, kind) => {
    expect(ledgerOpenForHistory(ledger, code)).toEqual(kind === null ? E.right(ledger) : E.left({ kind }));
  });
});

describe('the history of a ledger is placed as it is (decisions 6)', () => {
  const payment = (transactionId: string, date = '1999-01-01') => aPayment({ transactionId, date: day(date) });
  const history: LedgerHistory = {
    documents: [
      aDocument('D-1', [payment('1'), payment('2', '2199-12-31')]),
      aDocument('D-2', []),
      aDocument('D-3', [payment('3')]),
    ],
    additionalTransactions: [payment('4'), payment('5')],
  };
  const placed = (transaction: Transaction, billingDocument: string | null) => ({
    transaction,
    movedFrom: null,
    mismatches: [],
    billingDocument,
  });
  const at = (document: number | null, index: number) => ({ place: { document, index } });

  it('each transaction with its own date, against its document or the ledger alone', () => {
    const [one, , three] = history.documents;
    expect(importHistory(new Set(), 'report')(history)).toEqual(
      E.right([
        placed(one!.transactions[0]!, 'D-1'),
        placed(one!.transactions[1]!, 'D-1'),
        placed(three!.transactions[0]!, 'D-3'),
        placed(history.additionalTransactions[0]!, null),
        placed(history.additionalTransactions[1]!, null),
      ]),
    );
  });

  it('each at its place', () => {
    expect(transactionsOf(history).map(({ transaction, place }) => [transaction.transactionId, place])).toEqual([
      ['1', { document: 0, index: 0 }],
      ['2', { document: 0, index: 1 }],
      ['3', { document: 2, index: 0 }],
      ['4', { document: null, index: 0 }],
      ['5', { document: null, index: 1 }],
    ]);
  });

  it('unless one is on the account already: all of these are named', () => {
    expect(importHistory(new Set(['2', '4', 'other']), 'report')(history)).toEqual(
      E.left([
        { kind: 'transaction_already_exists', ...at(0, 1) },
        { kind: 'transaction_already_exists', ...at(null, 0) },
      ]),
    );
  });

  it('may be of any type, or nothing', () => {
    const additionalTransactions = oneOfEachType();
    expect(importHistory(new Set(), 'enforce')({ documents: [], additionalTransactions })).toEqual(
      E.right(additionalTransactions.map((one) => placed(one, null))),
    );
    expect(importHistory(new Set(), 'enforce')({ documents: [], additionalTransactions: [] })).toEqual(E.right([]));
  });

  describe('with supply charges whose figures disagree (decisions 5)', () => {
    const wrong = aSupplyCharge({ lineItems: [aLineItem({ netAmount: decimal('71.02') })] });
    const both = { documents: [aDocument('D-1', [payment('2'), wrong])], additionalTransactions: [] };
    const line = {
      kind: 'incorrect_line_item_net_amount',
      lineItem: 0,
      expected: decimal('71'),
      actual: decimal('71.02'),
    };
    const total = {
      kind: 'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
      expected: decimal('71.02'),
      actual: decimal('71'),
    };

    it('they are reported', () => {
      const result = importHistory(new Set(), 'report')(both);
      if (E.isLeft(result)) return expect.fail('refused');
      expect(result.right.map(({ mismatches }) => mismatches.toSorted((a) => ('lineItem' in a ? -1 : 1)))).toEqual([
        [],
        [line, total],
      ]);
    });

    it('or refused, each named, beside what exists already', () => {
      const result = importHistory(new Set(['1', '2']), 'enforce')(both);
      if (E.isRight(result)) return expect.fail('not refused');
      expect(result.left).toHaveLength(4);
      expect(result.left).toEqual(
        expect.arrayContaining([
          { kind: 'transaction_already_exists', ...at(0, 0) },
          { kind: 'transaction_already_exists', ...at(0, 1) },
          { ...line, ...at(0, 1) },
          { ...total, ...at(0, 1) },
        ]),
      );
    });
  });
});
