import { parseBody } from '@carryover/adapters-http/read-body';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const detailOf = (bytes: Uint8Array): string | null => {
  const parsed = parseBody(Buffer.from(bytes));
  return E.isLeft(parsed) ? parsed.left.detail : null;
};
const detailOfText = (text: string) => detailOf(Buffer.from(text));

describe('a body that is not JSON', () => {
  it.each([
    ['{"notes": [],}', 'The body is not JSON at line 1, column 14: expected a field name in double quotes.'],
    ['{\n  "notes": [\n    {"body": x}', 'The body is not JSON at line 3, column 14: expected a value.'],
    ['{\r\n"a" 1}', 'The body is not JSON at line 2, column 5: expected a colon.'],
    ['{"a": 1 "b": 2}', 'The body is not JSON at line 1, column 9: expected a comma or }.'],
    ['[1 2]', 'The body is not JSON at line 1, column 4: expected a comma or ].'],
    ['[1.]', 'The body is not JSON at line 1, column 4: expected a digit.'],
    ['["é😀\\x"]', 'The body is not JSON at line 1, column 5: expected a JSON escape sequence such as \\n or \\u00e9.'],
    [
      '["a\n"]',
      'The body is not JSON at line 1, column 4: expected a character that is not a control character, or the closing quote.',
    ],
    ['{}\n}', 'The body is not JSON at line 2, column 1: expected the end of the body.'],
    ['{"a": [1', 'The body is not JSON at line 1, column 9: expected a comma or ], but the body ends here.'],
    ['', 'The body is not JSON at line 1, column 1: expected a value, but the body ends here.'],
    ['\ufeff{}', 'The body begins with a byte order mark. Send UTF-8 without one.'],
    ['{"a": 1,\n "a": 2}', 'The same key appears twice in an object, the second time at line 2, column 2.'],
    ['['.repeat(33), 'The body has more than 32 levels of nested arrays and objects, at line 1, column 33.'],
  ])('%j: %s', (text, detail) => {
    expect(detailOfText(text)).toBe(detail);
  });

  it('tells its place by characters, whatever they are', () => {
    const aString = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ufffd', '\\n') });
    fc.assert(
      fc.property(fc.array(aString), aString, (lines, last) => {
        const column = 2 + [...last].length + 1;
        const text = `[${lines.map((line) => `"${line}",\n`).join('')}"${last}" x]`;
        const expected = column + (lines.length === 0 ? 1 : 0) + 1;
        expect(detailOfText(text)).toBe(
          `The body is not JSON at line ${lines.length + 1}, column ${expected}: expected a comma or ].`,
        );
      }),
    );
  });
});

describe('a body that is not UTF-8', () => {
  const place = (line: number, column: number) =>
    `The body is not UTF-8: the bytes at line ${line}, column ${column} do not encode a character. Encode the body as UTF-8.`;

  it.each([
    ['Latin-1', Buffer.from('{"body":\n"é"}', 'latin1'), place(2, 2)],
    ['a character cut at the end', Buffer.from('["é').subarray(0, -1), place(1, 3)],
    ['the beginning of U+FFFD', Buffer.of(0x22, 0xef, 0xbf, 0x22), place(1, 2)],
    ['half a surrogate pair', Buffer.of(0x22, 0xed, 0xa0, 0x80, 0x22), place(1, 2)],
  ])('%s', (_, bytes, detail) => {
    expect(detailOf(bytes)).toBe(detail);
  });

  it('tells the first place, in a body of whichever length and characters', () => {
    const aText = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ufffd', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(
        aText,
        fc.nat(70_000),
        fc.constantFrom(0x80, 0xe9, 0xff, 0xc0),
        aText,
        (text, length, byte, after) => {
          const before = text.repeat(Math.ceil(length / (text.length || 1)));
          const lines = before.split('\n');
          const bytes = Buffer.concat([Buffer.from(before), Buffer.of(byte), Buffer.from(`x${after}`)]);
          expect(detailOf(bytes)).toBe(place(lines.length, [...lines.at(-1)!].length + 1));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('16 MiB that are not accepted', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['of line ends', Buffer.concat([Buffer.alloc(16 * MIB, '\n'), Buffer.from('x')])],
    ['of characters, then a byte', Buffer.concat([Buffer.alloc(15 * MIB, '\ufffd'), Buffer.of(0xff)])],
    ['of bytes that are not characters', Buffer.alloc(16 * MIB, 0xff)],
  ])('are refused as fast as they are read: %s', (_, bytes) => {
    const { user } = process.cpuUsage();
    expect(detailOf(bytes)).toMatch(/ at line \d+, column \d+/);
    expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
  });
});
