import { isVocabularyCode, isWellFormed, parseIdentifier, parseText } from '@carryover/domain/text';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const invalidCharacters = E.left({ kind: 'invalid_characters' });
const isLongerThan = (max: number, text: string) => E.isLeft(parseText(max)(text));
const tooLong = (max: number) => E.left({ kind: 'max_length', max });

describe('texts that cannot be kept as sent: U+0000 and lone surrogates (decisions 3)', () => {
  it.each([
    ['nothing', '', true],
    ['letters beyond the first plane', '😀 𝒳 é', true],
    ['other control characters', '\u0001\u001f\u007f\u0085', true],
    ['noncharacters and the replacement character', '\ufffe\uffff\ufffd', true],
    ['U+0000', 'a\0b', false],
    ['a high surrogate alone', 'a\ud800', false],
    ['a low surrogate alone', '\udc00a', false],
    ['a pair the wrong way round', '\udc00\ud800', false],
  ])('%s: %j', (_, text, expected) => {
    expect(isWellFormed(text)).toBe(expected);
  });
});

describe('lengths count Unicode code points (decisions 3)', () => {
  it.each([
    ['ASCII', 'a'],
    ['two bytes in UTF-8', 'é'],
    ['a surrogate pair', '😀'],
    ['a combining mark', '\u0301'],
  ])('%s', (_, character) => {
    expect([10, 11].map((count) => isLongerThan(10, character.repeat(count)))).toEqual([false, true]);
  });

  it('as counted one by one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }).filter(isWellFormed), fc.nat(40), (text, max) => {
        expect(isLongerThan(max, text)).toBe([...text].length > max);
      }),
      { numRuns: 500 },
    );
  });
});

describe('free text', () => {
  it.each([
    ['', E.right('')],
    ['  kept \n as sent\t', E.right('  kept \n as sent\t')],
    ['e\u0301', E.right('e\u0301')],
    ['=cmd|calc!A1', E.right('=cmd|calc!A1')],
    ['😀'.repeat(20), E.right('😀'.repeat(20))],
    ['😀'.repeat(21), tooLong(20)],
    ['a\0', invalidCharacters],
    [`${'a'.repeat(21)}\ud800`, invalidCharacters],
  ])('%j', (text, expected) => {
    expect(parseText(20)(text)).toEqual(expected);
  });

  it('is kept exactly as sent or refused, never changed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const parsed = parseText(20)(text);
        expect(parsed).toEqual(
          !isWellFormed(text) ? invalidCharacters : [...text].length > 20 ? tooLong(20) : E.right(text),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('an identifier is compared byte for byte: no trimming, no case folding (decisions 2)', () => {
  it.each([
    ['', E.left({ kind: 'blank' })],
    [' ', E.left({ kind: 'blank' })],
    ['\t\r\n\u0085\u00a0\u2003\u3000\ufeff', E.left({ kind: 'blank' })],
    [' A-1 ', E.right(' A-1 ')],
    ['a'.repeat(32), E.right('a'.repeat(32))],
    ['a'.repeat(33), tooLong(32)],
    ['😀'.repeat(32), E.right('😀'.repeat(32))],
    ['😀'.repeat(33), tooLong(32)],
    ['a\0', invalidCharacters],
    ['\udfff', invalidCharacters],
  ])('%j', (text, expected) => {
    expect(parseIdentifier(32)(text)).toEqual(expected);
  });
});

describe('a word of an open vocabulary: 1 to 64 capital letters, digits and underscores (decisions 5)', () => {
  it.each(['A', '_', '0', 'IMPORTED_CHARGE', 'DD_REGULAR_COLLECTION', 'VAT20', 'A'.repeat(64)])('%s is one', (text) => {
    expect(isVocabularyCode(text)).toBe(true);
  });

  it.each([
    '',
    'A'.repeat(65),
    'imported_charge',
    'Vat',
    'A-B',
    'A B',
    ' A',
    'A\n',
    'A.B',
    'É',
    '\uff21', // A, full width
    '\u212a', // the Kelvin sign
    '\u0662', // 2, Arabic-Indic
    'A\0',
  ])('%j is none', (text) => {
    expect(isVocabularyCode(text)).toBe(false);
  });
});
