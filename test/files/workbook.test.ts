import { describe, expect, it } from 'vitest';
import { mapped } from '../support/a-mapping.ts';
import { aWorkbook, rowsOf, type TestCell, type TestWorkbook } from '../support/a-workbook.ts';

const COLUMNS = 'columns: {A: external_account_number, D: transaction_date, S: amount, T: note}\n';
const GERMAN = 'decimalChar: ","\ngroupChar: "."\ndateFormat: dd.MM.yyyy\n';
const HEADER = ['A', 'D', 'S', 'T'];
const FORMATS = ['dd/mm/yyyy', '00000', '0.00%', '#,##0.00 "EUR"', 'yyyy-mm-dd hh:mm'];
const [DATE, ZEROS, PERCENT, MONEY, TIME] = [1, 2, 3, 4, 5];
/** Formats that have no text in a workbook. */
const [TEXT, EXPONENT] = [FORMATS.length + 2, FORMATS.length + 3];

const styled = (style: number, value: number | string): TestCell => ({ is: `s="${style}"`, xml: `<v>${value}</v>` });
const aDay = styled(DATE!, 43890);
const good: ReadonlyArray<TestCell> = ['1', aDay, 1, 'x'];
const item = (more: object = {}) => ({
  external_account_number: '1',
  transaction_date: '2020-02-29',
  amount: '1',
  note: 'x',
  ...more,
});

type Rows = ReadonlyArray<ReadonlyArray<TestCell>>;

const read = async (rows: Rows, settings = '', more: Partial<TestWorkbook> = {}, behind = '') =>
  mapped(
    `${settings}${COLUMNS}`,
    await aWorkbook({
      sheets: [{ name: 'Export', rows: rowsOf([HEADER, ...rows]), behind }],
      formats: FORMATS,
      ...more,
    }),
  );

describe('a workbook is read exactly', () => {
  it.each<readonly [string, Rows, string, ReadonlyArray<object>]>([
    ['texts, numbers and dates', [good], '', [item()]],
    [
      'numbers and dates in the form of a mapping for texts',
      [
        ['1', aDay, -1234.5, 'x'],
        ['1', '29.02.2020', '1.234,50', 'x'],
      ],
      GERMAN,
      [item({ amount: '-1234.5' }), item({ amount: '1234.50' })],
    ],
    [
      '1.234 as it is stored, also if a text would be a thousand',
      [['1', aDay, 1.234, 'x']],
      GERMAN,
      [item({ amount: '1.234' })],
    ],
    [
      'the number that is shown, of which a double has more digits',
      [['1', aDay, { is: '', xml: '<v>1234.5599999999999</v>' }, 'x']],
      '',
      [item({ amount: '1234.56' })],
    ],
    [
      'numbers with an exponent',
      [
        ['1', aDay, { is: '', xml: '<v>1.5E-3</v>' }, 'x'],
        ['1', aDay, { is: '', xml: '<v>-2.5E+9</v>' }, 'x'],
      ],
      '',
      [item({ amount: '0.0015' }), item({ amount: '-2500000000' })],
    ],
    ['an amount with a currency', [['1', aDay, styled(MONEY!, 12.5), 'x']], '', [item({ amount: '12.5' })]],
    [
      'an identifier that is shown with zeros',
      [[styled(ZEROS!, 42), aDay, 1, 'x']],
      '',
      [item({ external_account_number: '00042' })],
    ],
    ['an identifier that is a number', [[4711, aDay, 1, 'x']], '', [item({ external_account_number: '4711' })]],
    [
      'numbers of the formats of texts and of exponents, which are no dates',
      [[styled(TEXT, 4711), aDay, styled(EXPONENT, 12500), styled(TEXT, 0.5)]],
      '',
      [item({ external_account_number: '4711', amount: '12500', note: '0.5' })],
    ],
    [
      'the result of a formula',
      [['1', aDay, { is: '', xml: '<f>1+1</f><v>2</v>' }, { is: 't="str"', xml: '<f>"a"&amp;"b"</f><v>ab</v>' }]],
      '',
      [item({ amount: '2', note: 'ab' })],
    ],
    ['a truth value', [['1', aDay, 1, { is: 't="b"', xml: '<v>1</v>' }]], '', [item({ note: 'true' })]],
    ['delimiters, quotes and line breaks in texts', [['1', aDay, 1, 'a,"b"\nc;d']], '', [item({ note: 'a,"b"\nc;d' })]],
    ['escaped characters', [['1', aDay, 1, 'a_x000A_b_x005F_x']], '', [item({ note: 'a\nb_x' })]],
    ['a text that is a number with zeros', [['007', aDay, 1, 'x']], '', [item({ external_account_number: '007' })]],
    [
      'empty cells at the end',
      [['1', aDay, 1, null]],
      '',
      [{ external_account_number: '1', transaction_date: '2020-02-29', amount: '1' }],
    ],
    ['rows without cells', [[], good, [null, null, null, '']], '', [item()]],
    [
      'dates before the day that was none',
      [['1', styled(DATE!, 59), 1, 'x']],
      '',
      [item({ transaction_date: '1900-02-28' })],
    ],
    [
      'a day of a format with a time',
      [['1', styled(TIME!, 43890), 1, 'x']],
      'dateFormat: "yyyy-MM-dd HH:mm"\n',
      [item()],
    ],
    ['dates of ISO 8601', [['1', { is: 't="d"', xml: '<v>2020-02-29T00:00:00</v>' }, 1, 'x']], '', [item()]],
  ])('%s', async (_, rows, settings, items) => {
    expect(await read(rows, settings)).toEqual({ code: 0, items, errors: [] });
  });

  it('dates that begin in 1904', async () => {
    expect(await read([['1', styled(DATE!, 42428), 1, 'x']], '', { is1904: true })).toMatchObject({ items: [item()] });
  });

  it('shared texts with runs and without how they are spoken', async () => {
    const shared = ['<r><t>a </t></r><r><rPr><b/></rPr><t>b</t></r><rPh sb="0" eb="1"><t>no</t></rPh>'];
    const rows: Rows = [['1', aDay, 1, { is: 't="s"', xml: '<v>0</v>' }]];
    expect(await read(rows, '', { shared })).toMatchObject({ items: [item({ note: 'a b' })] });
  });

  it('a sheet by its name or number, also a hidden one; rows before the header and a trailer', async () => {
    const rows = rowsOf([['Bericht'], ['Stand', aDay], [], HEADER, good, ['Summe', null, 1]]);
    const content = await aWorkbook({
      sheets: [
        { name: 'Info', rows: rowsOf([['x']]) },
        { name: 'Daten', rows, state: 'hidden' },
      ],
      formats: FORMATS,
    });
    const mapping = (sheet: string): string =>
      `dialect: {sheet: ${sheet}, headerRows: [4]}\n${COLUMNS}expect: {sums: {S: "1"}, trailer: {starts: Summe, sums: {S: 3}}}\n`;
    expect(await mapped(mapping('Daten'), content)).toEqual({ code: 0, items: [item()], errors: [] });
    expect(await mapped(mapping('2'), content)).toEqual({ code: 0, items: [item()], errors: [] });
    expect(await mapped(mapping('Data'), content)).toEqual({
      refused: expect.stringContaining('The workbook has no sheet "Data". It has "Info", "Daten" (hidden).'),
    });
    expect(await mapped(COLUMNS, content)).toEqual({
      refused: expect.stringContaining('The workbook has several sheets: "Info", "Daten" (hidden). Name one'),
    });
  });

  it('times in a zone', async () => {
    const content = await aWorkbook({
      sheets: [
        {
          name: 'x',
          rows: rowsOf([
            ['A', 'D', 'T'],
            ['1', styled(TIME!, 43890.4375), 'x'],
          ]),
        },
      ],
      formats: FORMATS,
    });
    const mapping =
      'dateFormat: "dd.MM.yyyy HH:mm"\ntimeZone: Europe/Berlin\ncolumns: {A: external_account_number, D: created_at, T: body}\n';
    expect(await mapped(mapping, content, 'notes')).toMatchObject({
      items: [{ external_account_number: '1', created_at: '2020-02-29T09:30:00Z', body: 'x' }],
    });
  });
});

describe('what a workbook does not say exactly is refused; other rows are read', () => {
  it.each<readonly [string, ReadonlyArray<TestCell>, string, string]>([
    [
      'a number with more digits than are shown',
      ['1', aDay, 0.1 + 0.2, 'x'],
      '',
      '3 S: "0.30000000000000004" has more than the 15 digits',
    ],
    [
      'an identifier with more digits',
      [{ is: '', xml: '<v>1234567890123456</v>' }, aDay, 1, 'x'],
      '',
      '3 A: "1234567890123456" has more than the 15 digits',
    ],
    ['29 February 1900', ['1', styled(DATE!, 60), 1, 'x'], '', '3 D: "60" is 29 February 1900, which was no day.'],
    ['a time without a day', ['1', styled(DATE!, 0.5), 1, 'x'], '', '3 D: "0.5" is a time without a day.'],
    [
      'a number of days that is not shown as a date',
      ['1', 43890, 1, 'x'],
      '',
      '3 D: "43890" is not of the form yyyy-MM-dd.',
    ],
    [
      'a day with a time',
      ['1', styled(DATE!, 43890.5), 1, 'x'],
      '',
      '3 D: "2020-02-29T12:00:00" is not of the form yyyy-MM-dd.',
    ],
    [
      'a formula with an empty result, as programs write it that do not calculate',
      ['1', aDay, { is: '', xml: '<f>1+1</f><v></v>' }, 'x'],
      '',
      '3 S: "" is a formula without its result',
    ],
    [
      'a formula without its result',
      ['1', aDay, { is: '', xml: '<f>1+1</f>' }, 'x'],
      '',
      '3 S: "" is a formula without its result',
    ],
    [
      'a row with nothing but formulas without their results',
      [null, null, { is: '', xml: '<f>1+1</f>' }, { is: 't="str"', xml: '<f>"x"</f>' }],
      '',
      '3 S: "" is a formula without its result',
    ],
    [
      'an error of a formula',
      ['1', aDay, { is: 't="e"', xml: '<f>1/0</f><v>#DIV/0!</v>' }, 'x'],
      '',
      '3 S: "#DIV/0!" is an error of a formula.',
    ],
    ['a percentage', ['1', aDay, styled(PERCENT!, 0.195), 'x'], '', '3 S: "19.5%" is not a number'],
    [
      'a shared text that is not there',
      ['1', aDay, 1, { is: 't="s"', xml: '<v>7</v>' }],
      '',
      '3 T: "7" is a text that the workbook does not have.',
    ],
    ['a cell beyond the header', ['1', aDay, 1, 'x', 'y'], '', '3 : The row has 5 columns, but the header has 4.'],
    ['the header again', HEADER, '', '3 : The header occurs again'],
    ['a text of another form', ['1', '29/02/2020', 1, 'x'], '', '3 D: "29/02/2020" is not of the form yyyy-MM-dd.'],
  ])('%s', async (_, row, settings, error) => {
    expect(await read([good, row], settings)).toEqual({
      code: 1,
      items: [item()],
      errors: [expect.stringContaining(error)],
    });
  });

  it.each(['ref="A3:A4"', "ref='A3:A4'", 'ref = "A3:A4"'])(
    'merged cells of rows; those of the header are one name: %s',
    async (ref) => {
      const others = '<mergeCell ref="D9:D9"/><mergeCell ref="A1:A1"/>';
      const behind = `<mergeCells count="3">${others}<mergeCell ${ref}/></mergeCells>`;
      expect(await read([good, good, [null, aDay, 1, 'x']], '', {}, behind)).toEqual({
        code: 1,
        items: [item()],
        errors: [expect.stringContaining('3 : The cells A3:A4 are merged')],
      });
    },
  );
});

it('a large workbook is read up to a row that is damaged', async () => {
  const rows = rowsOf([HEADER, ...Array.from({ length: 5_000 }, () => good)]);
  const content = await aWorkbook({ sheets: [{ name: 'x', rows: `${rows}<row r="2"/>` }], formats: FORMATS });
  const read = await mapped(COLUMNS, content);
  const items = read.items?.length ?? 0;
  expect(items).toBeGreaterThan(0);
  expect({ ...read, items }).toEqual({
    code: 1,
    items,
    errors: [`${items + 2} : The workbook cannot be read: The row 2 of the sheet follows row 5001.`],
  });
});

describe('a workbook is refused as a whole', () => {
  it.each([
    ['its rows are not in order', '<row r="1"><c r="A1"><v>1</v></c></row>', 'The row 1 of the sheet follows row 1.'],
    [
      'a cell is not in its place',
      '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>',
      'The cell A2 of the sheet is not in its place.',
    ],
  ])('if %s', async (_, more, detail) => {
    const content = await aWorkbook({ sheets: [{ name: 'x', rows: rowsOf([HEADER]) + more }] });
    expect(await mapped(COLUMNS, content)).toEqual({ refused: expect.stringContaining(detail) });
  });

  it('if it is damaged, ends early, has entities, or is of Excel 97', async () => {
    const whole = await aWorkbook({ sheets: [{ name: 'x', rows: rowsOf([HEADER, good]) }], formats: FORMATS });
    const refusal = async (content: Buffer) => ((await mapped(COLUMNS, content)) as { refused?: string }).refused ?? '';
    expect(await refusal(whole.subarray(0, -40))).toContain('The workbook cannot be read');
    const changed = Buffer.from(whole);
    for (let at = changed.indexOf('PK\u0001\u0002'); at !== -1; at = changed.indexOf('PK\u0001\u0002', at + 1))
      changed.writeUInt32LE(0, at + 16);
    expect(await refusal(changed)).toContain('of the workbook is damaged: its checksum is another one.');
    const entity = await aWorkbook({
      sheets: [{ name: 'x', rows: '<row r="1"><c r="A1" t="str"><v>&xxe;</v></c></row>' }],
    });
    expect(await refusal(entity)).toContain('The sheet of the workbook is damaged');
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toContain('The workbook is of Excel 97');
    expect(await refusal(Buffer.from('PK\u0003\u0004 and nothing else'))).toContain('The workbook cannot be read');
  });

  it.each(['', 'x'])('if it has several sheets, whose names are told with all of their characters', async (lead) => {
    const names = [`${lead}${'😀'.repeat(33_000)}`, 'y'];
    const content = await aWorkbook({ sheets: names.map((name) => ({ name, rows: rowsOf([HEADER, good]) })) });
    expect(await mapped(COLUMNS, content)).toEqual({ refused: expect.stringContaining(`"${names[0]}", "y"`) });
  });

  it('if it unpacks to far more than an export', async () => {
    const spaces = ' '.repeat(70_000_000);
    const content = await aWorkbook({
      sheets: [{ name: 'x', rows: `${rowsOf([HEADER, good])}<!--${spaces}-->` }],
      formats: FORMATS,
    });
    expect(content.length).toBeLessThan(200_000);
    expect(await mapped(COLUMNS, content)).toEqual({
      refused: expect.stringContaining('unpacks to more than 200 times its size'),
    });
  });
});
