import { ofStoreFailure, toErrorAnswer } from '@carryover/adapters-http/errors/rejection';
import { attrValueOf, recordRejection } from '@carryover/adapters-http/imports/import-record';
import type { Context } from '@carryover/adapters-http/request';
import type { ImportRecords } from '@carryover/application/ports/import-records';
import type { Issue } from '@carryover/contract/issue';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from 'vitest';
import { read } from '../contract/a-body.ts';

const valueIn = (body: string, attr: string, code: Issue['code'] = 'invalid', endpoint = 'transactions/create') => {
  const path = attr === '' ? [] : attr.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return attrValueOf(endpoint, read(body), { code, path });
};

describe('the value an error is about, as its import record keeps it', () => {
  it.each([
    ['a text', '{"a":"10.005"}', '"10.005"'],
    ['a number as it was sent', '{"a":44.00000000000001}', '44.00000000000001'],
    ['null', '{"a":null}', 'null'],
    ['true', '{"a":true}', 'true'],
    ['a list by its size', '{"a":[1,2,3]}', '[3 items]'],
    ['an object by its size', '{"a":{"password":"x"}}', '{1 field}'],
    ['characters that PostgreSQL cannot store, legibly', '{"a":"\\u0000 \\ud800"}', '"\\u0000 \\ud800"'],
  ])('is %s', (_, body, expected) => {
    expect(valueIn(body, 'a')).toBe(expected);
  });

  it('is found by the path, own fields alone', () => {
    expect(valueIn('{"notes":[{},{"body":" "}]}', 'notes.1.body')).toBe('" "');
    expect(valueIn('{"notes":[{}]}', 'notes.0.body', 'required')).toBeNull();
    expect(valueIn('{}', 'toString', 'required')).toBeNull();
  });

  it('is not kept of the whole body, of an unknown field, and of an unreadable body', () => {
    expect(valueIn('{"a":1}', '')).toBeNull();
    expect(valueIn('{"password":"x"}', 'password', 'unknown_field')).toBeNull();
    expect(attrValueOf('notes/create', null, { code: 'invalid', path: ['a'] })).toBeNull();
  });

  it('is shortened to 200 code points', () => {
    expect(valueIn(JSON.stringify({ a: '\u{1f600}'.repeat(200) }), 'a')).toBe(`"${'\u{1f600}'.repeat(200)}"`);
    expect(valueIn(JSON.stringify({ a: '\u{1f600}'.repeat(201) }), 'a')).toBe(`"${'\u{1f600}'.repeat(200)}…"`);
    expect(valueIn(`{"a":${'1'.repeat(300)}}`, 'a')).toBe(`${'1'.repeat(200)}…`);
  });

  it.each([
    ['an API key', 'co_0a1b2c3d_RkFLRS1LRVktRk9SLVRFU1RTLU9OTFktMDAwMDAwMDA'],
    ['a platform key', 'cp_0a1b2c3d_RkFLRS1LRVktRk9SLVRFU1RTLU9OTFktMDAwMDAwMDA'],
    ['an access token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl'],
    ["a vendor's key", 'sk_test_NOTAREALKEY0000'],
  ])('masks %s', (_, key) => {
    expect(valueIn(JSON.stringify({ import_supplier: `Token:_${key}!` }), 'import_supplier')).toBe('"Token:_****!"');
    expect(valueIn(JSON.stringify({ a: `${'x'.repeat(190)} ${key}` }), 'a')).toBe(`"${'x'.repeat(190)} ****"`);
  });

  it('masks the reference of a payment instruction but for its last four characters', () => {
    const reference = (text: string) => valueIn(text, 'reference', 'invalid', 'payment-instruction/create');
    expect(reference('{"reference":"pm_1234567890"}')).toBe('"****7890"');
    expect(reference('{"reference":"1234567"}')).toBe('"****"');
    expect(reference('{"reference":4242424242424242}')).toBe('****');
    expect(valueIn('{"reference":"pm_1234567890"}', 'reference')).toBe('"pm_1234567890"');
  });

  it('masks a card or account number in place of the vendor or type of a payment instruction', () => {
    const shownFor = (text: string, attr: string) =>
      valueIn(text, attr, 'invalid_choice', 'payment-instruction/create');
    expect(shownFor('{"vendor":"4242424242424242"}', 'vendor')).toBe('"****"');
    expect(shownFor('{"type":"CARD 4242 4242 4242 4242"}', 'type')).toBe('"CARD ****"');
    expect(shownFor('{"vendor":4242424242424242}', 'vendor')).toBe('****');
    expect(shownFor('{"vendor":"STRIPE-2"}', 'vendor')).toBe('"STRIPE-2"');
  });
});

describe('the record of a refused request', () => {
  it('is not made if the request may be stored, and then has the record of an accepted one', async () => {
    const recorded: string[] = [];
    const refused: ImportRecords['refused'] = ({ code }) => {
      recorded.push(code);
      return TE.right(undefined);
    };
    const record = recordRejection('notes/create', refused, ['notes'], () => 0);
    const context: Context = {
      ...{ id: 'R-1', receivedAt: new Date(0), toErrorAnswer, onAnswered: () => undefined, permit: null },
      ...{ caller: { organisationId: 'O-1', apiKeyId: 'K-1' }, payloadSha256: null, body: null, loadId: null },
    };
    const failure = { kind: 'store_failure', cause: null } as const;
    await record(ofStoreFailure(failure), context);
    await record(ofStoreFailure({ ...failure, mayBeStored: true }), context);
    expect(recorded).toEqual(['error']);
  });
});
