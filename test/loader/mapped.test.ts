import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { encodingOf } from '@carryover/files/source/encoding';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, ndjson } from '../support/a-file.ts';
import { aLoader, runLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { aWorkbook, rowsOf as rowsIn } from '../support/a-workbook.ts';
import { anAccount } from '../support/an-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { load, run } = aLoader(service);

const encoded = (label: string) => {
  const found = encodingOf(label);
  if (E.isLeft(found)) throw new Error(found.left);
  return found.right;
};

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A booking export of a German utility: its mapping, and the export of these rows. */
const BOOKINGS = (supplier: string): string => `
kind: transactions
files: BUCHUNGEN*.csv
encoding: windows-1252
dialect: {delimiter: ";"}
decimalChar: ","
groupChar: "."
dateFormat: dd.MM.yyyy
constants: {import_supplier: ${supplier}}
columns:
  KDNR: external_account_number
  BELEGNR: transaction_id
  BUCHDAT: transaction_date
  ART: {to: type, values: {R: CHARGE, Z: PAYMENT}}
  BETRAG: {to: amount, negative: trailing, reverse: {ART: R}}
  TEXT: note
ignore: [MANDANT, STORNO]
rows:
  - {when: {STORNO: J}, skip: cancelled}
`;
const HEADER = 'MANDANT;KDNR;BELEGNR;BUCHDAT;ART;BETRAG;TEXT;STORNO';
const bookings = (...rows: ReadonlyArray<string>): Buffer =>
  latin([HEADER, ...rows].map((row) => `${row}\r\n`).join(''));

const aMapping = (folder: string, text: string): string => {
  const file = join(folder, 'm.map.yaml');
  writeFileSync(file, text);
  return file;
};

describe('files of another form, with --map (decisions 19)', () => {
  it('are loaded and proven; rejected rows go back in the form of the file, which loads with the same mapping', async () => {
    const account = await anAccount(service);
    const number = account.external_account_number;
    const folder = aFolder();
    const map = aMapping(folder, BOOKINGS(account.import_supplier));
    const file = join(folder, 'BUCHUNGEN-1.csv');
    writeFileSync(
      file,
      bookings(
        `01;${number};B-1;03.10.2019;R;1.234,56-;Abschlag für "Müller";N`.replace('"Müller"', 'Müller'),
        `01;${number};B-2;31.02.2019;Z;12,00;"Zahlung; bär";N`,
        `01;${number};B-3;04.10.2019;Z;12,00;Zahlung;J`,
        `01;nobody;B-4;04.10.2019;Z;12,00;Zahlung;N`,
      ),
    );
    expect(await load('--map', map, file)).toMatchObject({ code: 1, accepted: 1, rejected: 2, agree: false });
    const { json } = await service.post('/v1/data-import/accounts/summary/', { ...account, list: 'transactions' });
    expect(json.items).toMatchObject([
      { transaction_id: 'B-1', amount: '1234.56', note: expect.stringContaining('für Müller') },
    ]);

    const rejects = `${file}.rejected.csv`;
    const text = readFileSync(rejects, 'latin1');
    const [header, unknown, wrong] = text.split('\n');
    expect([header, wrong, unknown]).toEqual([
      `${HEADER};line;code;path;detail`,
      `01;${number};B-2;31.02.2019;Z;12,00;"Zahlung; bär";N;3;not_converted;BUCHDAT;"""31.02.2019"" is not a day of the calendar: 2019-02 has 28 days."`,
      expect.stringMatching(/^01;nobody;B-4;04\.10\.2019;Z;12,00;Zahlung;N;5;import_process_does_not_exist;/),
    ]);
    writeFileSync(rejects, latin(text.replace('31.02.2019;', '28.02.2019;').replace('01;nobody', `01;${number}`)));
    expect(await load('--map', map, rejects)).toMatchObject({ code: 0, accepted: 2, agree: true });
    expect((await run('verify', '--map', map, file)).out).toContain('BUCHUNGEN-1.csv');
  });

  const FIXED =
    'dialect: {header: false, widths: [40, 10, 8, 4]}\ncolumns: {1: external_account_number, 2: {to: transaction_date, dateFormat: dd.MM.yyyy}, 3: {to: amount, decimalChar: ",", negative: trailing, reverse: true}, 4: transaction_id}\n';
  const NAMED =
    'columns: {A: external_account_number, D: {to: transaction_date, dateFormat: dd.MM.yyyy}, S: {to: amount, decimalChar: ",", negative: trailing, reverse: true}, T: transaction_id}\n';
  const EBCDIC = encoded('ibm1141');
  it.each<
    readonly [
      string,
      string,
      string,
      (number: string) => Promise<Buffer>,
      (text: string) => Buffer,
      (bytes: Buffer) => string,
    ]
  >([
    [
      'fixed widths in EBCDIC',
      'x.dat',
      `encoding: ibm1141\n${FIXED}`,
      async (number) =>
        EBCDIC.encode(
          ['03.10.2019', '31.02.2019'].map((day, at) => `${number.padEnd(40)}${day}   1,00-TÜ-${at}\n`).join(''),
        ),
      EBCDIC.encode,
      (bytes) =>
        bytes
          .toString('latin1')
          .split('\x15')
          .map((line) => {
            const text = EBCDIC.decode(Buffer.from(line, 'latin1'));
            return E.isRight(text) ? text.right : '';
          })
          .join('\n'),
    ],
    [
      'fixed widths of characters in UTF-8',
      'x.dat',
      FIXED.replace('8, 4]', '8, 9]'),
      async (number) =>
        Buffer.from(
          ['03.10.2019', '31.02.2019'].map((day, at) => `${number.padEnd(40)}${day}   1,00-TÜ-${at}😀    \n`).join(''),
        ),
      (text) => Buffer.from(text),
      (bytes) => bytes.toString(),
    ],
    [
      'tabs in UTF-16, with lines before the header',
      'x.txt',
      `encoding: utf-16le\ndialect: {delimiter: "\\t", headerRows: [3]}\n${NAMED}`,
      async (number) =>
        Buffer.from(
          `\ufeffBericht\r\n\r\nA\tD\tS\tT\r\n${['03.10.2019', '31.02.2019'].map((day, at) => `${number}\t${day}\t1,00-\tTÜ-${at}\r\n`).join('')}`,
          'utf16le',
        ),
      (text) => Buffer.from(text, 'utf16le'),
      (bytes) => bytes.toString('utf16le'),
    ],
    [
      'semicolons without quotes',
      'x.csv',
      `dialect: {delimiter: ";", quoteChar: ""}\n${NAMED}`,
      async (number) => {
        const rows = ['03.10.2019', '31.02.2019'].map((day, at) => `${number};${day};1,00-;TÜ-${at}\n`);
        return Buffer.from(`A;D;S;T\n${rows.join('')}`);
      },
      (text) => Buffer.from(text),
      (bytes) => bytes.toString(),
    ],
    [
      'a workbook: CSV with the columns of its sheet',
      'x.xlsx',
      `dialect: {sheet: Export, headerRows: [3]}\n${NAMED}`,
      (number) =>
        aWorkbook({
          sheets: [
            {
              name: 'Export',
              rows: rowsIn([
                ['Bericht'],
                [],
                ['A', 'D', 'S', 'T'],
                [number, { is: 's="1"', xml: '<v>43741</v>' }, -1, 'TÜ-0'],
                [number, '31.02.2019', -1.5, 'TÜ-1'],
              ]),
            },
          ],
          formats: ['dd.mm.yyyy'],
        }),
      (text) => Buffer.from(text),
      (bytes) => bytes.toString(),
    ],
  ])('rejected rows go back in the form of the file: %s', async (_, name, mapping, content, encode, decode) => {
    const account = await anAccount(service);
    const folder = aFolder();
    const map = aMapping(
      folder,
      `kind: transactions\nconstants: {import_supplier: ${account.import_supplier}, type: PAYMENT}\n${mapping}`,
    );
    const file = join(folder, name);
    writeFileSync(file, await content(account.external_account_number));
    expect(await load('--map', map, file)).toMatchObject({ code: 1, accepted: 1, rejected: 1 });
    const rejects = `${file}.rejected${name.endsWith('.xlsx') ? '.csv' : extname(name)}`;
    const text = decode(readFileSync(rejects));
    expect(text).toContain('TÜ-1');
    expect(text).not.toContain('TÜ-0');
    writeFileSync(rejects, encode(text.replace('31.02.2019', '28.02.2019')));
    expect(await load('--map', map, rejects)).toMatchObject({ code: 0, accepted: 1, agree: true });
    expect((await run('verify', '--map', map, rejects)).code).toBe(0);
  });

  it('goes on with the mapping as it was when the load began', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const map = aMapping(folder, BOOKINGS(account.import_supplier));
    const file = join(folder, 'BUCHUNGEN.csv');
    writeFileSync(file, bookings(`01;${account.external_account_number};B-1;03.10.2019;R;1,00;x;N`));
    const journal = join(folder, 'night.journal');
    expect(await load('--map', map, '--journal', journal, file)).toMatchObject({ code: 0, accepted: 1 });
    expect(await load('--resume', journal, '--map', map)).toMatchObject({ code: 0, accepted: 1, agree: true });
    writeFileSync(map, BOOKINGS(account.import_supplier).replace('R: CHARGE', 'R: CREDIT'));
    const changed = await run('load', '--json', '--resume', journal, '--map', map);
    expect([changed.code, JSON.parse(changed.err).error]).toEqual([
      2,
      {
        code: 'mapping_changed',
        detail: `${map} is not a mapping as it was when the load began. To go on with the mappings of that time: carryover load --resume ${journal}. To use this one: delete the journal and load the files again; items that it reads as before are not stored twice.`,
      },
    ]);
    expect(await load('--resume', journal)).toMatchObject({ code: 0, accepted: 1, agree: true });
  });

  it('of a folder are those that a mapping names; others are read as before', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const map = aMapping(folder, BOOKINGS(account.import_supplier));
    writeFileSync(
      join(folder, 'BUCHUNGEN.csv'),
      bookings(`01;${account.external_account_number};B-1;03.10.2019;R;1,00;x;N`),
    );
    writeFileSync(join(folder, 'notes.ndjson'), `${JSON.stringify({ ...account, body: 'x' })}\n`);
    expect(await load('--map', map, folder)).toMatchObject({ code: 0, accepted: 2, agree: true });
    const dry = await run('dry-run', '--map', map, '--json', folder, '--out', join(folder, 'run.ndjson'));
    expect(dry.code).toBe(0);
  });

  it('are read as they are if a mapping beside them is not named', async () => {
    const folder = aFolder();
    const file = join(folder, 'notes.csv');
    writeFileSync(join(folder, 'notes.map.yaml'), 'kind: notes\ncolumns: {TEXT: body}\n');
    writeFileSync(file, 'import_supplier,external_account_number,body\nGAS,A-1,Hello\n');
    expect((await run('check', file)).code).toBe(0);
  });

  it('have rows of several kinds', async () => {
    const account = await anAccount(service);
    const mapping = `
kind: transactions
constants: {import_supplier: ${account.import_supplier}}
columns: {A: external_account_number, ID: transaction_id, DAY: transaction_date, T: type, SUM: amount, TEXT: {to: [note, body]}}
rows:
  - {when: {T: N}, kind: notes}
  - {when: {T: [P, Q]}, set: {type: PAYMENT}}
`;
    const number = account.external_account_number;
    const folder = aFolder();
    const file = join(folder, 'all.csv');
    writeFileSync(file, `A,ID,DAY,T,SUM,TEXT\n${number},7,,N,,hello\n${number},1,2019-10-05,P,1.00,paid\n`);
    const refused = await run('check', '--map', aMapping(folder, mapping), file);
    expect(refused.out).toContain(
      '"7" would be left out: notes have no field transaction_id. To leave it out, add set:',
    );
    const map = aMapping(folder, mapping.replace('kind: notes', 'kind: notes, set: {transaction_id: ""}'));
    expect(await load('--map', map, file)).toMatchObject({ code: 0, accepted: 2, agree: true });
  });
});

describe('what the source system says of its export (expect)', () => {
  /** A trailer with the rows and the sum of each side; debits are without their minus. */
  const APART = `trailer:
  starts: "E;"
  rows: [{when: {ART: R}, column: 2}, {when: {ART: Z}, column: 3}]
  sums: {BETRAG: [{when: {ART: R}, column: 4, reverse: true}, {when: {BETRAG: {sign: positive}}, column: 5}]}`;

  const EXPECT = (supplier: string, expected: string): string =>
    `${BOOKINGS(supplier)}expect:\n${expected.replaceAll(/^/gm, '  ')}\n`;
  const rowsOf = (number: string): ReadonlyArray<string> => [
    `01;${number};B-1;03.10.2019;R;1.234,56-;a;N`,
    `01;${number};B-2;04.10.2019;Z;12,00;b;N`,
    `01;${number};B-3;04.10.2019;Z;0,10;c;J`,
  ];

  it('is compared before anything is sent, and proven to the store', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const map = aMapping(folder, EXPECT(account.import_supplier, 'rows: 3\nsums: {BETRAG: "-1222.46"}'));
    const file = join(folder, 'BUCHUNGEN.csv');
    writeFileSync(file, bookings(...rowsOf(account.external_account_number)));
    const report = join(folder, 'report.json');
    expect(await load('--map', map, '--report', report, file)).toMatchObject({ code: 0, accepted: 2, agree: true });
    const figure = (name: string, ...[source, read, cancelled, accepted, stored]: ReadonlyArray<string>) => ({
      mapping: map,
      figure: name,
      source,
      read,
      left_out: { cancelled },
      accepted,
      stored,
      agree: true,
    });
    expect(JSON.parse(readFileSync(report, 'utf8')).source_to_stored).toEqual([
      figure('rows', '3', '3', '1', '2', '2'),
      figure('BETRAG', '-1222.46', '-1222.46', '0.10', '-1222.56', '-1222.56'),
    ]);
    expect((await run('verify', '--map', map, file)).code).toBe(0);
  });

  it('that differs ends a load before anything is sent, and check and verify with 1', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const map = aMapping(folder, EXPECT(account.import_supplier, 'rows: 4\nsums: {BETRAG: "-1222.46"}'));
    const file = join(folder, 'BUCHUNGEN.csv');
    writeFileSync(file, bookings(...rowsOf(account.external_account_number)));
    const said = `${map}: expected rows 4, read 3.`;
    const checked = await run('check', '--map', map, file);
    expect([checked.code, checked.out]).toEqual([1, expect.stringContaining(said)]);
    const loaded = await run('load', '--map', map, file);
    expect([loaded.code, loaded.err]).toEqual([1, expect.stringContaining(`${said}\nNothing was sent.`)]);
    expect((await run('verify', '--map', map, file)).code).toBe(1);
    const registered = await run('totals', 'register', '--map', map, file);
    expect([registered.code, registered.err]).toEqual([1, expect.stringContaining(`${said}\nNothing was registered`)]);
    const written = await runLoader(['map', 'run', file, '--map', map, '--out', join(folder, 'items')]);
    expect([written.code, written.out]).toEqual([1, expect.stringContaining(said)]);
    expect(ndjson(join(folder, 'items', 'transactions.ndjson'))).toHaveLength(2);
    expect(await load('--map', map, '--despite-expectations', file)).toMatchObject({
      code: 1,
      accepted: 2,
      agree: false,
    });
  });

  it.each([
    [
      'rows and sums by the values of a column',
      'by: ART\nrows: {R: 1, Z: 2}\nsums: {BETRAG: {R: "-1234.56", Z: "12.1"}}',
      [],
      '',
    ],
    ['a value that the source does not name', 'by: ART\nrows: {R: 1}', [], 'expected rows of Z 0, read 2.'],
    ['a file', 'files: {BUCHUNGEN.csv: {rows: 3}}', [], ''],
    [
      'a file that is missing',
      'files: {BUCHUNGEN-2.csv: {rows: 3}}',
      [],
      'expected rows of BUCHUNGEN-2.csv 3, read none.',
    ],
    ['a trailer', 'trailer: {starts: "E;", rows: 2, sums: {BETRAG: 3}}', ['E;0003;1.222,46-'], ''],
    [
      'a trailer that differs',
      'trailer: {starts: "E;", rows: 2, sums: {BETRAG: 3}}',
      ['E;0003;1.222,47-'],
      'expected sum of BETRAG',
    ],
    [
      'a trailer that is missing',
      'trailer: {starts: "E;", rows: 2}',
      [],
      'The last line does not begin with E;: the file may be cut off.',
    ],
    [
      'a trailer that has no columns',
      'trailer: {starts: E, widths: [1, 4], rows: 2}',
      ['E0003 EUR'],
      'The line has 9 characters, and the widths 5.',
    ],
    ['a trailer with debits and credits apart', APART, ['E;1;2;1.234,56;12,10'], ''],
    ['a trailer whose debits differ', APART, ['E;1;2;1.234,57;12,10'], '(ART is R) -1234.57, read -1234.56.'],
    [
      'a trailer whose credits have the other sign',
      APART,
      ['E;1;2;1.234,56;12,10-'],
      '(BETRAG is positive) -12.10, read 12.10. The trailer has this sum with the other sign. If it is meant so, set reverse.',
    ],
    ['a trailer whose number of credits differs', APART, ['E;1;3;1.234,56;12,10'], '(ART is Z) 3, read 2.'],
    ['a trailer that lacks a figure', APART, ['E;1;2;1.234,56'], 'The trailer has no sum there'],
    ['a trailer that occurs twice', APART, ['E;1;2;1.234,56;12,10', 'E;1;2;1.234,56;12,10'], 'The row has 5 columns'],
    ['figures apart, whose trailer is missing', APART, [], 'The last line does not begin with E;'],
    [
      'figures apart of a row that cannot be read',
      APART,
      ['01;1;B-4;04.10.2019;Z;x;b;N', 'E;1;3;1.234,56;12,10'],
      '(ART is Z) 3, read 3. Line 5 of ',
    ],
    ['a trailer that is filled up with blanks', 'trailer: {starts: E, widths: [1, 4, 2], rows: 2}', ['E0003    '], ''],
    [
      'a row of which the sum cannot be read',
      'sums: {BETRAG: "0"}',
      ['01;1;B-4;04.10.2019;Z;x;b;N'],
      'cannot be read.',
    ],
  ])('may be of %s', async (_, expected, more, said) => {
    const folder = aFolder();
    const map = aMapping(folder, EXPECT('S', expected));
    const file = join(folder, 'BUCHUNGEN.csv');
    writeFileSync(file, bookings(...rowsOf('1'), ...more));
    const checked = await runLoader(['check', '--map', map, file]);
    expect([checked.code, checked.out]).toEqual([said === '' ? 0 : 1, expect.stringContaining(said)]);
  });

  it('takes no row of a rejects file for the trailer, which only its original has', async () => {
    const folder = aFolder();
    const map = aMapping(folder, EXPECT('S', 'trailer: {starts: "01;", rows: 2}'));
    const file = join(folder, 'BUCHUNGEN.csv.rejected.csv');
    const row = '01;1;B-4;31.02.2019;Z;1,00;b;N;5;not_converted;BUCHDAT;x';
    writeFileSync(file, latin(`${HEADER};line;code;path;detail\n${row}\n`));
    const checked = await runLoader(['check', '--map', map, file]);
    expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('31.02.2019')]);
    const nameless = 'dialect: {header: false}\ncolumns: {1: external_account_number, 2: body}\n';
    const other = aMapping(aFolder(), `kind: notes\n${nameless}expect: {trailer: {starts: E, rows: 2}}\n`);
    const only = aFile('x.csv.rejected.csv', 'E1,b,7,blank,body,"Must not be blank."\n');
    const ran = await runLoader(['map', 'show', only, '--map', other, '--json']);
    expect(ran.lines[0].rows.map(({ after }: any) => after)).toEqual([{ external_account_number: 'E1', body: 'b' }]);
  });

  it('leaves the lines of a text in their order, also if one begins as the trailer', async () => {
    const map = aMapping(
      aFolder(),
      'kind: notes\ncolumns: {A: external_account_number, T: body}\nexpect: {trailer: {starts: E, rows: 2}}\n',
    );
    const file = aFile('notes.csv', 'A,T\n1,"a\nEnd\n\nb"\nE,1\n');
    const ran = await runLoader(['map', 'show', file, '--map', map, '--json']);
    expect(ran.lines[0].rows.map(({ after }: any) => after)).toEqual([
      { external_account_number: '1', body: 'a\nEnd\n\nb' },
    ]);
  });

  it('counts what a text means in its column: no amount, or one', async () => {
    const folder = aFolder();
    const mapping = EXPECT('S', 'rows: 4\nsums: {BETRAG: "-1222.46"}');
    const map = aMapping(folder, mapping.replace('{to: amount, ', '{to: amount, missingValues: ["-"], '));
    const file = join(folder, 'BUCHUNGEN.csv');
    writeFileSync(file, bookings(...rowsOf('1'), '01;1;B-4;04.10.2019;Z;-;b;J'));
    expect((await runLoader(['check', '--map', map, file])).code).toBe(0);
    const free = mapping.replace('{to: amount, ', '{to: amount, values: {frei: "0.50"}, otherwise: keep, ');
    const other = aMapping(folder, free.replace('-1222.46', '-1221.96'));
    writeFileSync(file, bookings(...rowsOf('1'), '01;1;B-4;04.10.2019;Z;frei;b;N'));
    expect((await runLoader(['check', '--map', other, file])).code).toBe(0);
  });
});

describe('a mapping that is wrong', () => {
  it.each([
    [
      'an unknown key',
      'kind: notes\ncolumns: {A: body}\nencodng: utf-8\n',
      ':3 encodng: A mapping has no such key. Did you mean `encoding`?',
    ],
    [
      'an unknown field',
      'kind: notes\ncolumns:\n  A: boddy\n',
      ':3 columns.A: notes have no field boddy. Did you mean `body`?',
    ],
    [
      'an unknown setting of a column',
      'kind: notes\ncolumns:\n  A: {to: body, negativ: trailing}\n',
      'columns.A.negativ: ',
    ],
    ['no YAML', 'kind: notes\ncolumns: {A: body\n', ':3 '],
    ['a key twice', 'kind: notes\nkind: notes\ncolumns: {A: body}\n', ':2 Map keys must be unique'],
    [
      'local times without a zone',
      'kind: notes\ncolumns: {A: body, B: created_at}\ndateFormat: dd.MM.yyyy\n',
      ':2 columns.B: Times are local',
    ],
    [
      'a pattern',
      'kind: transactions\ncolumns: {B: {to: transaction_date, dateFormat: DD.MM.YYYY}}\n',
      'DD is not known',
    ],
    [
      'a year of two digits',
      'kind: transactions\ncolumns: {B: {to: transaction_date, dateFormat: dd.MM.yy}}\n',
      'yy leaves the century open',
    ],
    ['an encoding', 'kind: notes\ncolumns: {A: body}\nencoding: ebcdic\n', ':3 encoding: ebcdic is no encoding'],
    [
      'the same field twice',
      'kind: notes\ncolumns: {A: body, B: body}\n',
      'columns.B: An earlier column has the field body',
    ],
    [
      'a column in a rule that is nowhere',
      'kind: notes\ncolumns: {TEXT: body}\nrows: [{when: {TXT: x}, skip: y}]\n',
      'Did you mean `TEXT`?',
    ],
    [
      'a sign of a column that has no amount',
      'kind: notes\ncolumns: {TEXT: body}\nrows: [{when: {TEXT: {sign: negative}}, skip: y}]\n',
      ':3 rows.0.when.TEXT: The column TEXT has no amount, and only amounts have a sign.',
    ],
    [
      'a column of a sum of a file that is nowhere',
      'kind: transactions\ncolumns: {SUM: amount}\nexpect:\n  files:\n    a.csv: {rows: 1}\n    b.csv: {sums: {SUMM: "1"}}\n',
      ':6 expect.files.b.csv.sums.SUMM: The column SUMM is neither in columns nor in ignore. Did you mean `SUM`?',
    ],
    [
      'a condition of a trailer with a column that is nowhere',
      'kind: transactions\ncolumns: {SUM: amount}\nexpect:\n  trailer:\n    starts: T\n    rows: [{when: {ARD: x}, column: 2}]\n',
      ':6 expect.trailer.rows.0.when.ARD: The column ARD is neither in columns nor in ignore.',
    ],
    [
      'a number of rows with a sign',
      'kind: transactions\ncolumns: {SUM: amount}\nexpect:\n  trailer:\n    starts: T\n    rows: [{column: 2, reverse: true}]\n',
      ':6 expect.trailer.rows.0.reverse: Only sums have a sign.',
    ],
    [
      'a condition of a trailer with a column of another file',
      'kind: transactions\ncolumns: {SUM: amount, ID: transaction_id, ART: type}\njoin: {file: o.csv, keys: {ID: ID}, columns: [ART]}\nexpect: {trailer: {starts: T, rows: [{column: 2, when: {ART: x}}]}}\n',
      ':4 expect.trailer.rows.0.when.ART: The column ART is of another file, and not of the export.',
    ],
    [
      'a column of a sum that is of another file',
      'kind: transactions\ncolumns: {SUM: amount, ID: transaction_id}\njoin: {file: o.csv, keys: {ID: ID}, columns: [SUM]}\nexpect: {files: {a.csv: {sums: {SUM: "1"}}}}\n',
      ':4 expect.files.a.csv.sums.SUM: The column SUM is of another file, and not of the export.',
    ],
  ])('names the line: %s', async (_, text, message) => {
    const folder = aFolder();
    const ran = await runLoader(['check', '--map', aMapping(folder, text), aFile('x.csv', 'A\nx\n')]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('is wrong usage if it is for no file, or for none of these columns', async () => {
    const folder = aFolder();
    const map = aMapping(folder, 'kind: notes\nfiles: y.csv\ncolumns: {A: body}\n');
    expect(await runLoader(['check', '--map', map, aFile('notes.csv', 'A\nx\n')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is for none of the files'),
    });
    const other = await runLoader(['check', '--map', map, aFile('y.csv', 'a,B\nx,y\n')]);
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining(
        'The file lacks columns of the mapping: "A". Did you mean `a`? Columns of the file are neither mapped nor ignored: "a", "B".',
      ),
    ]);
  });
});

it('errors are grouped by columns, whose names may be numbers', async () => {
  const folder = aFolder();
  const map = aMapping(
    folder,
    'kind: transactions\nconstants: {import_supplier: S, type: PAYMENT}\ncolumns: {A: external_account_number, ID: transaction_id, 2024: amount, DAY.1: transaction_date}\n',
  );
  const file = join(folder, 'x.csv');
  writeFileSync(file, 'A,ID,2024,DAY.1\n1,a,x,2019-10-05\n2,b,y,2019-10-50\n');
  expect((await runLoader(['check', '--json', '--map', map, file])).lines.at(-1).causes).toMatchObject([
    { path: '2024', rows: 2 },
    { path: 'DAY.1', rows: 1 },
  ]);
});

describe('carryover map show', () => {
  it('shows rows before and after, and what is wrong', async () => {
    const folder = aFolder();
    const map = aMapping(
      folder,
      'kind: notes\nconstants: {import_supplier: S}\ncolumns: {A: external_account_number, B: created_at, C: body}\n',
    );
    const file = aFile('x.csv', 'A,B,C\n1,2020-01-01T00:00:00Z,x\n2,yesterday,y\n');
    const ran = await runLoader(['map', 'show', file, '--map', map]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('Line 2\ncolumn  value');
    expect(ran.out).toContain('created_at: 2020-01-01T00:00:00Z');
    expect(ran.out).toContain('"yesterday" is not of the form');
    const sides = aMapping(aFolder(), 'kind: transactions\ncolumns: {A: transaction_id, D: amount, C: amount}\n');
    const shown = await runLoader(['map', 'show', aFile('y.csv', 'A,D,C\n1,0.00,-2.00\n'), '--map', sides]);
    expect(shown.out).toMatch(/^D +0\.00 +-$/m);
    expect(shown.out).toMatch(/^C +-2\.00 +amount: -2\.00/m);
    const json = await runLoader(['map', 'show', file, '--map', map, '--rows', '1', '--json']);
    expect(json.lines[0].rows).toEqual([
      {
        line: 2,
        before: { A: '1', B: '2020-01-01T00:00:00Z', C: 'x' },
        after: { import_supplier: 'S', external_account_number: '1', created_at: '2020-01-01T00:00:00Z', body: 'x' },
        errors: [],
      },
    ]);
  });
});

describe('carryover map run', () => {
  it('writes the items, and overwrites nothing', async () => {
    const folder = aFolder();
    const map = aMapping(folder, 'kind: notes\ncolumns: {A: external_account_number, B: body}\n');
    const file = aFile('x.csv', 'A,B\n007,x\n');
    const out = join(folder, 'out');
    const ran = await runLoader(['map', 'run', file, '--map', map, '--out', out, '--json']);
    expect([ran.code, ran.lines.at(-1)]).toEqual([
      0,
      {
        files: [{ kind: 'notes', file: join(out, 'notes.ndjson'), rows: 1 }],
        rejected: 0,
        skipped: {},
        complete: true,
        causes: [],
      },
    ]);
    expect(ndjson(join(out, 'notes.ndjson'))).toEqual([{ external_account_number: '007', body: 'x' }]);
    expect((await runLoader(['map', 'run', file, '--map', map, '--out', out])).code).toBe(2);
    expect([existsSync(out), basename(out)]).toEqual([true, 'out']);
    for (const args of [
      ['run', '-', '--out', join(folder, 'other')],
      ['show', '-'],
    ]) {
      const { code, err } = await runLoader(['map', ...args, '--map', map]);
      expect([code, err]).toEqual([2, expect.stringContaining('files are read twice')]);
    }
  });
});

describe('rows that get columns of other files (join)', () => {
  const POSITIONS = `
kind: line-items
files: POS*.csv
dialect: {delimiter: ";"}
join:
  file: KOEPFE.csv
  keys: {KOPF: ID}
  columns: [KDNR, BELEG]
columns: {KDNR: external_account_number, BELEG: transaction_id, TEXT: rate_band, NETTO: net_amount}
ignore: [KOPF]
`;
  const rowsOf = (folder: string, positions: string, heads = 'ID;KDNR;BELEG;X\n07;A1;B-1;\n08;A2;B-2;\n') => {
    writeFileSync(join(folder, 'KOEPFE.csv'), heads);
    const file = join(folder, 'POS.csv');
    writeFileSync(file, `KOPF;TEXT;NETTO\n${positions}`);
    return file;
  };
  const shown = async (positions: string, heads?: string, mapping = POSITIONS) => {
    const folder = aFolder();
    const file = rowsOf(folder, positions, heads);
    const ran = await runLoader(['map', 'show', file, '--map', aMapping(folder, mapping), '--json']);
    return ran.code === 2
      ? JSON.parse(ran.err).error.detail
      : ran.lines[0].rows.map(({ after, errors }: any) => (errors.length > 0 ? errors : after));
  };

  it('by keys that are compared as they are written', async () => {
    expect(await shown('07;x;1\n08;y;2\n7;z;3\n')).toEqual([
      { external_account_number: 'A1', transaction_id: 'B-1', rate_band: 'x', net_amount: '1' },
      { external_account_number: 'A2', transaction_id: 'B-2', rate_band: 'y', net_amount: '2' },
      [{ column: 'KOPF', detail: '"7" is not in ID of KOEPFE.csv.' }],
    ]);
    expect(
      await shown('7;z;3\n', undefined, POSITIONS.replace('columns: [KDNR', 'otherwise: missing\n  columns: [KDNR')),
    ).toEqual([{ rate_band: 'z', net_amount: '3' }]);
  });

  it('with their line breaks', async () => {
    const mapping = POSITIONS.replace('transaction_id, TEXT: rate_band', 'rate_band, TEXT: transaction_id');
    expect(await shown('07;x;1\n', 'ID;KDNR;BELEG\n\n07;A1;"a\n\nb"\n', mapping)).toEqual([
      { external_account_number: 'A1', transaction_id: 'x', rate_band: 'a\n\nb', net_amount: '1' },
    ]);
  });

  it.each([
    ['a key occurs twice', 'ID;KDNR;BELEG\n07;A;B\n07;C;D\n', 'Line 3 has ID "07" again, which line 2 has.'],
    ['a column is missing', 'ID;KDNR;BLEG\n07;A;B\n', 'It has no column BELEG. Did you mean `BLEG`?'],
    ['nothing is', '', 'The header, line 1, is not there.'],
    ['a row cannot be read', 'ID;KDNR;BELEG\n07;A\n', 'Line 2: The row has 2 columns, but the header has 3.'],
  ])('refuses the file if in the other one %s', async (_, heads, detail) => {
    expect(await shown('07;x;1\n', heads)).toContain(
      `KOEPFE.csv, with which its rows are joined, cannot be read: ${detail}`,
    );
  });

  it('loads parents and children of a folder; the journal has the other file', async () => {
    const account = await anAccount(service);
    const number = account.external_account_number;
    const folder = aFolder();
    const heads = aMapping(
      folder,
      `kind: transactions\nfiles: SALDEN.csv\ndialect: {delimiter: ";"}\nconstants: {import_supplier: ${account.import_supplier}, type: PAYMENT}\njoin: {file: KOEPFE.csv, keys: {KOPF: ID}, columns: {KDNR: KONTO}}\ncolumns: {KONTO: external_account_number, NR: transaction_id, TAG: transaction_date, SUMME: amount}\nignore: [KOPF]\n`,
    );
    rowsOf(folder, '', `ID;KDNR;BELEG\n07;${number};B-1\n`);
    writeFileSync(join(folder, 'SALDEN.csv'), 'KOPF;NR;TAG;SUMME\n07;B-1;2019-10-03;1.00\n');
    const journal = join(folder, 'a.journal');
    const args = ['--map', heads, '--leave-out', 'POS.csv', '--journal', journal];
    expect(await load(...args, folder)).toMatchObject({ code: 0, accepted: 1, agree: true });
    writeFileSync(join(folder, 'KOEPFE.csv'), 'ID;KDNR;BELEG\n07;other;B-1\n');
    expect((await run('load', '--resume', journal)).err).toContain('KOEPFE.csv has changed since the load began.');
  });

  it('takes them of another sheet of a workbook', async () => {
    const content = await aWorkbook({
      sheets: [
        {
          name: 'Buchungen',
          rows: rowsIn([
            ['K', 'TEXT'],
            ['07', 'x'],
          ]),
        },
        {
          name: 'Kunden',
          rows: rowsIn([
            ['ID', 'KDNR'],
            ['07', 4711],
          ]),
        },
      ],
    });
    const folder = aFolder();
    const map = aMapping(
      folder,
      'kind: notes\ndialect: {sheet: Buchungen}\njoin: {keys: {K: ID}, columns: [KDNR], dialect: {sheet: Kunden}}\ncolumns: {KDNR: external_account_number, TEXT: body}\nignore: [K]\n',
    );
    const ran = await runLoader(['map', 'show', aFile('x.xlsx', content), '--map', map, '--json']);
    expect(ran.lines[0].rows[0].after).toEqual({ external_account_number: '4711', body: 'x' });
  });
});
