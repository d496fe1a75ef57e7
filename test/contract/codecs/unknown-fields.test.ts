import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, errorsOf, LINE_ITEM, read, sent, TAX_ITEM, TRANSACTIONS } from '../a-body.ts';

const notesBody = makeCreateNotesBody(DEFAULT_LIMITS);
const transactionsBody = makeCreateTransactionsBody(DEFAULT_LIMITS);

/** The body that is left, as text, and the paths of what was left out. */
const strip = (codec: typeof notesBody | typeof transactionsBody, body: JsonValue) => {
  const stripped = stripUnknownFields(codec, body);
  return { text: JSON.stringify(stripped.body), unknown: stripped.unknownFields };
};

describe('fields the interface does not know are left out, and their paths kept (decisions 2)', () => {
  it.each([
    '{"import_supplier":"a","external_account_number":"b","notes":[{"body":"a","document_paths":[{"document_path":"a"}]}]}',
    '{"notes":[],"import_supplier":null}',
    '{"notes":{"x":1}}',
    '{"notes":"a"}',
    '{"notes":[[{"x":1}],"a",null,{"document_paths":["a",[]]}]}',
    '{}',
    '[]',
    'null',
    '"a"',
    '1.50',
  ])('%s has none and stays as it was sent', (text) => {
    expect(strip(notesBody, read(text))).toEqual({ text, unknown: [] });
  });

  it('at every depth of a note', () => {
    const body = read(
      '{"x":1,"notes":[{"body":"a"},{"x":{"y":1},"body":"a","document_paths":[{"document_path":"a","z":[]}],"w":null}]}',
    );
    expect(strip(notesBody, body)).toEqual({
      text: '{"notes":[{"body":"a"},{"body":"a","document_paths":[{"document_path":"a"}]}]}',
      unknown: ['x', 'notes.1.x', 'notes.1.document_paths.0.z', 'notes.1.w'],
    });
  });

  it('at every depth of a transaction, numbers as they were sent', () => {
    const body = read(
      '{"transactions":[{"type":"SUPPLY_CHARGE","amount":71.00,"line_items":[{"units":[1e2,-0],"x":1}],"tax_items":[{"rate":0.050,"y":1}],"z":1}]}',
    );
    expect(strip(transactionsBody, body)).toEqual({
      text: '{"transactions":[{"type":"SUPPLY_CHARGE","amount":71.00,"line_items":[{"units":[1e2,-0]}],"tax_items":[{"rate":0.050}]}]}',
      unknown: ['transactions.0.line_items.0.x', 'transactions.0.tax_items.0.y', 'transactions.0.z'],
    });
  });

  it('of a transaction whose type is not known, too', () => {
    const body = read('{"transactions":[{"type":"OTHER","line_items":[{"x":1}],"payment_type":"A","y":1},{"z":1}]}');
    expect(strip(transactionsBody, body)).toEqual({
      text: '{"transactions":[{"type":"OTHER","line_items":[{}],"payment_type":"A"},{}]}',
      unknown: ['transactions.0.line_items.0.x', 'transactions.0.y', 'transactions.1.z'],
    });
  });

  it('but not a documented field that the type does not use: it is refused', () => {
    const body = sent({ ...ACCOUNT, transactions: [{ ...TRANSACTIONS.CREDIT, product_code: 'a', x: 1 }] });
    const stripped = stripUnknownFields(transactionsBody, body);
    expect(stripped.unknownFields).toEqual(['transactions.0.x']);
    expect(errorsOf(transactionsBody, stripped.body)).toEqual([
      'transactions.0.product_code: field_not_used_with_type',
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('also one called %j', (name) => {
    const body = read(`{"${name}":{"x":1},"notes":[{"body":"a","${name}":{"document_paths":[]}}]}`);
    const stripped = stripUnknownFields(notesBody, body);
    expect(stripped).toEqual({
      body: { notes: [{ body: 'a' }] },
      unknownFields: [name, `notes.0.${name}`],
    });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('without a change to the body that was sent', () => {
    const text = '{"x":1,"notes":[{"y":1}]}';
    const body = read(text);
    stripUnknownFields(notesBody, body);
    expect(JSON.stringify(body)).toBe(text);
  });
});

describe('any right body with unknown fields', () => {
  const transactions = [
    TRANSACTIONS.PAYMENT,
    { ...TRANSACTIONS.SUPPLY_CHARGE, transaction_id: '2', line_items: [LINE_ITEM, LINE_ITEM], tax_items: [TAX_ITEM] },
  ];
  const right = { ...ACCOUNT, transactions };
  /** The same with more members in every object. */
  const withMore = (value: unknown, next: () => object): unknown => {
    if (Array.isArray(value)) return value.map((item) => withMore(item, next));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, member]) => [key, withMore(member, next)]);
    return { ...Object.fromEntries(members), ...next() };
  };
  const unknownArb = fc.dictionary(
    fc.constantFrom('x', 'y', '__proto__', 'constructor', 'Amount'),
    fc.constantFrom<unknown>(null, 1, 'a', [], { amount: 1 }, [{ transaction_id: '1' }]),
    { maxKeys: 3 },
  );

  it('is right again without them, and each is named as it would be refused', () => {
    fc.assert(
      fc.property(fc.array(unknownArb, { minLength: 10, maxLength: 10 }), (unknown) => {
        let at = 0;
        const body = sent(withMore(right, () => unknown[at++]!));
        const stripped = stripUnknownFields(transactionsBody, body);
        expect(JSON.stringify(stripped.body)).toBe(JSON.stringify(right));
        expect(stripped.unknownFields.map((path) => `${path}: unknown_field`)).toEqual(
          errorsOf(transactionsBody, body),
        );
        expect(errorsOf(transactionsBody, stripped.body)).toEqual([]);
        expect(stripUnknownFields(transactionsBody, stripped.body).unknownFields).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
