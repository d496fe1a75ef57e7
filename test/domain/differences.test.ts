import { Decimal } from '@carryover/domain/decimal';
import { noteDifferences, type RecordedNote, transactionDifferences } from '@carryover/domain/differences';
import { addNotes } from '@carryover/domain/note';
import type { Transaction } from '@carryover/domain/transaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLocatedDraft, path, second } from '../support/a-note.ts';
import {
  aCharge,
  aCredit,
  aLineItem,
  aPayment,
  aSupplyCharge,
  aTaxItem,
  day,
  decimal,
  oneOfEachType,
} from '../support/a-transaction.ts';
import { sameTypeArb } from './arbitraries.ts';

const differences = (recorded: Transaction, submitted: Transaction) =>
  transactionDifferences(
    { transaction: recorded, ledgerNumber: 'L-1' },
    { transaction: submitted, ledgerNumber: 'L-1' },
  );

const fieldsOf = (recorded: Transaction, submitted: Transaction): ReadonlyArray<string> =>
  differences(recorded, submitted).map(({ field }) => field);

describe('what differs of a transaction that is sent again is named, field by field (decisions 5)', () => {
  it.each<[string, Transaction, Transaction]>([
    ['transaction_date', aPayment(), aPayment({ date: day('2019-10-04') })],
    ['amount', aPayment(), aPayment({ amount: decimal('71.01') })],
    ['reason', aPayment(), aPayment({ reason: 'ACCOUNT_CHARGE_PAYMENT' })],
    ['display_note', aPayment({ displayNote: 'a' }), aPayment({ displayNote: 'A' })],
    ['note', aPayment({ note: 'a' }), aPayment({ note: 'a ' })],
    ['note', aPayment({ note: '' }), aPayment({ note: null })],
    ['reference', aPayment({ reference: 'a' }), aPayment({ reference: null })],
    ['payment_type', aPayment(), aPayment({ paymentType: 'DEBIT_CARD' })],
    ['product_code', aSupplyCharge(), aSupplyCharge({ productCode: 'OTHER' })],
    ['tax_items', aCharge({ taxItems: [] }), aCharge({ taxItems: [aTaxItem()] })],
    ['tax_items', aCharge({ taxItems: [aTaxItem()] }), aCharge({ taxItems: [aTaxItem(), aTaxItem()] })],
    ['tax_items', aCharge({ taxItems: [aTaxItem()] }), aCharge({ taxItems: [aTaxItem({ taxType: 'GST' })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem(), aLineItem()] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ rateBand: 'OTHER' })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ startDate: day('2019-09-02') })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ endDate: day('2019-10-01') })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ numberOfUnits: decimal('142.0001') })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ netAmount: decimal('71.0000000001') })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ pricePerUnit: null })] })],
    ['line_items', aSupplyCharge(), aSupplyCharge({ lineItems: [aLineItem({ units: [] })] })],
  ])('%s', (field, recorded, submitted) => {
    expect(fieldsOf(recorded, submitted)).toEqual([field]);
    expect(fieldsOf(submitted, recorded)).toEqual([field]);
  });

  it('with both values, null where one was left out', () => {
    const recorded = aPayment({ date: day('2019-09-28'), amount: decimal('71'), reference: 'a' });
    const submitted = aPayment({ date: day('2019-09-29'), amount: decimal('71.1'), note: 'b' });
    expect(differences(recorded, submitted)).toEqual([
      { field: 'transaction_date', recorded: '2019-09-28', submitted: '2019-09-29' },
      { field: 'amount', recorded: '71.00', submitted: '71.10' },
      { field: 'note', recorded: null, submitted: 'b' },
      { field: 'reference', recorded: 'a', submitted: null },
    ]);
  });

  it('with the type, and with the fields that only one of the types has', () => {
    expect(fieldsOf(aCharge(), aCredit())).toEqual(['type']);
    expect(fieldsOf(aPayment({ reason: 'A', paymentType: 'B' }), aSupplyCharge())).toEqual([
      'type',
      'reason',
      'payment_type',
      'product_code',
      'line_items',
    ]);
  });
});

describe('the same values written otherwise do not differ', () => {
  it.each([
    ['100', '100.00'],
    ['1e2', '100'],
    ['0', '0.00'],
  ])('%s is %s', (one, other) => {
    const [recorded, submitted] = [one, other].map((text) => oneOfEachType({ amount: decimal(text) }));
    expect(recorded!.flatMap((transaction, at) => differences(transaction, submitted![at]!))).toEqual([]);
  });

  it.each(['numberOfUnits', 'netAmount', 'pricePerUnit'] as const)('in %s of a line item', (field) => {
    const [recorded, submitted] = ['0.5', '0.5000'].map((text) =>
      aSupplyCharge({ lineItems: [aLineItem({ [field]: decimal(text), units: [decimal(text)] })] }),
    );
    expect(differences(recorded!, submitted!)).toEqual([]);
  });

  it.each(['amount', 'valueTaxed', 'rate'] as const)('in %s of a tax item', (field) => {
    const [recorded, submitted] = ['0.05', '0.0500'].map((text) =>
      aCharge({ taxItems: [aTaxItem({ [field]: decimal(text) })] }),
    );
    expect(differences(recorded!, submitted!)).toEqual([]);
  });
});

/** A value as text, without how it was written: decimals in whole units of 10^-10. */
const show = (value: unknown): string => {
  if (value instanceof Decimal) return `${BigInt(value.times(new Decimal('1e10')).toFixed())} units`;
  if (Array.isArray(value)) return `[${value.map(show)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, member]) => `${key}: ${show(member)}`)}}`;
};

/** A copy in which every decimal is another object of the same value. */
const copy = <A>(value: A): A => {
  if (value instanceof Decimal) return new Decimal(`${value.toFixed()}e0`) as A;
  if (Array.isArray(value)) return value.map(copy) as A;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)])) as A;
};

const FIELD_NAMES: { readonly [member: string]: string } = {
  date: 'transaction_date',
  amount: 'amount',
  type: 'type',
  reason: 'reason',
  displayNote: 'display_note',
  note: 'note',
  reference: 'reference',
  paymentType: 'payment_type',
  productCode: 'product_code',
  lineItems: 'line_items',
  taxItems: 'tax_items',
};

describe('two transactions of one type', () => {
  it('differ in just the fields whose values are not equal', () => {
    fc.assert(
      fc.property(sameTypeArb, ([a, b]) => {
        const members = Object.keys(FIELD_NAMES).filter((member) => member in a);
        const unequal = members.filter((member) => show(a[member as never]) !== show(b[member as never]));
        expect(fieldsOf(a, b).toSorted()).toEqual(unequal.map((member) => FIELD_NAMES[member]).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('differ in one field at most when one was changed', () => {
    fc.assert(
      fc.property(sameTypeArb, fc.constantFrom(...Object.keys(FIELD_NAMES)), ([a, b], member) => {
        const changed = member in a ? { ...copy(a), [member]: b[member as never] } : copy(a);
        const isEqual = show(changed) === show(a);
        expect(fieldsOf(a, changed)).toEqual(isEqual ? [] : [FIELD_NAMES[member]]);
      }),
      { numRuns: 500 },
    );
  });
});

const JUNE = second('2026-06-01T00:00:00Z');
const paths = (...names: ReadonlyArray<string>) => names.map(path);

const recorded = (fields: Partial<RecordedNote> = {}): RecordedNote => ({
  isPinned: false,
  unpinAt: null,
  documentPaths: [],
  ...fields,
});

describe('a note that exists differs from the posted one (decisions 4)', () => {
  it.each([
    ['document_paths', '["a"]', '["a","b"]', recorded({ documentPaths: ['a'] }), { documentPaths: paths('b', 'a') }],
    ['document_paths', '["a"]', null, recorded({ documentPaths: ['a'] }), {}],
    ['document_paths', null, '["a"]', recorded(), { documentPaths: paths('a') }],
    ['is_pinned', 'true', 'false', recorded({ isPinned: true }), {}],
    ['is_pinned', 'false', 'true', recorded(), { isPinned: true }],
    ['unpin_at', null, JUNE, recorded(), { unpinAt: JUNE }],
  ])('in %s: %s, then %s', (field, first, later, existing, posted) => {
    expect(noteDifferences(existing, aLocatedDraft(posted))).toEqual([{ field, recorded: first, submitted: later }]);
  });

  it.each([
    ['the same set of paths', recorded({ documentPaths: ['a', 'b'] }), { documentPaths: paths('b', 'a', 'b') }],
    [
      'another root since then',
      recorded({ documentPaths: ['a'] }),
      { documentPaths: paths('a'), documents: ['new/a'] },
    ],
  ])('not with %s', (_, existing, posted) => {
    expect(noteDifferences(existing, aLocatedDraft(posted))).toEqual([]);
  });

  it('also from one that was posted earlier in the same request', () => {
    const posted = [aLocatedDraft({ documentPaths: paths('a') }), aLocatedDraft({ isPinned: true })];
    expect(addNotes(JUNE, [])(posted)[1]).toEqual({
      kind: 'already_exists',
      createdAt: JUNE,
      body: posted[1]!.body,
      conflict: [
        { field: 'document_paths', recorded: '["a"]', submitted: null },
        { field: 'is_pinned', recorded: 'false', submitted: 'true' },
      ],
    });
  });
});
