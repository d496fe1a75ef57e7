import { type PaymentInstruction, planInstruction } from '@carryover/domain/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const card: PaymentInstruction = { vendor: 'STRIPE', reference: 'pm_1', type: 'CARD' };

describe('an account has one active payment instruction (decisions 8)', () => {
  it('needs one where it has none', () => {
    expect(planInstruction(null, card)).toEqual(E.right(true));
  });

  it('needs none where it has this very one: the request was sent again', () => {
    expect(planInstruction(card, { ...card })).toEqual(E.right(false));
  });

  it.each<[string, Partial<PaymentInstruction>]>([
    ['vendor', { vendor: 'GOCARDLESS' }],
    ['reference', { reference: 'pm_2' }],
    ['reference in other case', { reference: 'PM_1' }],
    ['type', { type: 'DIRECT_DEBIT' }],
  ])('takes no other: another %s', (_, fields) => {
    expect(planInstruction(card, { ...card, ...fields })).toEqual(
      E.left({ kind: 'account_already_has_an_active_instruction' }),
    );
  });
});
