import { makeCreatePaymentInstructionBody } from '@carryover/contract/codecs/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, DECODED_ACCOUNT, decoded, errorsOf, sent } from '../a-body.ts';

const body = makeCreatePaymentInstructionBody([
  { name: 'STRIPE', types: ['CARD'] },
  { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
]);
const INSTRUCTION = { ...ACCOUNT, vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' };

describe('a payment instruction (§2, decisions 8)', () => {
  it.each([
    ['STRIPE', 'CARD'],
    ['GOCARDLESS', 'DIRECT_DEBIT'],
  ])('of %s is a %s', (vendor, type) => {
    const { reference } = INSTRUCTION;
    const input = decoded(body, sent({ ...INSTRUCTION, vendor, type }));
    expect(input).toEqual({ ...DECODED_ACCOUNT, vendor, reference, type });
  });

  it.each(Object.keys(INSTRUCTION))('needs %s', (name) => {
    const without = Object.fromEntries(Object.entries(INSTRUCTION).filter(([key]) => key !== name));
    expect(errorsOf(body, sent(without))).toEqual([`${name}: required`]);
    expect(errorsOf(body, sent({ ...INSTRUCTION, [name]: null }))).toEqual([`${name}: null`]);
    expect(errorsOf(body, sent({ ...INSTRUCTION, [name]: 1 }))).toEqual([`${name}: invalid`]);
  });

  it.each<[string, object, ReadonlyArray<string>]>([
    ['a vendor that is not known', { vendor: 'OTHER' }, ['vendor: invalid_choice']],
    ['a vendor in small letters', { vendor: 'stripe' }, ['vendor: invalid_choice']],
    ['an empty vendor', { vendor: '' }, ['vendor: invalid_choice']],
    ['an inherited vendor', { vendor: 'constructor' }, ['vendor: invalid_choice']],
    ['a type that no vendor offers', { type: 'CASH' }, ['type: invalid_choice']],
    ['a type that another vendor offers', { type: 'DIRECT_DEBIT' }, ['type: invalid_choice']],
    ['both unknown', { vendor: 'OTHER', type: 'CASH' }, ['vendor: invalid_choice', 'type: invalid_choice']],
    ['an empty reference', { reference: '' }, ['reference: blank']],
    ['a reference of 512 characters', { reference: '😀'.repeat(512) }, []],
    ['a reference of 513', { reference: '😀'.repeat(513) }, ['reference: max_length']],
    ['a reference with U+0000', { reference: 'a\0' }, ['reference: invalid_characters']],
    ['another field', { card_number: '4242' }, ['card_number: unknown_field']],
  ])('with %s', (_, fields, errors) => {
    expect(errorsOf(body, sent({ ...INSTRUCTION, ...fields }))).toEqual(errors);
  });

  it('of no vendor, if none is configured', () => {
    const none = makeCreatePaymentInstructionBody([]);
    expect(errorsOf(none, sent(INSTRUCTION))).toEqual(['vendor: invalid_choice', 'type: invalid_choice']);
    const decodedByNone = none.check(sent(INSTRUCTION));
    expect(E.isLeft(decodedByNone) && decodedByNone.left.map(({ detail }) => detail)).toEqual(
      Array(2).fill('No value is accepted, because this service has no payment vendor. Ask its operator.'),
    );
  });
});
