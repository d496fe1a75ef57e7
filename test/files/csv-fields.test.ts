import { COMMAS, csvFieldsOf } from '@carryover/files/csv/csv-fields';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const csvFields = csvFieldsOf(COMMAS);

describe('the fields of a CSV row (RFC 4180)', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    [' a , b ', [' a ', ' b ']],
    ['a,b\r', ['a', 'b']],
    ['a,"b"\r', ['a', 'b']],
    ['a\rb,c', ['a\rb', 'c']],
    ['""', ['']],
    ['"",""', ['', '']],
    ['"",', ['', '']],
    [',""', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a""b"', ['a"b']],
    ['""""', ['"']],
    ['"a\r\nb"', ['a\r\nb']],
    ["'a,b'", ["'a", "b'"]],
    ['a;b\tc', ['a;b\tc']],
  ])('%j', (text, fields) => {
    expect(csvFields(text)).toEqual(E.right(fields));
  });

  it.each(['"', '"a', 'a,"', 'a,"b""', '"""', '"a\r'])('%j is not closed', (text) => {
    expect(csvFields(text)).toEqual(E.left({ kind: 'open_quote' }));
  });

  it.each([
    ['a"b', 'There is a quote inside an unquoted field, column 2.'],
    ['a, "b"', 'There is a quote inside an unquoted field, column 4.'],
    ['"a"b', 'There is text after a closing quote, column 4.'],
    ['"a" ,b', 'There is text after a closing quote, column 4.'],
    ['a,"b"\r\r', 'There is text after a closing quote, column 6.'],
  ])('%j is malformed', (text, detail) => {
    expect(csvFields(text)).toEqual(E.left({ kind: 'malformed', detail }));
  });

  it('are read back as written, quoted where it is needed or everywhere', () => {
    const field = fc.oneof(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ') }), fc.string());
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), fc.boolean(), (fields, always) => {
        const row = fields.map((one) => (always || /[",\r\n]/.test(one) ? quoted(one) : one)).join(',');
        expect(csvFields(row)).toEqual(E.right(fields));
        expect(csvFields(`${row}\r`)).toEqual(E.right(fields));
      }),
    );
  });
});
