import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodingOf } from '@carryover/files/source/encoding';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { aFolder, ndjson } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { aWorkbook, rowsOf, type TestCell } from '../support/a-workbook.ts';

const encoded = (label: string) => (text: string) => {
  const found = encodingOf(label);
  if (E.isLeft(found)) throw new Error(found.left);
  return found.right.encode(text);
};
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ibm273: encoded('ibm273'),
};

const MONTHS = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ');
const PIVOT_YEAR = 1950;

const DATES: Readonly<Record<string, (day: readonly [string, string, string]) => string>> = {
  'yyyy-MM-dd': ([y, m, d]) => `${y}-${m}-${d}`,
  'dd.MM.yyyy': ([y, m, d]) => `${d}.${m}.${y}`,
  'MM/dd/yyyy': ([y, m, d]) => `${m}/${d}/${y}`,
  'd.M.yyyy': ([y, m, d]) => `${Number(d)}.${Number(m)}.${y}`,
  yyyyMMdd: ([y, m, d]) => `${y}${m}${d}`,
  'dd/MM/yy': ([y, m, d]) => `${d}/${m}/${y.slice(2)}`,
  'd-MMM-yyyy': ([y, m, d]) => `${Number(d)}-${MONTHS[Number(m) - 1]!.toUpperCase()}-${y}`,
  'MMM d, yy': ([y, m, d]) => `${MONTHS[Number(m) - 1]} ${Number(d)}, ${y.slice(2)}`,
};

const SIGNS: Readonly<Record<string, (digits: string, isNegative: boolean) => string>> = {
  leading: (digits, isNegative) => (isNegative ? `-${digits}` : digits),
  trailing: (digits, isNegative) => (isNegative ? `${digits}-` : digits),
  parentheses: (digits, isNegative) => (isNegative ? `(${digits})` : digits),
  crdb: (digits, isNegative) => `${digits} ${isNegative ? 'CR' : 'DB'}`,
};

const text = fc
  .array(fc.constantFrom(...'abcXYZ 0123456789-+.,;|\t"\'\näöüÄÖÜßéñ'), { maxLength: 20 })
  .map((characters) => characters.join(''));
const identifier = fc
  .array(fc.constantFrom(...'0123456789AB-'), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(''));

const item = fc.record({
  external_account_number: identifier,
  transaction_id: identifier,
  day: fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
  cents: fc.oneof(
    fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
  ),
  note: text,
});

const form = fc.record({
  shape: fc.constantFrom('delimiters', 'widths', 'workbook'),
  encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  quoteChar: fc.constantFrom('"', "'"),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  endsWithLine: fc.boolean(),
  header: fc.constantFrom('first', 'third', 'none'),
  number: fc.constantFrom([',', '.'], ['.', ','], [',', ' '], ['.', ''], [',', '']),
  negative: fc.constantFrom(
    ...Object.keys(SIGNS).map((mark) => [mark]),
    ['crdb', 'parentheses'],
    ['trailing', 'leading'],
    Object.keys(SIGNS),
  ),
  hasSides: fc.boolean(),
  currency: fc.constantFrom(['', ''], ['$', ''], ['', ' EUR'], ['£ ', '']),
  pattern: fc.constantFrom(...Object.keys(DATES)),
});

const NAMES = ['KONTO', 'BELEG', 'TAG', 'BETRAG', 'HABEN', 'TEXT'];
const FIELDS = ['external_account_number', 'transaction_id', 'transaction_date', 'amount', 'amount', 'note'];

/** A day of the hundred years that years of two digits mean, if the pattern has such years. */
const dayFor = (pattern: string, day: Date): Date => {
  if (/y{4}/.test(pattern)) return day;
  const moved = new Date(day);
  moved.setUTCDate(Math.min(28, moved.getUTCDate()));
  moved.setUTCFullYear(PIVOT_YEAR + ((moved.getUTCFullYear() - PIVOT_YEAR + 1_000) % 100));
  return moved;
};

it('items that are exported in any form are the same items with the mapping of that form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), form, async (given, is) => {
      const items = given.map((one) => ({ ...one, day: dayFor(is.pattern, one.day) }));
      const [point, group] = is.number as [string, string];
      const amountOf = (cents: bigint, at: number): string => {
        const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
        const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, group);
        const [before, behind] = is.currency as [string, string];
        return `${before}${SIGNS[is.negative[at % is.negative.length]!]!(`${whole}${point}${digits.slice(-2)}`, cents < 0n)}${behind}`;
      };
      const cell = (value: string): string =>
        [is.delimiter, is.quoteChar, '\n'].some((one) => value.includes(one))
          ? `${is.quoteChar}${value.replaceAll(is.quoteChar, is.quoteChar + is.quoteChar)}${is.quoteChar}`
          : value;
      const parts = (day: Date) => day.toISOString().slice(0, 10).split('-') as unknown as [string, string, string];
      const cells = items.map(({ external_account_number: account, transaction_id: id, day, cents, note }, at) => [
        account,
        id,
        DATES[is.pattern]!(parts(day)),
        // Of two columns, one has the amount without its sign, and the other nothing or zero.
        ...(is.hasSides
          ? [
              cents < 0n ? (at % 2 === 0 ? '' : amountOf(0n, at)) : amountOf(cents, at),
              cents < 0n ? amountOf(-cents, at) : '',
            ]
          : [amountOf(cents, at), '']),
        is.shape === 'widths' ? note.replaceAll('\n', ' ').trim() : note,
      ]);
      const rows = cells.map((row) => row.map(cell).join(is.delimiter));
      const header = NAMES.join(is.delimiter);
      const before = is.header === 'first' ? [header] : is.header === 'third' ? ['Export', '', header] : [];
      const widths = FIELDS.map((_, at) => Math.max(1, ...cells.map((row) => row[at]!.length)));
      const fixed = cells.map((row) => row.map((text, at) => text.padEnd(widths[at]!)).join(''));
      const lines = is.shape === 'widths' ? fixed : [...before, ...rows];
      const content = lines.join(is.lineEnd) + (is.endsWithLine ? is.lineEnd : '');
      const headerOf = {
        first: { headerRows: ['1'] },
        third: { headerRows: ['3'] },
        none: { header: 'false' },
      }[is.shape === 'widths' ? 'none' : is.header]!;
      const csv = { delimiter: is.delimiter, quoteChar: is.quoteChar };
      const isNumbered = is.shape === 'widths' || is.header === 'none';
      const currency = is.currency.join('').trim();
      const mapping = {
        kind: 'transactions',
        encoding: is.encoding,
        dialect: is.shape === 'widths' ? { widths: widths.map(String), ...headerOf } : { ...csv, ...headerOf },
        decimalChar: point,
        groupChar: group,
        dateFormat: is.pattern,
        columns: Object.fromEntries(
          NAMES.map((name, at) => [
            isNumbered ? String(at + 1) : name,
            {
              to: FIELDS[at],
              ...(FIELDS[at] === 'amount' ? { negative: is.negative, ...(currency === '' ? {} : { currency }) } : {}),
              ...(name === 'HABEN' ? { reverse: 'true' } : {}),
              ...(name === 'TAG' ? { pivotYear: String(PIVOT_YEAR), monthNames: MONTHS } : {}),
            },
          ]),
        ),
      };
      const folder = aFolder();
      const [file, map, out] = [join(folder, 'x.csv'), join(folder, 'x.map.yaml'), join(folder, 'out')];
      const inSheet = cells.map((row, at): ReadonlyArray<TestCell> => {
        const { day, cents } = items[at]!;
        const isNumber = cents < 10n ** 14n && cents > -(10n ** 14n);
        const days = (day.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000;
        const date = { is: 's="1"', xml: `<v>${Math.floor(days)}</v>` };
        const number = Number(cents) / 100;
        const sides = is.hasSides && cents < 0n ? [row[3]!, -number] : [number, row[4]!];
        const amounts = isNumber ? sides : [row[3]!, row[4]!];
        return [row[0]!, row[1]!, days < 61 ? row[2]! : date, ...amounts, row[5]!];
      });
      const sheet = rowsOf([...before.map((line) => (line === header ? NAMES : [line])), ...inSheet]);
      writeFileSync(
        file,
        is.shape === 'workbook'
          ? await aWorkbook({ sheets: [{ name: 'x', rows: sheet }], formats: ['dd.mm.yyyy'] })
          : ENCODINGS[is.encoding]!(content),
      );
      // JSON is YAML.
      writeFileSync(map, JSON.stringify(mapping));
      const ran = await runLoader(['map', 'run', file, '--map', map, '--out', out]);
      expect([ran.code, ran.out + ran.err]).toEqual([0, expect.any(String)]);
      expect(ndjson(join(out, 'transactions.ndjson'))).toEqual(
        items.map(({ day, cents, note: text, ...same }) => {
          const note = is.shape === 'widths' ? text.replaceAll('\n', ' ').trim() : text;
          const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
          const exact = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
          // A number of a workbook has no zeros at its end.
          const isNumber = is.shape === 'workbook' && cents < 10n ** 14n && cents > -(10n ** 14n);
          const amount = isNumber ? exact.replace(/\.?0+$/, '') : exact;
          return { ...same, transaction_date: parts(day).join('-'), amount, ...(note === '' ? {} : { note }) };
        }),
      );
    }),
    { numRuns: Number(process.env.MAPPING_RUNS ?? 60) },
  );
});
