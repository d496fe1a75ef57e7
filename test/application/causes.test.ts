import { canExplain } from '@carryover/application/operator/reconciliation/causes';
import type { Explanation } from '@carryover/application/operator/reconciliation/reconciliation';
import { TOTAL_TYPES } from '@carryover/domain/proof/control-total';
import { describe, expect, it } from 'vitest';
import { aConflict, aDifference, aKey, aTotal, everyExplanation } from '../operator/report/a-reconciliation.ts';

const countedInPayments = () => [{ ...aKey() }];
const kindsFor = (
  expected: number,
  actual: number,
  key: Parameters<typeof aKey>[0] = {},
  explanations: ReadonlyArray<Explanation> = everyExplanation,
) => {
  const difference = aDifference({ ...key, expected: aTotal(expected, '1'), actual: aTotal(actual, '2') });
  return explanations.filter((one) => canExplain(countedInPayments)(difference, one)).map(({ kind }) => kind);
};
const conflictIn = (field: string, submitted: string): Explanation => ({
  kind: 'conflict',
  conflict: aConflict({ differences: [{ field, recorded: 'x', submitted }] }),
});

describe('what can explain a difference', () => {
  it.each([
    ['too few are stored', 3, 2, ['refused_request', 'conflict']],
    ['too many are stored', 1, 2, ['accepted_import', 'conflict', 'repeated']],
    ['the sum alone differs', 2, 2, ['refused_request', 'accepted_import', 'conflict', 'repeated']],
  ])('if %s', (_, expected, actual, kinds) => {
    expect(kindsFor(expected, actual)).toEqual(kinds);
  });

  it.each([{ ledgerNumber: 'L-2' }, { type: 'CREDIT' as const }])(
    'is not a conflict or repetition elsewhere: %j',
    (key) => {
      expect(kindsFor(2, 2, key)).toEqual(['refused_request', 'accepted_import']);
    },
  );

  it('is a conflict also of the type and the ledger that were sent again', () => {
    expect(kindsFor(1, 0, { type: 'CREDIT' }, [conflictIn('type', 'CREDIT')])).toEqual(['conflict']);
    expect(kindsFor(1, 0, { ledgerNumber: 'L-2' }, [conflictIn('ledger_number', 'L-2')])).toEqual(['conflict']);
  });

  it('is not a conflict that leaves the amount as it is, if the counts are equal', () => {
    expect(kindsFor(2, 2, {}, [conflictIn('note', 'y')])).toEqual([]);
    expect(kindsFor(3, 2, {}, [conflictIn('note', 'y')])).toEqual(['conflict']);
  });

  it('is a refused request of an endpoint that stores the type alone', () => {
    const endpoints = [
      'transactions/create',
      'historical-billing-documents/create',
      'notes/create',
      'historical-statements/create',
      'payment-instruction/create',
    ];
    const [refused] = everyExplanation;
    const storing = TOTAL_TYPES.map((type) => [
      type,
      endpoints.filter((endpoint) => kindsFor(1, 0, { type }, [{ ...refused!, endpoint } as Explanation]).length > 0),
    ]);
    const transactions = ['transactions/create', 'historical-billing-documents/create'];
    expect(Object.fromEntries(storing)).toEqual({
      CHARGE: transactions,
      CREDIT: transactions,
      PAYMENT: transactions,
      REPAYMENT: transactions,
      SUPPLY_CHARGE: transactions,
      NOTE: ['notes/create'],
      STATEMENT: ['historical-statements/create'],
      BILLING_DOCUMENT: ['historical-billing-documents/create'],
    });
  });
});
