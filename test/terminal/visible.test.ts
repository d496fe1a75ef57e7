import { visible, visibleJson } from '@carryover/terminal/visible';
import { describe, expect, it } from 'vitest';

describe('text that a reader can see', () => {
  it.each([
    ['EXTERNAL-1 a', 'EXTERNAL-1 a'],
    ['Zähler 電気 🙂', 'Zähler 電気 🙂'],
    [' a  b ', '\\u{20}a  b\\u{20}'],
    ['a\tb\r\n', 'a\\tb\\r\\n'],
    ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
    ['A\u202e21', 'A\\u{202e}21'],
    ['a\u00a0b\u200bc\ufeff', 'a\\u{a0}b\\u{200b}c\\u{feff}'],
    ['\u2028\u{e0001}', '\\u{2028}\\u{e0001}'],
    ['\ud800', '\\u{d800}'],
    ['', ''],
  ])('%j is shown as %j, and showing it again changes nothing', (text, shown) => {
    expect([visible(text), visible(visible(text))]).toEqual([shown, shown]);
  });
});

describe('JSON that a reader can see', () => {
  it.each([
    ['{\r\n  "body": "Zähler 🙂"\r}', '{\n  "body": "Zähler 🙂"\n}'],
    ['{"a":"\u009b2J\u202e\u{e0001}"}', '{"a":"\\u009b2J\\u202e\\udb40\\udc01"}'],
    ['"\u001b[2Jaltered"', '"\\u001b[2Jaltered"'],
  ])('%j is shown as %j', (json, shown) => {
    expect(visibleJson(json)).toBe(shown);
  });

  it('has the same value', () => {
    const value = { body: 'a\u009b\u202e\u{e0001}\u200d' };
    expect(JSON.parse(visibleJson(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});
