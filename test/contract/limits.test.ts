import { DEFAULT_LIMITS, MAX_LENGTH, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';

describe('the limits of one request (decisions 3)', () => {
  it('10,000 notes, transactions or statements; 5,000 billing documents with 25,000 transactions in all', () => {
    expect(DEFAULT_LIMITS).toMatchObject({
      maxItems: 10_000,
      maxBillingDocuments: 5_000,
      maxHistoricalTransactions: 25_000,
    });
  });

  it('supplier codes of 32 characters, other identifiers of 128, payment references of 512, notes of 10,000', () => {
    expect(MAX_LENGTH).toMatchObject({
      importSupplier: 32,
      externalAccountNumber: 128,
      identifier: 128,
      paymentReference: 512,
      freeText: 10_000,
    });
  });

  it('100 errors in an answer', () => {
    expect(MAX_REPORTED_ISSUES).toBe(100);
  });
});
