import type { Explanation } from '@carryover/application/reconciliation/explanations';
import { canExplain } from '@carryover/application/reconciliation/explanations';
import { TOTAL_TYPES } from '@carryover/domain/control-total';
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
    ['too many are stored', 1, 2, ['accepted_import', 'repeated']],
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

  it('is a conflict of the type and the ledger that the first one has, if too many are stored there', () => {
    expect(kindsFor(0, 1, {}, [conflictIn('type', 'CREDIT')])).toEqual(['conflict']);
    expect(kindsFor(0, 1, { type: 'CREDIT' }, [conflictIn('type', 'CREDIT')])).toEqual([]);
    expect(kindsFor(1, 0, {}, [conflictIn('type', 'CREDIT')])).toEqual([]);
    expect(kindsFor(0, 1, {}, [conflictIn('amount', '1')])).toEqual([]);
  });

  it('is not a request that was refused because its data is there', () => {
    const [refused] = everyExplanation;
    const code = 'historical_billing_documents_already_imported';
    const again = { ...refused, endpoint: 'historical-billing-documents/create', code } as Explanation;
    for (const type of ['CHARGE', 'BILLING_DOCUMENT'] as const) {
      expect(kindsFor(1, 0, { type }, [again])).toEqual([]);
      expect(kindsFor(1, 0, { type }, [{ ...again, code: 'transaction_already_exists' } as Explanation])).toEqual([
        'refused_request',
      ]);
    }
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
      PAYMENT_INSTRUCTION: ['payment-instruction/create'],
    });
  });
});
