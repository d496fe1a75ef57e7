import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { aWorkbook, rowsOf } from '../support/a-workbook.ts';
import { anOperator } from '../support/an-operator.ts';

const folder = theFolder();
const operator = anOperator({ DATABASE_URL: await aDatabase(), DATA_DIR: folder });
await operator('organisation', 'create', '--name', 'Acme');
await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'ACME');

const MAPPING = `
kind: accounts
encoding: windows-1252
dialect: {delimiter: ";"}
dateFormat: dd.MM.yyyy
constants: {status: IMPORTED, ledger_code: GAS}
columns:
  KDNR: external_account_number
  VERTRAG: ledger_number
  HAUPT: {to: main, values: {J: "true", N: "false"}}
  AB: open_from
ignore: [NAME]
`;

// A mapping is read by the loader and by the operator's command (decisions 19).
it('accounts of another form are imported; rejected ones load with the same mapping once they are correct', async () => {
  const [file, map] = [join(folder, 'konten.csv'), join(folder, 'konten.map.yaml')];
  writeFileSync(map, MAPPING);
  const rows = ['001;Müller;L-1;J;01.11.2026', '001;Müller;L-2;N;01.11.2026', '002;Möller;L-3;J;31.11.2026'];
  writeFileSync(file, Buffer.from(`KDNR;NAME;VERTRAG;HAUPT;AB\r\n${rows.join('\r\n')}\r\n`, 'latin1'));
  const args = ['account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file'];
  const first = await operator(...args, file);
  expect(first.json).toMatchObject({ created: 1, rejected: 1, rejects_file: `${file}.rejected.csv` });
  const rejects = readFileSync(`${file}.rejected.csv`, 'latin1');
  expect(rejects).toBe(
    'KDNR;NAME;VERTRAG;HAUPT;AB;line;code;detail\n' +
      '002;Möller;L-3;J;31.11.2026;4;not_converted;"AB: ""31.11.2026"" is not a day of the calendar: 2026-11 has 30 days."\n',
  );
  writeFileSync(`${file}.rejected.csv`, Buffer.from(rejects.replace('31.11.2026;', '30.11.2026;'), 'latin1'));
  expect((await operator(...args, `${file}.rejected.csv`)).json).toMatchObject({ created: 1, rejected: 0 });
  expect((await operator(...args, file)).json).toMatchObject({ created: 0, unchanged: 1, rejected: 1 });
});

const KONTEN = [
  'Kundennr;Name;Vertrag;Sparte;Hauptvertrag;Offen ab;Status',
  '0011;Müller;V-1;STROM;J;01.11.2026;aktiv',
  '0011;Müller;V-2;GAS;N;01.11.2026;aktiv',
  '0012;Maier;V-3;STROM;J;15.11.2026;gekündigt',
];
/** The type of the record, the account, its ledger, what that is of, main, open from; behind them a trailer with their number. */
const RECORDS = [
  ...Array.from({ length: 6 }, (_, at) => `DK-1002${at >> 1}L-102${at}-1${at % 2 ? 'ELE N' : 'GAS Y'}2026110${at + 1}`),
  'T000006',
];

// What `map init` guesses of accounts is what `account import` reads.
it.each([
  ['with names', 'guessed.csv', KONTEN, ['--kind', 'accounts'], 2, '0011'],
  [
    'with names, whose kind is guessed',
    'kind.csv',
    KONTEN.join('\n').replaceAll(';00', ';10').split('\n'),
    [],
    0,
    '0011',
  ],
  ['of fixed widths, with a trailer', 'ACCT.DAT', RECORDS, ['--kind', 'accounts'], 3, 'K-10020'],
])('accounts are imported with a guessed mapping: columns %s', async (_, name, lines, options, created, first) => {
  const [file, map] = [join(folder, name), join(folder, `${name}.map.yaml`)];
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(await runLoader(['map', 'init', file, '--out', map, ...options])).toMatchObject({ code: 0, err: '' });
  const guessed = readFileSync(map, 'utf8');
  writeFileSync(map, guessed.replace('# ignore:', 'ignore:').replaceAll(/^# {3}- /gm, '  - '));
  const shown = await runLoader(['map', 'show', file, '--map', map, '--json']);
  expect(shown.lines.at(-1).rows[0].after).toMatchObject({
    external_account_number: first,
    main: true,
    open_from: '2026-11-01',
    status: 'IMPORTED',
  });
  const imported = await operator('account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file', file);
  expect(imported.json).toMatchObject({ created, rejected: 0 });
});

it('what the source system says of accounts is compared before any is stored', async () => {
  const [file, map] = [join(folder, 'EXPECTED.DAT'), join(folder, 'EXPECTED.map.yaml')];
  writeFileSync(file, 'A000031L000311\nA000032L000321\nT000003\n');
  const mapping = (kind: string) =>
    `kind: ${kind}\ndialect: {header: false, widths: [7, 7]}\nconstants: {status: IMPORTED, ledger_code: GAS}\ncolumns: {1: external_account_number, 2: ledger_number}\nexpect: {trailer: {starts: T, widths: [1, 6], rows: 2}}\n`;
  writeFileSync(map, mapping('accounts'));
  const args = ['account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file'];
  const differing = await operator(...args, file);
  expect([differing.code, differing.err]).toEqual([
    2,
    expect.stringContaining(`${map}: expected rows of ${file} 3, read 2.`),
  ]);
  writeFileSync(file, 'A000031L000311\nA000032L000321\n');
  expect((await operator(...args, file)).err).toContain(
    'The last line does not begin with T: the file may be cut off.',
  );
  writeFileSync(file, 'A000031L000311\nA000032L000321\nT000002\n');
  expect((await operator(...args, file)).json).toMatchObject({ created: 2, rejected: 0 });
  // A pipe can be read only once: what is stored is what was compared, also if a file is changed meanwhile.
  const pipe = join(folder, 'PIPE.DAT');
  execFileSync('mkfifo', [pipe]);
  const [piped] = await Promise.all([
    operator(...args, pipe),
    writeFile(pipe, 'A000031L000311\nA000033L000331\nT000002\n'),
  ]);
  expect(piped.json).toMatchObject({ created: 1, unchanged: 1, rejected: 0 });
  // A row may begin as the trailer, and rows of blanks behind it are rows, however many: 103 with them.
  writeFileSync(file, `T000034L000341\n${`${' '.repeat(14)}\n`.repeat(101)}A000035L000351\nT000103\n`);
  expect((await operator(...args, file)).json).toMatchObject({ created: 2 });
  writeFileSync(
    map,
    mapping('notes')
      .replace(/columns: .*/, 'columns: {1: external_account_number, 2: body}')
      .replace(/constants.*/, 'constants: {}'),
  );
  expect((await operator(...args, file)).err).toContain(`${map} maps notes, which the loader reads (carryover load).`);
});

it('a workbook may say what it has, too', async () => {
  const [file, map] = [join(folder, 'accounts.xlsx'), join(folder, 'accounts.map.yaml')];
  const rows = rowsOf([['K', 'V'], ...['901', '902'].map((number) => [number, `L-${number}`])]);
  writeFileSync(file, await aWorkbook({ sheets: [{ name: 'Export', rows }] }));
  const mapping = (count: number) =>
    `kind: accounts\nconstants: {status: IMPORTED, ledger_code: GAS}\ncolumns: {K: external_account_number, V: ledger_number}\nexpect: {rows: ${count}}\n`;
  const args = ['account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file', file];
  writeFileSync(map, mapping(3));
  expect((await operator(...args)).err).toContain('expected rows 3, read 2.');
  writeFileSync(map, mapping(2));
  expect((await operator(...args)).json).toMatchObject({ created: 2, rejected: 0 });
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  expect((await operator('audit', 'list', '--json')).json[0].after).toMatchObject({ state: 'finished', sha256 });
});

it('a pipe is read once, also if its header has several lines', async () => {
  const [pipe, map] = [join(folder, 'HEADER.csv'), join(folder, 'HEADER.map.yaml')];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(
    map,
    `kind: accounts\ndialect: {delimiter: ";", headerRows: [3]}\nconstants: {status: IMPORTED, ledger_code: GAS}\ncolumns: {K: external_account_number, V: ledger_number, AB: open_from}\n`,
  );
  const rows = ['951;L-951;2026-11-01', '952;L-952;2026-11-31'];
  const [{ json }] = await Promise.all([
    operator('account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file', pipe),
    writeFile(pipe, ['Konten', 'Stand 2026', 'K;V;AB', ...rows, ''].join('\n')),
  ]);
  expect(json).toMatchObject({ created: 1, rejected: 1, rejects_file: `${pipe}.rejected.csv` });
  expect(readFileSync(`${pipe}.rejected.csv`, 'utf8')).toContain('\nK;V;AB;line;code;detail\n952;L-952;2026-11-31;5;');
});
