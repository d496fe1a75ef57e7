import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Content, mapped } from '../support/a-mapping.ts';

const COLUMNS = 'columns: {A: external_account_number, D: transaction_date, S: amount, T: note}\n';
const GERMAN = 'decimalChar: ","\ngroupChar: "."\ndateFormat: dd.MM.yyyy\n';

const H = 'A;D;S;T\n';
/** A mapping of semicolons with these settings. */
const semi = (settings = '', columns = COLUMNS): string => `dialect: {delimiter: ";"}\n${settings}${columns}`;
const row = (S: string, { D = '2020-02-29', T = 'x', A = '1' } = {}): string => `${A};${D};${S};${T}\n`;
const item = (amount: string, more: object = {}) => ({
  external_account_number: '1',
  transaction_date: '2020-02-29',
  amount,
  note: 'x',
  ...more,
});
const amountAs = (settings: string): string =>
  `columns: {A: external_account_number, D: transaction_date, S: {to: amount, ${settings}}, T: note}\n`;
const noteIn = (settings: string): string =>
  `columns: {A: external_account_number, D: {to: created_at, ${settings}}, T: body}\n`;
const note = (created_at: string) => ({ external_account_number: '1', created_at, body: 'x' });

const DUTCH =
  'columns: {A: external_account_number, D: {to: transaction_date, dateFormat: d-MMM-yy, pivotYear: 1970, monthNames: [jan, feb, mrt, apr, mei, jun, jul, aug, sep, okt, nov, dec]}, S: amount, T: note}\n';
const TWO_AMOUNTS =
  'columns: {A: external_account_number, D: transaction_date, T: note, S: amount, H: {to: amount, reverse: true}}\n';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => utf16(text).swap16();

describe('exports are read exactly', () => {
  const day = (transaction_date: string) => item('1', { transaction_date });
  const cases: ReadonlyArray<readonly [string, string, Content, ReadonlyArray<object>]> = [
    [
      'leading zeros of identifiers',
      semi(),
      H + row('1', { A: '0001' }),
      [item('1', { external_account_number: '0001' })],
    ],
    ['mixed line ends', semi(), `A;D;S;T\r\n${row('1')}1;2020-02-29;2;x\r\n`, [item('1'), item('2')]],
    ['no line end at the end', semi(), H + row('1') + row('2').trimEnd(), [item('1'), item('2')]],
    ['a byte order mark at the beginning', semi(), `\ufeff${H}${row('1')}`, [item('1')]],
    ['white space around the names of columns', semi(), `A ; D;S\t;T\u00a0\n${row('1')}`, [item('1')]],
    [
      'white space and marks in identifiers, as they are written',
      semi(),
      H + row('1', { A: ' 1\u00a0' }),
      [item('1', { external_account_number: ' 1\u00a0' })],
    ],
    [
      'line breaks of other scripts in a text',
      semi(),
      H + row('1', { T: 'a\u2028b\u0085c' }),
      [item('1', { note: 'a\u2028b\u0085c' })],
    ],
    ['groups of Switzerland', semi('groupChar: "\'"\n'), H + row("1'234'567.50"), [item('1234567.50')]],
    ['blank lines', semi(), `${H}\n${row('1')}\n\n${row('2')}\n`, [item('1'), item('2')]],
    [
      'a delimiter, a quote and a line break in quotes',
      semi(),
      H + row('1', { T: '"a;""b""\r\nc"' }),
      [item('1', { note: 'a;"b"\r\nc' })],
    ],
    [
      'quotes that mean nothing',
      `dialect: {delimiter: ";", quoteChar: ""}\n${COLUMNS}`,
      H + row('1', { T: '7" pipe' }),
      [item('1', { note: '7" pipe' })],
    ],
    [
      'another quote',
      `dialect: {delimiter: "|", quoteChar: "'"}\n${COLUMNS}`,
      "A|D|S|T\n1|2020-02-29|1|'a|b'\n",
      [item('1', { note: 'a|b' })],
    ],
    [
      'tabs, also of an empty row',
      `dialect: {delimiter: "\\t"}\n${COLUMNS}`,
      'A\tD\tS\tT\n1\t2020-02-29\t1\tx\n',
      [item('1')],
    ],
    [
      'windows-1252',
      semi('encoding: windows-1252\n'),
      latin(`${H}1;2020-02-29;1;M\xfcller \x80\n`),
      [item('1', { note: 'Müller €' })],
    ],
    [
      'code pages of DOS',
      semi('encoding: ibm852\n'),
      latin(`${H}1;2020-02-29;1;\x9d\xa2d\xab \x81\n`),
      [item('1', { note: 'Łódź ü' })],
    ],
    [
      'UTF-16 with a byte order mark',
      semi('encoding: utf-16le\n'),
      utf16(`\ufeff${H}${row('1', { T: 'ਊü' })}`),
      [item('1', { note: 'ਊü' })],
    ],
    [
      'UTF-16, big-endian',
      semi('encoding: utf-16be\n'),
      big(`${H}${row('1', { T: '\u0a0d\u0d0a' })}`),
      [item('1', { note: '\u0a0d\u0d0a' })],
    ],
    [
      'Shift_JIS',
      semi('encoding: shift_jis\n'),
      Buffer.concat([Buffer.from(`${H}1;2020-02-29;1;`), Buffer.from([0x83, 0x5c, 0x0a])]),
      [item('1', { note: 'ソ' })],
    ],
    [
      'Shift_JIS in a line with more bytes than a call may have arguments',
      semi('encoding: shift_jis\n'),
      Buffer.concat([
        Buffer.from(`${H}1;2020-02-29;1;`),
        Buffer.alloc(400_000, Buffer.from([0x83, 0x5c])),
        Buffer.from('\n'),
      ]),
      [item('1', { note: 'ソ'.repeat(200_000) })],
    ],
    [
      'columns without a name, as delimiters at the end of lines make them',
      semi('ignore: [""]\n'),
      'A;D;S;T;;\n1;2020-02-29;1;x;;\n',
      [item('1')],
    ],
    ['groups and a decimal comma', semi(GERMAN), H + row('1.234.567,80', { D: '29.02.2020' }), [item('1234567.80')]],
    [
      '1.234 as a thousand, if the mapping says so',
      semi(GERMAN),
      H + row('1.234', { D: '29.02.2020' }),
      [item('1234')],
    ],
    ['1.234 as a fraction, if the mapping says so', semi('decimalChar: "."\n'), H + row('1.234'), [item('1.234')]],
    ['more digits than a float has', semi(), H + row('12345678901234567890.10'), [item('12345678901234567890.10')]],
    ['0.1 and 0.30000000000000004', semi(), H + row('0.30000000000000004'), [item('0.30000000000000004')]],
    [
      'groups with spaces that do not break',
      semi('groupChar: " "\n'),
      H + row('1\u202f234\u00a0567.00'),
      [item('1234567.00')],
    ],
    ['a number without a zero', semi(), H + row('.5') + row('-.50'), [item('0.5'), item('-0.50')]],
    ['white space around numbers and dates', semi(), H + row('  1.00 ', { D: ' 2020-02-29' }), [item('1.00')]],
    [
      'a minus behind',
      semi('', amountAs('negative: trailing')),
      H + row('1.00-') + row('2.00'),
      [item('-1.00'), item('2.00')],
    ],
    [
      'parentheses',
      semi('', amountAs('negative: parentheses')),
      H + row('(1.00)') + row('2.00'),
      [item('-1.00'), item('2.00')],
    ],
    [
      'CR and DB',
      semi('', amountAs('negative: crdb')),
      H + row('1.00 CR') + row('2.00DB'),
      [item('-1.00'), item('2.00')],
    ],
    [
      'Haben and Soll, credit and debit, in one letter',
      semi('', amountAs('negative: crdb, impliedDecimals: 2')),
      H + row('00123H') + row('00123S') + row('200 C') + row('200 D'),
      [item('-1.23'), item('1.23'), item('-2.00'), item('2.00')],
    ],
    [
      'two marks of negative numbers in one column',
      semi('groupChar: ","\n', amountAs('negative: [crdb, parentheses], currency: $')),
      H + row('1,104.72CR') + row('(48.00)') + row('3.00') + row('($4.00)') + row('5.00 DB'),
      [item('-1104.72'), item('-48.00'), item('3.00'), item('-4.00'), item('5.00')],
    ],
    [
      'every mark of negative numbers in one column',
      semi('', amountAs('negative: [leading, trailing, parentheses, crdb]')),
      H + row('-1') + row('2-') + row('(3)') + row('4 CR') + row('+5') + row('6'),
      [item('-1'), item('-2'), item('-3'), item('-4'), item('5'), item('6')],
    ],
    [
      'a currency before or behind, or none',
      semi('groupChar: ","\n', amountAs('currency: $')),
      H + row('$1,234.56') + row('-$2.00') + row('$ -3.00') + row('4.00 $') + row('5'),
      [item('1234.56'), item('-2.00'), item('-3.00'), item('4.00'), item('5')],
    ],
    [
      'a currency in or before parentheses',
      semi('', amountAs('negative: parentheses, currency: EUR')),
      H + row('(EUR 1.00)') + row('EUR (2.00)') + row('(3.00) EUR'),
      [item('-1.00'), item('-2.00'), item('-3.00')],
    ],
    [
      'last digits that are decimals',
      semi('', amountAs('impliedDecimals: 2, negative: trailing')),
      H + row('0000012345-') + row('5') + row('00') + row('1234+'),
      [item('-123.45'), item('0.05'), item('0.00'), item('12.34')],
    ],
    ['negative zero', semi(), H + row('-0.00'), [item('0.00')]],
    [
      'reversed signs by another column',
      semi('', amountAs('reverse: {T: R}')),
      H + row('1.00', { T: 'R' }) + row('-2.00') + row('0', { T: 'R' }),
      [item('-1.00', { note: 'R' }), item('-2.00'), item('0', { note: 'R' })],
    ],
    [
      'a type by the sign of the amount, which is then positive',
      semi(
        'rows: [{when: {T: ADJ, S: {sign: negative}}, set: {type: CREDIT}}, {when: {S: {sign: positive}}, set: {type: CHARGE}}]\nconstants: {type: PAYMENT}\n',
        amountAs('negative: [parentheses, leading], reverse: {S: {sign: negative}}'),
      ),
      H + row('(5.00)', { T: 'ADJ' }) + row('5.00', { T: 'ADJ' }) + row('-1.00') + row('-0.00', { T: 'ADJ' }),
      [
        item('5.00', { note: 'ADJ', type: 'CREDIT' }),
        item('5.00', { note: 'ADJ', type: 'CHARGE' }),
        item('1.00', { type: 'PAYMENT' }),
        item('0.00', { note: 'ADJ', type: 'PAYMENT' }),
      ],
    ],
    ['29 February of a leap year', semi(GERMAN), H + row('1', { D: '29.02.2000' }), [day('2000-02-29')]],
    [
      'days and months of one digit',
      semi('dateFormat: M/d/yyyy\n'),
      H + row('1', { D: '2/9/2020' }) + row('1', { D: '02/29/2020' }),
      [day('2020-02-09'), day('2020-02-29')],
    ],
    ['dates without separators', semi('dateFormat: yyyyMMdd\n'), H + row('1', { D: '20200229' }), [item('1')]],
    [
      'years of two digits with a pivot',
      semi(
        '',
        'columns: {A: external_account_number, D: {to: transaction_date, dateFormat: ddMMyy, pivotYear: 1970}, S: amount, T: note}\n',
      ),
      H + row('1', { D: '010170' }) + row('1', { D: '010169' }),
      [day('1970-01-01'), day('2069-01-01')],
    ],
    [
      'names of months',
      semi('', DUTCH),
      H + row('1', { D: '03-mrt-21' }) + row('1', { D: '1-OKT-70' }),
      [day('2021-03-03'), day('1970-10-01')],
    ],
    [
      'a day with a time that is left out',
      semi(
        '',
        COLUMNS.replace(
          'D: transaction_date',
          'D: {to: transaction_date, dateFormat: "M/d/yyyy h:mm a", dropTime: true}',
        ),
      ),
      H + row('1', { D: '2/29/2020 11:59 PM' }) + row('1', { D: '12/1/2020 9:00 am' }),
      [day('2020-02-29'), day('2020-12-01')],
    ],
    [
      'a day of three columns',
      'dialect: {delimiter: ";"}\ncolumns: {Y: {to: transaction_date, dateFormat: yyyy}, M: {to: transaction_date, dateFormat: M, separator: "-"}, D: {to: transaction_date, dateFormat: d, separator: "-"}, A: external_account_number}\n',
      'A;D;M;Y\n1;29;2;2020\n1;1;12;2020\n',
      ['2020-02-29', '2020-12-01'].map((transaction_date) => ({ external_account_number: '1', transaction_date })),
    ],
    [
      'debit and credit in two columns, of which one has nothing or zero',
      semi('decimalChar: ","\n', TWO_AMOUNTS),
      [
        'A;D;T;S;H',
        ...['1,50;', ';2,50', '0,00;3,50', '4,50;0,00', '0,00;'].map((two) => `1;2020-02-29;x;${two}`),
      ].join('\n'),
      ['1.50', '-2.50', '-3.50', '4.50', '0.00'].map((amount) => item(amount)),
    ],
    [
      'a date with a time of midnight',
      semi('dateFormat: "yyyy-MM-dd HH:mm:ss"\n'),
      H + row('1', { D: '2020-02-29 00:00:00' }),
      [item('1')],
    ],
    [
      'missing values',
      semi('missingValues: ["", "NULL", "00000000"]\n'),
      H + row('1', { T: 'NULL', D: '00000000' }),
      [{ external_account_number: '1', amount: '1' }],
    ],
    [
      'a file without a header',
      'dialect: {delimiter: ";", header: false}\ncolumns: {1: external_account_number, 3: amount}\nignore: [2]\n',
      '007;y;1\n',
      [{ external_account_number: '007', amount: '1' }],
    ],
    [
      'lines before the header, and a line of units',
      `dialect: {delimiter: ";", headerRows: [3], commentRows: [1, 4]}\n${COLUMNS}`,
      `Export 2020\n"unbalanced\n${H};;EUR;\n${row('1')}`,
      [item('1')],
    ],
    [
      'a header of two lines',
      'dialect: {delimiter: ";", headerRows: [1, 2]}\ncolumns: {KUNDE NR: external_account_number, BETRAG: amount}\n',
      'KUNDE;\nNR;BETRAG\n1;2\n',
      [{ external_account_number: '1', amount: '2' }],
    ],
    [
      'a text of several columns',
      semi(
        '',
        'columns: {A: external_account_number, D: {to: note, prefix: "am "}, S: amount, T: {to: note, separator: ": "}}\n',
      ),
      H + row('1') + row('2', { T: '' }),
      [
        { external_account_number: '1', amount: '1', note: 'am 2020-02-29: x' },
        { external_account_number: '1', amount: '2', note: 'am 2020-02-29' },
      ],
    ],
    [
      'identifiers that are stripped and filled up',
      semi(
        '',
        'columns: {A: {to: external_account_number, stripLeading: "0", pad: {length: 4, with: "9"}}}\nignore: [D, S, T]\n',
      ),
      H + row('1', { A: '0012' }),
      [{ external_account_number: '9912' }],
    ],
    [
      'fixed widths',
      `dialect: {widths: [4, 10, 8, 3]}\n${COLUMNS}`,
      'A   D         S       T  \n001 2020-02-29    1.00a b\n',
      [item('1.00', { external_account_number: '001', note: 'a b' })],
    ],
    [
      'fixed widths of characters, not of bytes',
      'dialect: {widths: [4, 3], header: false}\ncolumns: {1: external_account_number, 2: note}\n',
      '0001äö \n00028€\u{1f600}\n',
      [
        { external_account_number: '0001', note: 'äö' },
        { external_account_number: '0002', note: '8€\u{1f600}' },
      ],
    ],
    [
      'an EBCDIC extract',
      'encoding: ibm1141\ndialect: {widths: [2, 4], header: false}\ncolumns: {1: external_account_number, 2: {to: amount, negative: trailing}}\n',
      Buffer.from([0xf0, 0xf1, 0xf1, 0x4b, 0xf5, 0x60, 0x15, 0x43, 0x5a, 0x40, 0xf2, 0xf3, 0x40, 0x25]),
      [
        { external_account_number: '01', amount: '-1.5' },
        { external_account_number: '{Ü', amount: '23' },
      ],
    ],
  ];
  it.each(cases)('%s', async (_, mapping, content, items) => {
    expect(await mapped(mapping, content)).toEqual({ code: 0, items, errors: [] });
  });
});

describe('times are exact', () => {
  const BERLIN = 'timeZone: Europe/Berlin\ndateFormat: "dd.MM.yyyy HH:mm"\n';
  const N = 'A;D;T\n';
  const at = (D: string): string => `1;${D};x\n`;
  it.each([
    ['summer', BERLIN, '01.07.2020 12:00', '2020-07-01T10:00:00Z'],
    ['winter', BERLIN, '01.01.2020 12:00', '2020-01-01T11:00:00Z'],
    ['24:00 is the beginning of the next day', BERLIN, '31.12.2019 24:00', '2019-12-31T23:00:00Z'],
    ['the hour before the clocks are put forward', BERLIN, '29.03.2020 01:59', '2020-03-29T00:59:00Z'],
    ['an offset', 'dateFormat: "yyyy-MM-dd\'T\'HH:mmXXX"\n', '2020-10-25T02:30+01:00', '2020-10-25T01:30:00Z'],
    [
      'half an hour',
      'timeZone: Asia/Kolkata\ndateFormat: "yyyy-MM-dd HH:mm"\n',
      '2020-01-01 00:00',
      '2019-12-31T18:30:00Z',
    ],
    [
      'midnight of half a day',
      'timeZone: UTC\ndateFormat: "yyyy-MM-dd hh:mm a"\n',
      '2020-01-01 12:05 AM',
      '2020-01-01T00:05:00Z',
    ],
    [
      'noon of half a day',
      'timeZone: UTC\ndateFormat: "yyyy-MM-dd hh:mm:ss a"\n',
      '2020-01-01 12:00:00 p.m.',
      '2020-01-01T12:00:00Z',
    ],
    ['a day as a time', 'timeZone: UTC\n' + 'dateFormat: dd.MM.yyyy\n', '29.02.2020', '2020-02-29T00:00:00Z'],
    [
      'the first day of all, which means none, and is refused when it is checked',
      'timeZone: UTC\ndateFormat: dd.MM.yyyy\n',
      '01.01.0001',
      '0001-01-01T00:00:00Z',
    ],
    ['the first day of all in Berlin', BERLIN, '01.01.0001 00:00', '0000-12-31T23:06:32Z'],
  ])('%s', async (_, settings, text, utc) => {
    expect(await mapped(semi(settings, noteIn('trim: true')), N + at(text), 'notes')).toEqual({
      code: 0,
      items: [note(utc)],
      errors: [],
    });
  });

  const TWO =
    'columns: {A: external_account_number, D: {to: created_at, dateFormat: dd.MM.yyyy}, Z: {to: created_at, separator: " ", dateFormat: H:mm}, T: body}\n';

  it('a day and a time of two columns; without the time it is the beginning of the day', async () => {
    const rows = '1;29.02.2020;9:05;x\n1;29.02.2020;;x\n1;;10:00;x\n1;29.02.2020;25:00;x\n';
    expect(await mapped(semi('timeZone: UTC\n', TWO), `A;D;Z;T\n${rows}`, 'notes')).toEqual({
      code: 1,
      items: [note('2020-02-29T09:05:00Z'), note('2020-02-29T00:00:00Z')],
      errors: [expect.stringMatching(/^4 D: "10:00" is not read: .* A date has a year/)],
    });
  });

  it('an hour that exists twice is the one that the mapping says', async () => {
    const read = (which: string) =>
      mapped(semi(BERLIN, noteIn(`repeatedHour: ${which}`)), N + at('25.10.2020 02:30'), 'notes');
    expect(await read('first')).toMatchObject({ items: [note('2020-10-25T00:30:00Z')] });
    expect(await read('second')).toMatchObject({ items: [note('2020-10-25T01:30:00Z')] });
  });

  it.each([
    ['25.10.2020 02:30', 'exists twice in Europe/Berlin'],
    ['29.03.2020 02:30', 'does not exist in Europe/Berlin'],
    ['29.03.2020 24:01', 'is not a time of a day'],
    ['29.03.2020 12:60', 'is not a time of a day'],
  ])('%s is refused', async (text, detail) => {
    expect(await mapped(semi(BERLIN, noteIn('trim: true')), N + at(text), 'notes')).toMatchObject({
      code: 1,
      items: [],
      errors: [expect.stringMatching(new RegExp(`^2 D: "${text}" ${detail}`))],
    });
  });
});

describe('what is not exact is refused with line, column and reason; other rows are read', () => {
  const good = row('1');
  type Case = readonly [name: string, mapping: string, content: Content, error: string];
  const noNumber = (name: string, mapping: string, text: string): Case => [
    name,
    mapping,
    H + good + row(text),
    `3 S: "${text}" is not a number`,
  ];
  const cases: ReadonlyArray<Case> = [
    ['1.234 without a decision', semi(), H + good + row('1.234'), '3 S: "1.234" may be a thousand or a fraction.'],
    [
      'groups of two digits',
      semi(GERMAN, COLUMNS),
      H + row('1', { D: '29.02.2020' }) + row('1.23,00', { D: '29.02.2020' }),
      '3 S: "1.23,00" is not a number',
    ],
    noNumber('a decimal comma of another language', semi(), '1,50'),
    noNumber('a minus on the wrong side', semi(), '1.00-'),
    noNumber('an exponent', semi(), '1E5'),
    noNumber('a minus of typesetters', semi(), '\u22125'),
    noNumber('digits of full width', semi(), '\uff11\uff12'),
    noNumber('two signs', semi(), '--5'),
    noNumber('a sign inside parentheses', semi('', amountAs('negative: parentheses')), '(-5)'),
    ...['(1.00)CR', '-1.00-', '(-1.00)', '-(1.00)', '-1.00 CR', '1.00-CR'].map(
      (text): Case => [
        `two marks at once: ${text}`,
        semi('', amountAs('negative: [leading, trailing, parentheses, crdb]')),
        H + good + row(text),
        `3 S: "${text}" is not a number with a decimal point, no groups, and a minus before it, a minus behind it, parentheses around it, or CR or DB behind it if it is negative.`,
      ],
    ),
    [
      'a mark that the mapping does not have beside two others',
      semi('', amountAs('negative: [crdb, parentheses]')),
      H + good + row('1.00-'),
      '3 S: "1.00-" is not a number with a decimal point, no groups, and CR or DB behind it, or parentheses around it if it is negative.',
    ],
    [
      'a decimal point in numbers whose last digits are decimals',
      semi('', amountAs('impliedDecimals: 2, values: {"1": "1"}, otherwise: keep')),
      H + good + row('1.00'),
      '3 S: "1.00" is not a number with 2 last digits as decimals, no groups',
    ],
    noNumber('groups of India', semi('groupChar: ","\n'), '1,23,456.00'),
    noNumber('groups behind the decimals', semi('groupChar: ","\n'), '0.123,456'),
    noNumber('groups that the mapping does not have', semi(), '1\u00a0234'),
    noNumber('a hexadecimal number', semi(), '0x10'),
    noNumber('no number at all', semi(), 'NaN'),
    noNumber('digits of another script', semi(), '١٢'),
    noNumber('a currency', semi(), '€ 5'),
    noNumber('half a parenthesis', semi('', amountAs('negative: parentheses')), '(1.00'),
    noNumber('another currency', semi('', amountAs('currency: $')), '€5'),
    noNumber('a currency twice', semi('', amountAs('currency: $')), '$5$'),
    noNumber('a currency in a number', semi('', amountAs('currency: $')), '1$50'),
    ...(['trailing', 'parentheses', 'crdb'] as const).map((mark): Case => {
      const text = { trailing: '1.234-', parentheses: '(1.234)', crdb: '1.234 CR' }[mark];
      const detail = `3 S: ${JSON.stringify(text)} may be a thousand or a fraction`;
      return [`1.234 with a mark, ${mark}`, semi('', amountAs(`negative: ${mark}`)), H + good + row(text), detail];
    }),
    [
      '1.234 behind a currency, as a thousand or a fraction',
      semi('', amountAs('currency: $')),
      H + good + row('$1.234'),
      '3 S: "$1.234" may be a thousand or a fraction',
    ],
    noNumber('a formula', semi(), '=1+1'),
    [
      '29 February of other years',
      semi(),
      H + good + row('1', { D: '2019-02-29' }),
      '3 D: "2019-02-29" is not a day of the calendar: 2019-02 has 28 days.',
    ],
    [
      '29 February 1900',
      semi(),
      H + good + row('1', { D: '1900-02-29' }),
      '3 D: "1900-02-29" is not a day of the calendar',
    ],
    ['31 April', semi(), H + good + row('1', { D: '2020-04-31' }), '3 D: "2020-04-31" is not a day of the calendar'],
    ['the day of no date', semi(), H + good + row('1', { D: '0000-00-00' }), '3 D: "0000-00-00" has no month: 00.'],
    [
      'a date without its zeros',
      semi(),
      H + good + row('1', { D: '2020-2-9' }),
      '3 D: "2020-2-9" is not of the form yyyy-MM-dd.',
    ],
    [
      'a date with something behind it',
      semi(),
      H + good + row('1', { D: '2020-02-29x' }),
      '3 D: "2020-02-29x" is not of the form',
    ],
    [
      'day and month of the other order',
      semi('', COLUMNS.replace('D: transaction_date', 'D: {to: transaction_date, dateFormat: MM/dd/yyyy}')),
      H + row('1', { D: '02/29/2020' }) + row('1', { D: '29/02/2020' }),
      '3 D: "29/02/2020" has no month: 29.',
    ],
    [
      'a month of another language',
      semi('', DUTCH),
      H + row('1', { D: '29-feb-20' }) + row('1', { D: '03-mar-21' }),
      '3 D: "03-mar-21" has no month: mar.',
    ],
    [
      'an amount in both of two columns',
      semi('decimalChar: ","\n', TWO_AMOUNTS),
      'A;D;T;S;H\n1;2020-02-29;x;1;\n1;2020-02-29;x;1,50;2,50\n',
      '3 H: "2,50" is a second amount: S has one as well, and both have the field amount.',
    ],
    [
      'a time that no half of a day has',
      semi(
        '',
        COLUMNS.replace(
          'D: transaction_date',
          'D: {to: transaction_date, dateFormat: "yyyy-MM-dd h:mm a", dropTime: true}',
        ),
      ),
      H + row('1', { D: '2020-02-29 1:00 AM' }) + row('1', { D: '2020-02-29 13:00 PM' }),
      '3 D: "2020-02-29 13:00 PM" is not a time of half a day.',
    ],
    [
      'a date as a number of days',
      semi(),
      H + good + row('1', { D: '43890' }),
      '3 D: "43890" is not of the form yyyy-MM-dd.',
    ],
    [
      'a day with a time',
      semi('', COLUMNS.replace('D: transaction_date', 'D: {to: transaction_date, dateFormat: "yyyy-MM-dd HH:mm"}')),
      H + row('1', { D: '2020-02-29 00:00' }) + row('1', { D: '2020-02-29 24:00' }),
      '3 D: "2020-02-29 24:00" has a time, and the field is a day.',
    ],
    [
      'an offset that no time zone has',
      semi('', COLUMNS.replace('D: transaction_date', 'D: {to: transaction_date, dateFormat: "yyyy-MM-dd HH:mmXXX"}')),
      H + row('1', { D: '2020-02-29 00:00+18:00' }) + row('1', { D: '2020-02-29 00:00+18:01' }),
      '3 D: "2020-02-29 00:00+18:01" has no offset of a time zone: +18:01.',
    ],
    [
      'a value that is not in the mapping',
      semi(
        '',
        'columns: {A: external_account_number, D: transaction_date, S: amount, T: {to: note, values: {x: x}}}\n',
      ),
      H + good + row('1', { T: 'X' }),
      '3 T: "X" is none of the values',
    ],
    [
      'an identifier that is only zeros',
      semi('', COLUMNS.replace('A: external_account_number', 'A: {to: external_account_number, stripLeading: "0"}')),
      H + good + row('1', { A: '00' }),
      '3 A: "00" has nothing but "0".',
    ],
    [
      'an identifier that is too long to be filled up',
      semi(
        '',
        COLUMNS.replace('A: external_account_number', 'A: {to: external_account_number, pad: {length: 1, with: "0"}}'),
      ),
      H + good + row('1', { A: '12' }),
      '3 A: "12" is longer than the 1 characters',
    ],
    ['an open quote', semi(), H + good + row('1', { T: '"x' }), '3 : A quoted field is not closed.'],
    [
      'a quote in the wrong place',
      semi(),
      H + good + row('1', { T: 'x "y" z' }),
      '3 : There is a quote inside an unquoted field, column 18.',
    ],
    [
      'text after a closing quote',
      semi(),
      H + good + row('1', { T: '"x" y' }),
      '3 : There is text after a closing quote, column 19.',
    ],
    [
      'a delimiter in a text without quotes',
      semi(),
      H + good + row('1', { T: 'a;b' }),
      '3 : The row has 5 columns, but the header has 4.',
    ],
    ['a truncated last line', semi(), `${H}${good}1;2020-02-29;1`, '3 : The row has 3 columns, but the header has 4.'],
    ['the header again', semi(), H + good + H, '3 : The header occurs again'],
    ['a NUL', semi(), H + good + row('1', { T: 'a\u0000b' }), '3 : A NUL character is at column 17.'],
    [
      'a byte order mark in the middle',
      semi(),
      `${H + good}\ufeff${row('1')}`,
      '3 : A byte order mark is in the middle of the file',
    ],
    [
      'a replacement character of an earlier conversion',
      semi(),
      H + good + row('1', { T: 'M\ufffdller' }),
      '3 : A replacement character (U+FFFD) is in the file',
    ],
    ['the end mark of DOS', semi(), `${H}${good}\u001a`, '3 : The control character U+001A is at column 1.'],
    [
      'a carriage return alone',
      semi(),
      `${H}${good}1;2020-02-29;1;x\r1;2020-02-29;2;x\n`,
      '3 : There is a carriage return inside a field, column 17.',
    ],
    [
      'Latin-1 in a file of UTF-8',
      semi(),
      Buffer.concat([Buffer.from(H + good), latin('1;2020-02-29;1;M\xfcller\n')]),
      '3 : The line is not UTF-8 at column 17 (byte FC).',
    ],
    [
      'UTF-8 in a file of windows-1252',
      semi('encoding: windows-1252\n'),
      Buffer.from(H + good + row('1', { T: 'Müller' })),
      '3 : The line is UTF-8 and not windows-1252, from column 17 on.',
    ],
    [
      'a byte that windows-1252 does not have',
      semi('encoding: windows-1252\n'),
      latin(`${H}${good}1;2020-02-29;1;\x81\n`),
      '3 : The byte 81 at column 16 is no character of windows-1252.',
    ],
    [
      'half a character of UTF-16',
      semi('encoding: utf-16le\n'),
      utf16(H + good + row('1', { T: '\ud800' })),
      '3 : Half a character is at column 16',
    ],
    [
      'a byte that is missing at the end of UTF-16',
      semi('encoding: utf-16le\n'),
      utf16(H + good + row('1')).subarray(0, -3),
      '3 : The last character is cut off.',
    ],
    [
      'a line that is too short for its widths',
      `dialect: {widths: [2, 10, 5, 1]}\n${COLUMNS}`,
      'A D         S    T\n1 2020-02-29    1x\n1 2020-02-29    1\n',
      '3 : The line has 17 characters, and the widths 18.',
    ],
    [
      'a line that is too long for its widths',
      `dialect: {widths: [2, 10, 5, 1]}\n${COLUMNS}`,
      'A D         S    T\n1 2020-02-29    1x\n1 2020-02-29    1xy\n',
      '3 : The line has 19 characters, and the widths 18.',
    ],
    [
      'a row without a header that is too short',
      'dialect: {delimiter: ";", header: false}\ncolumns: {1: external_account_number, 2: transaction_date, 3: amount, 4: note}\n',
      `1;2\n${good}`,
      '1 : The row has 2 columns, but the header has 4.',
    ],
  ];
  it.each(cases)('%s', async (_, mapping, content, error) => {
    expect(await mapped(mapping, content)).toEqual({
      code: 1,
      items: [item('1')],
      errors: [expect.stringContaining(error)],
    });
  });
});

/** Rows before the second header: a million with `MAPPING_ROWS=1000000`. */
const ROWS_BEFORE = Number(process.env.MAPPING_ROWS ?? 2_000);

it(
  'a second header is found however late it comes',
  async () => {
    const read = await mapped(semi(), `${H}${row('1').repeat(ROWS_BEFORE)}${H}${row('2')}`);
    expect({ ...read, items: read.items?.length }).toEqual({
      code: 1,
      items: ROWS_BEFORE + 1,
      errors: [expect.stringMatching(new RegExp(`^${ROWS_BEFORE + 2} : The header occurs again`))],
    });
  },
  30_000 + ROWS_BEFORE / 5,
);

it('columns behind those of a mapping without a header are none of a rejects file', async () => {
  const numbered = 'columns: {1: external_account_number, 2: transaction_date, 3: amount, 4: note}\n';
  const mapping = `dialect: {delimiter: ";", header: false}\n${numbered}`;
  expect(await mapped(mapping, '1;2020-02-29;1;x;a;eur;b;c\n')).toEqual({
    code: 1,
    items: [],
    errors: ['1 : The row has 8 columns, and the mapping 4.'],
  });
});

describe('records of fixed widths without line breaks', () => {
  const FIXED = `dialect: {header: false, widths: [2, 10, 5, 2]}
columns: {1: external_account_number, 2: transaction_date, 3: amount, 4: note}
`;
  const record = (amount: string): string => `1 2020-02-29${amount.padEnd(5)}x `;

  it('are read by their length, also if chunks end within one', async () => {
    const records = Array.from({ length: 10_000 }, (_, at) => record(String(at)));
    expect(await mapped(FIXED, records.join(''))).toEqual({
      code: 0,
      items: records.map((_, at) => item(String(at))),
      errors: [],
    });
  });

  it('are refused if one is cut off, or has a line break or a character of several bytes', async () => {
    expect(await mapped(FIXED, `${record('1')}${record('2')}${record('3').slice(0, -4)}`)).toEqual({
      code: 1,
      items: [item('1'), item('2')],
      errors: [expect.stringContaining('The line has 15 characters, and the widths 19.')],
    });
    const several = `${record('1')}${record('2').replace('x', 'ü')}${record('3')}`;
    expect(await mapped(FIXED, several)).toEqual({
      code: 1,
      items: [item('1')],
      errors: [expect.stringMatching(/^2 : Nothing is read from this line on\. .* several bytes in utf-8/)],
    });
    expect(await mapped(FIXED, latin(several))).toMatchObject({
      items: [item('1')],
      errors: [expect.stringMatching(/^2 : Nothing is read from this line on\. The line is not UTF-8 at column 18/)],
    });
    expect(await mapped(`encoding: windows-1252\n${FIXED}`, latin(several))).toEqual({
      code: 0,
      items: [item('1'), item('2', { note: 'ü' }), item('3')],
      errors: [],
    });
    const broken = await mapped(FIXED, `${record('1').repeat(4_000)}\n${record('2')}`);
    expect({ ...broken, items: broken.items?.length }).toEqual({
      code: 1,
      items: 4_000,
      errors: [expect.stringMatching(/^4001 : The record has a line break, and those before it have none\./)],
    });
  });
});

describe('a file is refused as a whole', () => {
  it.each([
    [
      'if the header has other columns',
      semi(),
      'A;D;S;T;U\n1;2020-02-29;1;x;y\n',
      'Columns of the file are neither mapped nor ignored: "U".',
    ],
    ['if a column is missing', semi(), 'A;D;S\n1;2020-02-29;1\n', 'The file lacks columns of the mapping: "T".'],
    ['if the header has a column twice', semi(), 'A;D;S;T;A\n', 'The header has "A" twice.'],
    [
      'if columns without a name are neither mapped nor ignored',
      semi(),
      'A;D;S;T;;\n',
      'neither mapped nor ignored: "". Add them to columns or to ignore.',
    ],
    ['if the delimiter is another one', semi(), 'A,D,S,T\n', 'neither mapped nor ignored: "A,D,S,T"'],
    [
      'if the names are in another case',
      semi(),
      'a;D;S;T\n1;2020-02-29;1;x\n',
      'lacks columns of the mapping: "A". Did you mean `a`?',
    ],
    ['if two names differ in white space only', semi(), 'A;A ;S;T\n', 'The header has "A" twice.'],
    [
      'if lines end with carriage returns alone',
      semi(),
      `${H}${row('1')}`.replaceAll('\n', '\r'),
      'There is a carriage return inside a field',
    ],
    [
      'if it ends early, in the lines before the header',
      `dialect: {delimiter: ";", headerRows: [3]}\n${COLUMNS}`,
      gzipSync(`x\ny\n${H}`).subarray(0, 14),
      'The gzip data is damaged or ends early',
    ],
    ['if it is empty', semi(), '', 'The header, line 1, is not there.'],
    ['if it is in UTF-16 and the mapping does not say so', semi(), utf16(`\ufeff${H}`), 'The file is in UTF-16.'],
    [
      'if the byte order is the other one',
      semi('encoding: utf-16le\n'),
      big(`\ufeff${H}`),
      'The byte order is not that of utf-16le',
    ],
    [
      'if the header is in another encoding',
      semi('encoding: windows-1252\n', 'columns: {Ü: note}\n'),
      'Ü\n',
      'The line is UTF-8 and not windows-1252',
    ],
  ])('%s', async (_, mapping, content, refused) => {
    expect(await mapped(mapping, content)).toEqual({ refused: expect.stringContaining(refused) });
  });
});
