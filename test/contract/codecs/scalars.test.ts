import type { AnyCodec } from '@carryover/contract/codecs/codec';
import {
  calendarDate,
  choice,
  dateTime,
  decimal,
  documentPath,
  flag,
  freeText,
  identifier,
  pastDate,
  spokenText,
  vocabularyCode,
} from '@carryover/contract/codecs/scalars';
import { JsonNumber, type JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day, decimal as exactly } from '../../support/a-transaction.ts';
import { errorsOf } from '../a-body.ts';

const amount = decimal({ integerDigits: 10, decimalPlaces: 2 });
const SCALARS: ReadonlyArray<readonly [string, AnyCodec, JsonValue]> = [
  ['identifier', identifier(8), 'a'],
  ['free text', freeText(8), 'a'],
  ['spoken text', spokenText(8), 'a'],
  ['vocabulary code', vocabularyCode, 'A'],
  ['choice', choice(['A', 'B']), 'A'],
  ['flag', flag, true],
  ['date', calendarDate, '2019-10-03'],
  ['datetime', dateTime, '2019-10-03T12:00:00Z'],
  ['decimal', amount, '71'],
  ['document path', documentPath, 'a'],
];

describe('null is not absence, and no value is coerced (decisions 3)', () => {
  it.each(SCALARS)('%s: null is null', (_, codec) => {
    expect(errorsOf(codec, null)).toEqual([': null']);
  });

  it.each(SCALARS)('%s: another JSON type is invalid', (_, codec, value) => {
    const ofOtherType = {
      string: [true, new JsonNumber('1')],
      boolean: ['true', '', new JsonNumber('1'), new JsonNumber('0')],
      decimal: [true, false],
    }[codec === amount ? 'decimal' : (typeof value as 'string' | 'boolean')];
    for (const other of [{}, { value }, [], [value], ...ofOtherType])
      expect([other, errorsOf(codec, other)]).toEqual([other, [': invalid']]);
  });

  it.each(SCALARS)('%s: a value is kept as it was sent', (_, codec, value) => {
    expect(codec.check(value)).toEqual(E.right(codec === amount ? exactly('71') : value));
  });
});

describe('each scalar by its rules', () => {
  const text = (length: number): string => '😀'.repeat(length);
  it.each<[string, AnyCodec, JsonValue, string]>([
    ['an identifier is not empty', identifier(8), '', 'blank'],
    ['but may have it around', identifier(8), ' a ', ''],
    ['an identifier of 8', identifier(8), text(8), ''],
    ['an identifier of 9', identifier(8), text(9), 'max_length'],
    ['an identifier with U+0000', identifier(8), 'a\0', 'invalid_characters'],
    ['text may be empty', freeText(8), '', ''],
    ['text of 8', freeText(8), text(8), ''],
    ['text of 9', freeText(8), text(9), 'max_length'],
    ['spoken text is not empty', spokenText(8), '', 'blank'],
    ['but may have it around', spokenText(8), ' a\n', ''],
    ['spoken text of 9', spokenText(8), text(9), 'max_length'],
    ['a code of 64', vocabularyCode, 'A'.repeat(64), ''],
    ['a code in small letters', vocabularyCode, 'vat', 'invalid'],
    ['a choice', choice(['A', 'B']), 'B', ''],
    ['no choice', choice(['A', 'B']), 'C', 'invalid_choice'],
    ['an inherited name', choice(['A', 'B']), 'constructor', 'invalid_choice'],
    ['false', flag, false, ''],
    ['30 February', calendarDate, '2023-02-30', 'invalid'],
    ['hour 24', dateTime, '2023-02-28T24:00:00Z', 'invalid'],
    ['an empty path', documentPath, '', 'blank'],
    ['a parent', documentPath, '../x', 'invalid_document_path'],
    ['a path with U+0000', documentPath, 'a\0', 'invalid_characters'],
    ['a path of 1,025 bytes', documentPath, `${text(255)}abcde`, 'max_length'],
  ])('%s', (_, codec, value, code) => {
    expect(errorsOf(codec, value)).toEqual(code === '' ? [] : [`: ${code}`]);
  });
});

describe('a day of the past is not after today, which is asked at each use (decisions 6)', () => {
  it('as today goes on', () => {
    let today = day('2026-06-15');
    const past = pastDate(() => today);
    expect(['2026-06-14', '2026-06-15', '2026-06-16'].map((date) => errorsOf(past, date))).toEqual([
      [],
      [],
      [': transaction_in_future'],
    ]);
    today = day('2026-06-16');
    expect([errorsOf(past, '2026-06-16'), errorsOf(past, '2026-06-31')]).toEqual([[], [': invalid']]);
  });
});
