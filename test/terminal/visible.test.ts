import { visible } from '@carryover/terminal/visible';
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
