import { accountImport } from '@carryover/contract/codecs/account-import';
import type { Codec } from '@carryover/contract/codecs/base/codec';
import { list } from '@carryover/contract/codecs/base/containers';
import { calendarDate, decimal, documentPath, flag, identifier } from '@carryover/contract/codecs/base/scalars';
import { controlTotal } from '@carryover/contract/codecs/control-total';
import { noteDraft } from '@carryover/contract/codecs/note';
import { attrOf, issuesOf } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import { Decimal, MONEY } from '@carryover/domain/decimal';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { payloads } from '../../support/an-arbitrary-payload.ts';
import { openApi } from '../../support/openapi.ts';
import { LINE_ITEM, sent, TAX_ITEM, TRANSACTIONS, transaction } from '../a-body.ts';

const schemaOf = (name: string) => openApi.components.schemas[name];
const ledger = fc.record(
  {
    ledger_number: fc.constantFrom('L-1', 'L-2', ' '),
    ledger_code: fc.constant('ELECTRICITY'),
    main: fc.boolean(),
    open_statement: fc.record({ from: fc.constant('2026-06-01'), to: fc.constantFrom('2026-06-30', '2026-05-01') }),
  },
  { requiredKeys: ['ledger_number', 'ledger_code'] },
);
const account = fc.record({
  external_account_number: fc.string(),
  status: fc.constantFrom('STAGED', 'IMPORTED', 'x'),
  ledgers: fc.array(ledger, { maxLength: 3 }),
});

/** Codecs of domain values, each with payloads of which some are valid. */
const CODECS: ReadonlyArray<readonly [string, Codec<unknown>, fc.Arbitrary<unknown>]> = (
  [
    ['a note', noteDraft, payloads(schemaOf('Note'))],
    ['a transaction', transaction, payloads(schemaOf('Transaction'))],
    ['a control total', controlTotal, payloads(schemaOf('ControlTotal'))],
    ['an account', accountImport, account],
  ] as const
).map(([name, codec, payload]) => [name, codec as Codec<unknown>, payload]);

const errorsOf = (decoded: t.Validation<unknown>): ReadonlyArray<string> =>
  E.isRight(decoded) ? [] : issuesOf(decoded.left).map(({ path, code }) => `${attrOf(path)}: ${code}`);

describe.each(CODECS)('the codec of %s', (_, codec, payload) => {
  /** Counts valid and invalid payloads, so that the property is known to have met both. */
  const forEachPayload = (holds: (value: JsonValue) => boolean) => {
    const met = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(payload, (made) => {
        met[holds(sent(made)) ? 'valid' : 'invalid'] += 1;
      }),
      { numRuns: 500 },
    );
    expect(met.valid).toBeGreaterThan(20);
  };

  it('knows the values that it decodes, and encodes them so that they decode to themselves', () => {
    forEachPayload((value) => {
      const decoded = codec.decode(value);
      if (E.isLeft(decoded)) return false;
      expect(codec.is(decoded.right)).toBe(true);
      expect(codec.decode(codec.encode(decoded.right))).toEqual(decoded);
      // A sent value is not a domain value, and neither is one with an extra member.
      expect([codec.is(value), codec.is({ ...(decoded.right as object), more: 1 })]).toEqual([false, false]);
      return true;
    });
  });

  it('knows no other value', () => {
    fc.assert(fc.property(fc.anything(), (value) => !codec.is(value)));
  });

  it('works in t.array, t.union and t.intersection as by itself', () => {
    const array = t.array(codec);
    const either = t.union([t.literal('other'), codec]);
    const both = t.intersection([codec, codec]);
    forEachPayload((value) => {
      const decoded = codec.decode(value);
      expect(errorsOf(array.decode([value, value]))).toEqual(errorsOf(list(codec).decode([value, value])));
      expect(new Set(errorsOf(both.decode(value)))).toEqual(new Set(errorsOf(decoded)));
      expect(errorsOf(either.decode(value))).toEqual(E.isRight(decoded) ? [] : [': invalid', ...errorsOf(decoded)]);
      if (E.isLeft(decoded)) return false;
      expect([array.decode([value]), either.decode(value), both.decode(value)]).toEqual([
        E.right([decoded.right]),
        decoded,
        decoded,
      ]);
      expect([array.is([decoded.right]), either.is(decoded.right), both.is(decoded.right)]).toEqual([true, true, true]);
      expect(either.encode(decoded.right)).toEqual(codec.encode(decoded.right));
      return true;
    });
  });
});

describe('a scalar', () => {
  it.each<[string, t.Any, unknown, boolean]>([
    ['a day', calendarDate, '2026-02-28', true],
    ['no day', calendarDate, '2026-02-30', false],
    ['an amount', decimal(MONEY), new Decimal('71.05'), true],
    ['an amount of three places', decimal(MONEY), new Decimal('71.005'), false],
    ['a number', decimal(MONEY), 71, false],
    ['a text', decimal(MONEY), '71', false],
    ['true', flag, true, true],
    ['one', flag, 1, false],
    ['an identifier', identifier(3), 'abc', true],
    ['a long one', identifier(3), 'abcd', false],
    ['a path', documentPath, 'a/b.pdf', true],
    ['a path upwards', documentPath, '../b.pdf', false],
    ['nothing', flag, undefined, false],
  ])('%s is told from others', (_, codec, value, isOne) => {
    expect(codec.is(value)).toBe(isOne);
  });
});

describe('a payload with every member', () => {
  it('is encoded with the names of the interface', () => {
    const charge = { ...TRANSACTIONS.SUPPLY_CHARGE, line_items: [LINE_ITEM], tax_items: [TAX_ITEM], note: 'n' };
    const decoded = transaction.decode(sent(charge));
    if (E.isLeft(decoded)) throw new Error('It is valid.');
    expect(transaction.encode(decoded.right)).toEqual({
      ...charge,
      amount: '71',
      line_items: [{ ...LINE_ITEM, number_of_units: '142', net_amount: '71' }],
      tax_items: [{ ...TAX_ITEM, amount: '3.55', value_taxed: '71', rate: '0.05' }],
    });
  });
});
