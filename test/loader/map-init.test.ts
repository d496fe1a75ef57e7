import { readFileSync, writeFileSync } from 'node:fs';
import { encodingOf } from '@carryover/files/source/encoding';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, ndjson } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { aWorkbook, rowsOf, type TestCell } from '../support/a-workbook.ts';

const encoded = (label: string, text: string): Buffer => {
  const found = encodingOf(label);
  if (E.isLeft(found)) throw new Error(found.left);
  return found.right.encode(text);
};

const init = async (content: string | Buffer, name = 'x.csv', ...options: ReadonlyArray<string>) => {
  const file = aFile(name, content);
  const map = `${file}.map.yaml`;
  const ran = await runLoader(['map', 'init', '--json', file, ...options]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return { file, map, doubts: ran.lines.at(-1).doubts as ReadonlyArray<string>, text: readFileSync(map, 'utf8') };
};

const styled = (style: number, value: number): TestCell => ({ is: `s="${style}"`, xml: `<v>${value}</v>` });

/** The answer to a doubt: what of the mapping becomes what. */
type Answer = readonly [doubt: RegExp, guessed: string, right: string];

/** An answer to the comment on columns that are not known: none of them is loaded. */
const ignored = (text: string): string => text.replace('# ignore:', 'ignore:').replaceAll(/^# {3}- /gm, '  - ');

const HEADER = 'MANDANT;KDNR;BELEGNR;BUCHDAT;ART;BETRAG;TEXT;STORNO';

/** Records of a mainframe: type, account, transaction, day, code, amount, text. */
const RECORDS = [
  'HEXPORT 20190930',
  ...Array.from({ length: 12 }, (_, at) => {
    const [code, sign, what] = at % 3 === 0 ? ['PY', 'CR', 'CARD PAYMENT'] : ['CH', 'DB', `CHARGE OF DAY ${at}`];
    const amount = `${(at * 1_234_567 + 5).toLocaleString('en')}.${String(at + 10)}${sign}`;
    const day = `201909${String(at + 1).padStart(2, '0')}`;
    return `DA00081${2_300 + (at >> 1)}T00000${1_000 + at}${day}${code}${amount.padStart(16)}${what.padEnd(20)}`;
  }),
  'T000000012',
];

/** A report for people: names above the columns, numbers to the right. */
const REPORT = [
  'Customer No  Entry No  Posting Date        Amount  Type  Description',
  ...Array.from({ length: 9 }, (_, at) => {
    const [type, sign] = at % 2 === 0 ? ['D', '-'] : ['C', ''];
    const amount = `${(at * 12_345.6 + 1).toLocaleString('de-DE', { minimumFractionDigits: 2 })}${sign}`;
    return `${String(4_711 + at).padEnd(11)}  ${String(90_000 + at).padEnd(8)}  ${`0${at + 1}.10.2019`.padEnd(12)}  ${amount.padStart(12)}  ${type}     Entry of ${'abcdefghi'[at]}`.padEnd(
      68,
    );
  }),
];

/** Records without a gap: type, account, number, day, cents with Soll or Haben, text; a header and a trailer with count and sum. */
const side = (at: number): string => (at % 3 === 0 ? 'H' : 'S');
const cents = (at: number): number => 1_250 + at * 777;
const BALANCE = Array.from({ length: 36 }, (_, at) => (at % 3 === 0 ? -cents(at) : cents(at))).reduce(
  (one, other) => one + other,
);
const dayOf = (at: number): string =>
  `2026-${String(1 + (at % 9)).padStart(2, '0')}-${String(1 + ((at * 11) % 28)).padStart(2, '0')}`;
const PACKED = [
  '00STADTWERKE 20261120'.padEnd(66),
  ...Array.from({ length: 36 }, (_, at) => {
    const day = dayOf(at).split('-').toReversed().join('').replace('2026', '26');
    const text = ['Zählerstand', 'Überweisung', 'Mahngebühr'][at % 3]!;
    return `10${String(4_711_001 + at).padStart(10, '0')}${String(1 + at).padStart(8, '0')}${day}${String(cents(at)).padStart(11, '0')}${side(at)}${text.padEnd(28)}`;
  }),
  `99${'36'.padStart(9, '0')}${String(BALANCE).padStart(13, '0')}`.padEnd(66),
].map((line) => line.slice(0, 66));

/** A ledger of debits and credits with names of months, subtotals and totals. */
const POLISH = [
  'Zakład Wodociągów;;;;;;',
  'Nr odbiorcy;Nazwa;Data operacji;Nr dokumentu;Rodzaj dokumentu;Wn;Ma',
  '0001;Żółć;5 kwi 2026;FV/1;Faktura VAT;1 721,38;',
  '0001;Żółć;12 maj 2026;KP/2;Wpłata;;1 668,14',
  '0001;Żółć;13 maj 2026;KP/5;Wpłata;;3,00',
  ';Razem konto 0001;;;;1 721,38;1 671,14',
  '0002;Dąbrowski;1 cze 2026;FV/3;Faktura VAT;12,00;',
  '0002;Dąbrowski;3 cze 2026;KP/4;Wpłata;;2,00',
  '0002;Dąbrowski;4 cze 2026;FV/6;Faktura VAT;5,00;',
  ';Razem konto 0002;;;;17,00;2,00',
  'RAZEM;;;;;1 738,38;1 673,14',
  'Liczba pozycji: 6;;;;;;',
];

/** Debits and credits in cents. */
const SIDES = [1250, 99_999, 120_000, 5, 48_000, 777, 31, 8_812].map(
  (cents, at) => [at % 3 === 0 ? 'D' : 'C', cents] as const,
);
const sumOf = (side: string): number => SIDES.reduce((sum, [mark, cents]) => (mark === side ? sum + cents : sum), 0);
const [DEBITS, CREDITS] = [sumOf('D'), sumOf('C')];
const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const euros = (value: number): string => (value / 100).toFixed(2).replace('.', ',');

/** A transaction with all that a guess finds. */
const item = (account: string, id: string, date: string, type: string, amount: string, note: string): object => ({
  external_account_number: account,
  transaction_id: id,
  transaction_date: date,
  type,
  amount,
  note,
});

const EXPORTS: ReadonlyArray<
  readonly [name: string, content: string | Buffer, answers: ReadonlyArray<Answer>, items: ReadonlyArray<object>]
> = [
  [
    'a French utility',
    encoded(
      'windows-1252',
      [
        'Référence client;N° facture;Date opération;Libellé;Sens;Montant;Agence',
        'C-0001;FA-2019-081;03/10/2019;Consommation d’août;D;1\u00a0234,56;Évry',
        'C-0001;RE-2019-112;15/10/2019;Règlement CB;C;1\u00a0200,00;Évry',
        'C-0002;FA-2019-082;28/10/2019;Électricité;D;98,1;Lyon',
        '',
      ].join('\r\n'),
    ),
    [
      [/^The file is not UTF-8/, '', ''],
      [/^The kind transactions is a guess/, '', ''],
      [/^Sens: CHARGE for "D", PAYMENT for "C" is a guess/, '', ''],
    ],
    [
      item('C-0001', 'FA-2019-081', '2019-10-03', 'CHARGE', '1234.56', 'Consommation d’août'),
      { transaction_id: 'RE-2019-112', type: 'PAYMENT', amount: '1200.00', note: 'Règlement CB' },
      { transaction_id: 'FA-2019-082', type: 'CHARGE', amount: '98.1', note: 'Électricité' },
    ],
  ],
  [
    'a US supplier',
    [
      'Account #,Trans ID,Posted,Transaction Type,Description,Amount,Branch',
      '0010001,T-1,01/31/2019,Charge,"January, actual","$1,234.56",04',
      '0010001,T-2,02/14/2019,Payment,Check 1131,"($1,000.00)",04',
      '0010002,T-3,02/04/2019,Payment,ACH,(12.00),07',
      '0010002,T-4,02/05/2019,Adj,Goodwill,$5.00,07',
      '',
    ].join('\n'),
    [
      [/^The kind transactions is a guess/, '', ''],
      [/^Transaction Type: CHARGE for "Charge", PAYMENT for "Payment" is a guess/, '', ''],
      [/^Transaction Type: replace what its values mean/, '"Adj": "Adj"', '"Adj": "CREDIT"'],
      [
        /^Amount: all rows with Transaction Type "Payment" are negative.* add reverse: /,
        'currency: "$"}',
        'currency: "$", reverse: {"Transaction Type": ["Payment"]}}',
      ],
    ],
    [
      item('0010001', 'T-1', '2019-01-31', 'CHARGE', '1234.56', 'January, actual'),
      { transaction_id: 'T-2', type: 'PAYMENT', transaction_date: '2019-02-14', amount: '1000.00' },
      { transaction_id: 'T-3', type: 'PAYMENT', transaction_date: '2019-02-04', amount: '12.00' },
      { transaction_id: 'T-4', type: 'CREDIT', amount: '5.00' },
    ],
  ],
  [
    'a Spanish supplier, with ambiguous days',
    [
      'NºCliente\tNº de asiento\tFecha\tConcepto\tDebe/Haber\tImporte\tDelegación',
      '00412\t9001\t01/02/2019\tFactura de enero\tD\t1.234,56 €\t28',
      '00412\t9002\t03/02/2019\tDomiciliación\tH\t1.234,56 €\t28',
      '00977\t9003\t04/02/2019\tCuota\tD\t34,00 €\t08',
      'Total: 3 asientos',
    ].join('\n'),
    [
      [/^Line 5 is taken for a trailer/, '', ''],
      [/^The kind transactions is a guess/, '', ''],
      [
        /^Fecha: day and month cannot be told apart/,
        '"Fecha": {to: transaction_date',
        '"Fecha": {to: transaction_date, dateFormat: dd/MM/yyyy',
      ],
      [/^Debe\/Haber: CHARGE for "D", PAYMENT for "H" is a guess/, '', ''],
    ],
    [
      item('00412', '9001', '2019-02-01', 'CHARGE', '1234.56', 'Factura de enero'),
      { transaction_id: '9002', type: 'PAYMENT', amount: '1234.56', transaction_date: '2019-02-03' },
      { external_account_number: '00977', transaction_id: '9003', type: 'CHARGE', amount: '34.00' },
    ],
  ],
  [
    'a Dutch utility: debit and credit, names of months, a line of totals',
    encoded(
      'windows-1252',
      [
        'Debiteurenmutaties 2019-2024',
        'Aangemaakt: 03-jan-25 08:14',
        '',
        'Debiteurnr.;Naam;Boekdatum;Volgnr.;Soort;Omschrijving;Debet;Credit;Valuta',
        '00085424;VvE Rijnkade;15-jan-19;W001;Nota;Voorschot;1.172,20;;EUR',
        '00085424;"de ""Zoé""";28-mrt-19;W002;Betaling;Overschrijving;;172,20;EUR',
        '00030569;Smit, K.;01-mei-19;W003;Creditnota;Correctie;;7,50;EUR',
        'Totaal;;;;;3 regels;1.172,20;179,70;EUR',
        '',
      ].join('\r\n'),
    ),
    [
      [/^The file is not UTF-8/, '', ''],
      [/^The columns are named on line 4/, '', ''],
      [/^Line 8 is taken for a trailer/, 'sums: {"Debet": 7, "Credit": 8}', 'sums: {Debet: 7}'],
      [/^The kind transactions is a guess/, '', ''],
      [/^Boekdatum: no line has the months feb, apr, jun, .* dec\. Their names are a guess/, '', ''],
      [/^Boekdatum: years have two digits, as "15-jan-19" on line 5\. .* 1970 to 2069/, '', ''],
      [/^Soort: CHARGE for "Nota", PAYMENT for "Betaling", CREDIT for "Creditnota" is a guess/, '', ''],
      [/^Debet and Credit: a row has its amount in one of them/, '', ''],
    ],
    [
      item('00085424', 'W001', '2019-01-15', 'CHARGE', '1172.20', 'Voorschot'),
      { transaction_date: '2019-03-28', type: 'PAYMENT', amount: '172.20' },
      { transaction_date: '2019-05-01', type: 'CREDIT', amount: '7.50' },
    ],
  ],
  [
    'a US ledger: account numbers of two columns, two marks of negative numbers, quotes within values',
    [
      'CYC|ACCT|POST DT|TRN CD|STAT|AMT|DESCR|SEQ NO',
      '904|1064903|06/11/17|PMT|POSTED|1,104.72CR|PAYMENT - THANK YOU|500000',
      '264|2214481|06/12/17|BIL|POSTED|348.88|ELEC SVC JUN 2017|500001',
      '264|2214481|07/28/17|ADJ|POSTED|(48.00)|BILLING ADJ "EST READ"|500002',
      '813|5875954|07/29/17|BIL|VOID|108.20|ELEC SVC JUL 2017|500003',
    ].join('\n'),
    [
      [/^No quote is a guess: the " on line 4 is within a value/, '', ''],
      [/^The kind transactions is a guess/, '', ''],
      [/^CYC and ACCT: that both together are the number of an account is a guess/, '', ''],
      [/^POST DT: years have two digits/, '', ''],
      [/^TRN CD: PAYMENT for "PMT", CHARGE for "BIL" is a guess/, '', ''],
      [/^TRN CD: replace what its values mean/, '"ADJ": "ADJ"', '"ADJ": "CREDIT"'],
      [
        /^STAT: "VOID" is on 1 of 4 lines, the first line 5\. .* rows: \[/,
        'columns:',
        'rows: [{when: {"STAT": "VOID"}, skip: "void"}]\ncolumns:',
      ],
      [
        /^AMT: all rows with TRN CD "PMT", "ADJ" are negative/,
        'negative: [parentheses, crdb]}',
        'negative: [parentheses, crdb], reverse: {TRN CD: [PMT, ADJ]}}',
      ],
    ],
    [
      item('9041064903', '500000', '2017-06-11', 'PAYMENT', '1104.72', 'PAYMENT - THANK YOU'),
      { external_account_number: '2642214481', type: 'CHARGE', amount: '348.88' },
      { transaction_date: '2017-07-28', type: 'CREDIT', amount: '48.00', note: 'BILLING ADJ "EST READ"' },
    ],
  ],
  [
    'an English export without types: debit and credit, times of half a day, NULL',
    [
      'Account Ref,Posted,Txn No,Narrative,Debit,Credit,Balance',
      '0012,1/31/2019 2:05 PM,1,"Water, May",12.50,NULL,12.50',
      "0012,2/1/2019 12:00 AM,2,'Card',0.00,10.00,2.50",
      '0013,2/3/2019 9:15 AM,3,NULL,7,0.00,7.00',
    ].join('\n'),
    [
      [/^The kind transactions is a guess/, '', ''],
      [/^Posted: the times are left out, as the field is a day/, '', ''],
      [/^"NULL" is taken for no value/, '', ''],
      [/^Debit and Credit: CHARGE for rows with an amount in Debit, and PAYMENT .* is a guess/, '', ''],
    ],
    [
      { external_account_number: '0012', transaction_date: '2019-01-31', type: 'CHARGE', amount: '12.50' },
      { transaction_date: '2019-02-01', type: 'PAYMENT', amount: '10.00', note: "'Card'" },
      { external_account_number: '0013', transaction_date: '2019-02-03', type: 'CHARGE', amount: '7' },
    ],
  ],
  [
    'records of fixed widths, in EBCDIC',
    encoded('ibm037', RECORDS.map((line) => `${line}\x85`).join('')),
    [
      [/^The file looks like EBCDIC/, 'encoding: ibm1141', 'encoding: ibm037'],
      [/^The widths are a guess from the blanks and characters of 12 lines with 67 characters/, '', ''],
      [/^No line names the columns/, '', ''],
      [/^Lines that are not read: 1\./, '', ''],
      [/^Line 14 is taken for a trailer/, '', ''],
      [/^4: transaction_date is a guess/, '', ''],
      [/^6: amount is a guess/, '', ''],
      [/^5: type is a guess/, '', ''],
      [/^2: external_account_number is a guess/, '', ''],
      [/^3: transaction_id is a guess/, '', ''],
      [/^7: note is a guess/, '', ''],
      [/^5: replace what its values mean/, '"PY": "PY", "CH": "CH"', '"PY": "PAYMENT", "CH": "CHARGE"'],
      [/^6: all rows with 5 "PY" are negative.* add reverse: /, 'negative: crdb}', 'negative: crdb, reverse: {5: PY}}'],
    ],
    [
      item('A000812300', 'T000001000', '2019-09-01', 'PAYMENT', '5.10', 'CARD PAYMENT'),
      ...Array.from({ length: 11 }, (_, at) => ({
        transaction_id: `T00000${1_001 + at}`,
        amount: `${(at + 1) * 1_234_567 + 5}.${at + 11}`,
      })),
    ],
  ],
  [
    'records side by side in a code page of DOS, with Soll and Haben',
    encoded('ibm850', `${PACKED.join('\r\n')}\r\n`),
    [
      [/^The file is not UTF-8. ibm850 is a guess/, '', ''],
      [/^The widths are a guess from the blanks and characters of 36 lines with 66 characters/, '', ''],
      [/^No line names the columns/, '', ''],
      [/^Lines that are not read: 1\./, '', ''],
      [/^Line 38 is taken for a trailer/, 'widths: [2, 9, 13], rows: 2, sums: {"5": 3}', 'widths: [2, 9, 13], rows: 2'],
      [/^4: transaction_date is a guess/, '', ''],
      [/^5: amount is a guess/, 'negative: crdb', 'impliedDecimals: 2, negative: crdb, reverse: true'],
      [/^2: external_account_number is a guess/, '', ''],
      [/^3: transaction_id is a guess/, '', ''],
      [/^6: note is a guess/, '', ''],
      [/^4: years have two digits/, '', ''],
      [/^5: no number has decimals, as "00000001250H" on line 2/, '', ''],
      [/^No column is known to be type/, 'kind: transactions', 'kind: transactions\nconstants: {type: CREDIT}'],
    ],
    Array.from({ length: 36 }, (_, at) => ({
      external_account_number: `000${4_711_001 + at}`,
      transaction_id: String(1 + at).padStart(8, '0'),
      transaction_date: dayOf(at),
      amount: `${side(at) === 'S' ? '-' : ''}${(cents(at) / 100).toFixed(2)}`,
      note: ['Zählerstand', 'Überweisung', 'Mahngebühr'][at % 3]!,
    })),
  ],
  [
    'a Polish utility: debit and credit, subtotals between rows',
    encoded('windows-1250', `${POLISH.join('\r\n')}\r\n`),
    [
      [/^The file is not UTF-8. windows-1250 is a guess/, '', ''],
      [/^The columns are named on line 2/, '', ''],
      [/^Line 12 is taken for a trailer/, '', ''],
      [
        /^3 rows lack most of what others have, the first on line 6 \(Razem konto 0001 .*rows: \[/,
        'columns:',
        'rows: [{when: {"Data operacji": [""]}, skip: totals}]\ncolumns:',
      ],
      [/^The kind transactions is a guess/, '', ''],
      [/^Data operacji: no line has the months sty, .* gru\. Their names are a guess/, '', ''],
      [/^Rodzaj dokumentu: CHARGE for "Faktura VAT", PAYMENT for "Wpłata" is a guess/, '', ''],
      [/^Wn and Ma: a row has its amount in one of them/, '', ''],
    ],
    [
      {
        external_account_number: '0001',
        transaction_id: 'FV/1',
        transaction_date: '2026-04-05',
        type: 'CHARGE',
        amount: '1721.38',
      },
      { transaction_id: 'KP/2', type: 'PAYMENT', amount: '1668.14' },
      { transaction_id: 'KP/5', type: 'PAYMENT', amount: '3.00' },
      { transaction_id: 'FV/3', amount: '12.00' },
      { transaction_id: 'KP/4', transaction_date: '2026-06-03', amount: '2.00' },
      { transaction_id: 'FV/6', type: 'CHARGE', amount: '5.00' },
    ],
  ],
  [
    'a report with columns of fixed widths below their names',
    REPORT.join('\n'),
    [
      [/^The widths are a guess/, '', ''],
      [/^The kind transactions is a guess/, '', ''],
      [/^Type: CHARGE for "D", PAYMENT for "C" is a guess/, '', ''],
      [
        /^Amount: all rows with Type "D" are negative/,
        'negative: trailing}',
        'negative: trailing, reverse: {Type: D}}',
      ],
    ],
    [
      item('4711', '90000', '2019-10-01', 'CHARGE', '1.00', 'Entry of a'),
      { external_account_number: '4712', type: 'PAYMENT', amount: '12346.60' },
      ...Array.from({ length: 7 }, (_, at) => ({ external_account_number: String(4_713 + at) })),
    ],
  ],
];

describe('carryover map init', () => {
  it.each(EXPORTS)('guesses what check accepts, with its doubts answered: %s', async (_, content, answers, items) => {
    const { file, map, doubts, text } = await init(content, 'export.txt');
    // The supplier is answered by --supplier.
    expect(doubts.slice(0, -1)).toEqual(answers.map(([doubt]) => expect.stringMatching(doubt)));
    expect(doubts.at(-1)).toMatch(/^No column has the import supplier/);
    const right = answers.reduce((so, [, guessed, answer]) => {
      expect(so).toContain(guessed);
      return so.replace(guessed, () => answer);
    }, ignored(text));
    writeFileSync(map, right);
    const checked = await runLoader(['check', file, '--map', map, '--supplier', 'S']);
    expect([checked.code, checked.out + checked.err]).toEqual([0, expect.stringContaining('all valid')]);
    const out = `${file}.items`;
    expect(await runLoader(['map', 'run', file, '--map', map, '--out', out])).toMatchObject({ code: 0 });
    const written = readFileSync(`${out}/transactions.ndjson`, 'utf8').trimEnd().split('\n');
    expect(written.map((line) => JSON.parse(line))).toMatchObject(items);
    expect(written).toHaveLength(items.length);
  });

  it('looks at the whole file with --whole, where lines may decide that come late', async () => {
    const note = 'Entry '.repeat(700);
    const row = (at: number, day: string, amount: string) => `${at},T${at},${day},"${amount}",PAYMENT,${note}\n`;
    const early = Array.from({ length: 1_200 }, (_, at) => row(at, `0${(at % 9) + 1}/02/2020`, '1.234')).join('');
    const content = `Account No,Trans ID,Date,Amount,Type,Note\n${early}${row(1_201, '31/03/2020', '7.50-')}Total;1201\n`;
    const first = await init(content);
    expect(first.doubts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Date: day and month cannot be told apart/),
        expect.stringMatching(/^Amount: line 2 \(1\.234\) may be a thousand or a fraction/),
      ]),
    );
    const whole = await init(content, 'whole.csv', '--whole');
    expect(whole.text).toContain('dateFormat: "dd/MM/yyyy"');
    expect(whole.text).toContain('decimalChar: ".", negative: trailing');
    expect(whole.text).toContain('expect: {trailer: {starts: "Total"}}');
    expect(whole.doubts).toEqual([
      expect.stringMatching(/^Line 1203 is taken for a trailer/),
      expect.stringMatching(/^The kind transactions is a guess/),
      expect.stringMatching(/^No column has the import supplier/),
    ]);
  });

  it('says that names occur twice, which no mapping can tell apart', async () => {
    const { doubts } = await init('Konto;Belegnr;Datum;Text;Betrag;Text\n1;7;01.02.2026;a;10,00;b\n');
    expect(doubts[0]).toMatch(/^The header has "Text" twice, .* Set header: false and commentRows: \[1\] in dialect/);
  });

  it('guesses what check accepts of lines that end with delimiters', async () => {
    const { file, map, text } = await init('Konto;Belegnr;Datum;Art;Betrag;;\n1;7;31.01.2026;Zahlung;10,00;;\n');
    writeFileSync(map, ignored(text));
    const checked = await runLoader(['check', file, '--map', map, '--supplier', 'S']);
    expect([checked.code, checked.out + checked.err]).toEqual([0, expect.stringContaining('all valid')]);
  });

  it('is not usable before columns that mean nothing known are mapped or ignored', async () => {
    const { file, map } = await init('Account No,Transaction Ref,Date,Amount,Type,X\n1,T1,31/01/2019,1.50,PAYMENT,7\n');
    const checked = await runLoader(['check', file, '--map', map, '--supplier', 'S']);
    expect([checked.code, checked.out + checked.err]).toEqual([
      2,
      expect.stringContaining('neither mapped nor ignored: "X"'),
    ]);
  });

  it('guesses form, kind and columns, and says what is not certain', async () => {
    const { doubts, text } = await init(
      encoded(
        'windows-1252',
        `${HEADER}\r\n01;1;B-1;03.10.2019;R;1.234,56-;Müller;N\r\n01;1;B-2;31.12.2019;Z;2,00;x;N\r\n`,
      ),
    );
    expect(text.split('\n').filter((line) => !line.startsWith('# DOUBT'))).toEqual([
      '# A guess from the first 2 rows of x.csv. Check it with: carryover map show',
      'kind: transactions',
      'encoding: windows-1252',
      'dialect: {delimiter: ";"}',
      'columns:',
      '  "KDNR": {to: external_account_number}',
      '  "BELEGNR": {to: transaction_id}',
      '  "BUCHDAT": {to: transaction_date, dateFormat: "dd.MM.yyyy"}',
      '  "ART": {to: type, values: {"R": "R", "Z": "Z"}}',
      '  "BETRAG": {to: amount, decimalChar: ",", groupChar: ".", negative: trailing}',
      '  "TEXT": {to: note}',
      '# These columns are not known. Move each to columns or to ignore:',
      '# ignore:',
      '#   - "MANDANT"   # as "01" on line 2',
      '#   - "STORNO"   # as "N" on line 2',
      '# Fields of transactions without a column:',
      '#   import_supplier, reference, display_note, reason, tax_items, payment_type, product_code, line_items',
      '',
    ]);
    expect(doubts).toHaveLength(5);
    expect(doubts[3]).toContain('to change the sign, add reverse: {"ART": ["R"]}.');
  });

  it('decides no date and no number that can be read in two ways, and names the lines', async () => {
    const head = 'Account No,Transaction Ref,Date,Amount\n';
    const open = await init(`${head}1,T1,01/02/2020,1.234\n2,T2,03/04/2020,5\n`);
    expect(open.text).not.toMatch(/dateFormat|decimalChar:/);
    expect(open.doubts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Date: day and month cannot be told apart on any of 2 lines, as line 2 \(01\/02\/2020\)/,
        ),
        expect.stringMatching(/^Amount: line 2 \(1\.234\) may be a thousand or a fraction/),
      ]),
    );
    const monthly = await init(`${head}1,T1,01/03/19,1.5\n2,T2,01/03/20,1.5\n3,T3,01/03/21,1.5\n`);
    expect(monthly.text).toContain('"Date": {to: transaction_date}');
    expect(monthly.doubts).toContain(
      'Date: day and year cannot be told apart on any of 3 lines, as line 2 (01/03/19). Add dateFormat.',
    );
    for (const [number, form] of [
      ['"1,234,567"', '".", groupChar: ","'],
      ['1.234.567', '",", groupChar: "."'],
      ['"1 234,567"', '",", groupChar: " "'],
      ['"1234,567"', '","'],
    ])
      expect((await init(`${head}1,T1,13/02/2020,${number}\n`)).text).toContain(`decimalChar: ${form}}`);
    expect((await init(`${head}1,T1,01/02/2020,1.5\n2,T2,13/04/2020,5\n`)).text).toContain('dateFormat: "dd/MM/yyyy"');
    expect((await init(`${head}1,T1,01/02/2020,1.5\n2,T2,04/13/2020,5\n`)).text).toContain('dateFormat: "MM/dd/yyyy"');
  });

  it.each([
    ['5 März 2021|28 Sept. 2021', 'd MMM yyyy'],
    ['1 févr. 2021|14 août 2021', 'd MMM yyyy'],
    ['3-ene-21|14-dic-21', 'd-MMM-yy'],
    ['January 5, 2021|December 14, 2021', 'MMM d, yyyy'],
    ['5 de marzo de 2021|14 de mayo de 2021', "d 'de' MMM 'de' yyyy"],
    ['31/12/99|01/02/03', 'dd/MM/yy'],
    ['991231|000101', 'yyMMdd'],
    ['1.2.03|14.12.03', 'd.M.yy'],
    ['99.12.31|00.01.02', 'yy.MM.dd'],
    ['01.03.19|01.03.20|01.03.21', 'dd.MM.yy'],
    ['31122019|01022019', 'ddMMyyyy'],
    ['2019-01-31 14:05:00.000|2019-02-01 00:00:00.000', 'yyyy-MM-dd HH:mm:ss.SSS'],
    ['2019-01-31T14:05:00Z|2019-02-01T00:00:00Z', "yyyy-MM-dd'T'HH:mm:ssXXX"],
    ['1/31/2019 2:05 pm|2/1/2019 12:15 am', 'M/d/yyyy h:mm a'],
  ])('guesses the form of dates: %s', async (dates, pattern) => {
    const rows = dates.split('|').map((date, at) => `1\tT${at}\t${date}\t1.50\tPAYMENT\n`);
    const { file, map, text } = await init(`Account No\tTrans ID\tDate\tAmount\tType\n${rows.join('')}`);
    expect(text).toContain(`dateFormat: ${JSON.stringify(pattern)}`);
    const checked = await runLoader(['check', file, '--map', map, '--supplier', 'S']);
    expect([checked.code, checked.out + checked.err]).toEqual([0, expect.stringContaining('all valid')]);
  });

  it('takes a contact log of a workbook for notes, with times beside their days', async () => {
    const log = [
      ['Customer ID', 'Date', 'Time', 'By', 'What was said'],
      [10234, styled(1, 43890), styled(2, 0.5), 'anna', 'Called about bill'],
      [10456, styled(1, 43891), '', 'joe', 'Promised to pay Friday'],
    ];
    const content = await aWorkbook({
      sheets: [{ name: 'Log', rows: rowsOf(log) }],
      formats: ['dd/mm/yyyy', 'hh:mm'],
    });
    const { file, map, doubts, text } = await init(content, 'log.xlsx');
    expect(doubts).toContain('Time: that it has the times of Date is a guess.');
    writeFileSync(map, ignored(text));
    const out = `${file}.items`;
    expect(await runLoader(['map', 'run', file, '--map', map, '--out', out])).toMatchObject({ code: 0 });
    expect(ndjson(`${out}/notes.ndjson`)).toEqual([
      { external_account_number: '10234', created_at: '2020-02-29T12:00:00Z', body: 'Called about bill' },
      { external_account_number: '10456', created_at: '2020-03-01T00:00:00Z', body: 'Promised to pay Friday' },
    ]);
  });

  it('takes no columns beside the header of a sheet, where only a title is', async () => {
    const rows = [
      ['Payments', null, null, null, null, 'Page 1'],
      ['Account', 'Entry No', 'Date', 'Amount'],
      ['7', 'T-1', styled(1, 43890), 1.5],
    ];
    const content = await aWorkbook({ sheets: [{ name: 'P', rows: rowsOf(rows) }], formats: ['dd/mm/yyyy'] });
    const { text } = await init(content, 'payments.xlsx');
    expect(text).toContain('dialect: {sheet: "P", headerRows: [2]}');
    expect(text).not.toContain('- ""');
  });

  it('takes pence for hundredths, and of several texts the longest', async () => {
    const pence = await init('account_no,txn_ref,txn_date,amount_pence,type,memo\nA1,1,2021-03-28,1250,PAYMENT,x\n');
    expect(pence.text).toContain('"amount_pence": {to: amount, impliedDecimals: 2}');
    expect(pence.doubts).toContain('amount_pence: that the last two digits are decimals is a guess from the name.');
    const written = await init('account_no,txn_ref,txn_date,amount_pence,type\nA1,1,2021-03-28,1250.00,PAYMENT\n');
    expect(written.doubts).toContain(
      'amount_pence: the name says that its numbers are hundredths, and "1250.00" on line 2 is read as it is written. If the name is right, all are a hundred times as much.',
    );
    const rows = [1250, 975, 12_000, 100, 4750].map((amount, at) => `A1,${at},2021-03-28,${amount},PAYMENT\n`);
    expect((await init(`account_no,txn_ref,txn_date,amount,type\n${rows.join('')}`)).doubts).toContain(
      'amount: no number has decimals, as "1250" on line 2. If the last two digits are decimals, add impliedDecimals: 2.',
    );
    const notes = await init('N° abonné;Date;Objet;Commentaire\n1;03/10/2019;Appel;Le client rappelle demain\n');
    expect(notes.text).toContain('"Commentaire": {to: body}');
  });

  it('doubts the sign of amounts that are negative for the most part, with types or without', async () => {
    const signs = '-1,50|-2,00|3,00|-4,00'.split('|');
    const advice = 'Payments, credits and charges of items are positive: to change the sign, add reverse:';
    const typed = signs.map((amount, at) => `1;${at};01.02.2026;Gutschrift;${amount}\n`);
    expect((await init(`Kundennr;Belegnr;Datum;Belegart;Betrag\n${typed.join('')}`)).doubts).toContain(
      `Betrag: most rows with Belegart "Gutschrift" are negative, and line 4 is not. ${advice} {"Belegart": ["Gutschrift"]}.`,
    );
    const untyped = signs.slice(0, 2).map((amount, at) => `1;${at};01.02.2026;${amount}\n`);
    expect((await init(`Kundennr;Belegnr;Datum;Betrag\n${untyped.join('')}`)).doubts).toContain(
      `Betrag: all numbers are negative. ${advice} true.`,
    );
  });

  it('takes a column of types for the type, and not one of the marks of debit and credit', async () => {
    const rows = ['Rechnung;S;10,00', 'Zahlung;H;4,00', 'Korrektur;S;1,00', 'Korrektur;S;2,00', 'Korrektur;H;3,00'];
    const content = `Kundennr;Belegnr;Datum;Belegart;S/H;Betrag\n${rows.map((row, at) => `1;${at};01.02.2026;${row}\n`).join('')}`;
    const { doubts, text } = await init(content);
    expect(text).toContain('"Belegart": {to: type, values: {"Rechnung": "CHARGE", "Zahlung": "PAYMENT", "Korrektur": ');
    expect(doubts).toContain(
      'S/H: most rows with Belegart "Korrektur" have another mark than "H" on line 6. If that changes the sign of Betrag, add reverse: {"Belegart": "Korrektur", "S/H": "H"}.',
    );
  });

  it.each([
    [
      'records side by side, with a mark of their side',
      SIDES.map(
        ([mark, cents], at) => `D${7_000_001 + (at >> 1)}T${100_000 + at}202609${10 + at}${mark}${digits(cents, 11)}`,
      ),
      `T${digits(3, 7)}${digits(5, 7)}${digits(DEBITS, 13)}${digits(CREDITS, 13)}`,
      'widths: [1, 7, 7, 13, 13], rows: [{when: {"5": "D"}, column: 2}, {when: {"5": "C"}, column: 3}], sums: {"6": [{when: {"5": "D"}, column: 4}, {when: {"5": "C"}, column: 5}]}',
    ],
    [
      'records whose amounts have it',
      SIDES.map(
        ([mark, cents], at) =>
          `D${7_000_001 + (at >> 1)}T${100_000 + at}202609${10 + at}${digits(cents, 11)}${mark === 'D' ? 'DB' : 'CR'}`,
      ),
      `T${digits(3, 7)}${digits(5, 7)}${digits(DEBITS, 13)}${digits(CREDITS, 13)}`,
      'widths: [1, 7, 7, 13, 13], rows: [{when: {"5": {sign: positive}}, column: 2}, {when: {"5": {sign: negative}}, column: 3}], sums: {"5": [{when: {"5": {sign: positive}}, column: 4}, {when: {"5": {sign: negative}}, column: 5, reverse: true}]}',
    ],
    [
      'a line of totals in words and numbers',
      [
        'Konto;Belegnr;Datum;S/H;Betrag;Text',
        ...SIDES.map(
          ([mark, cents], at) => `4711;R${at};0${at + 1}.10.2026;${mark === 'D' ? 'S' : 'H'};${euros(cents)};x`,
        ),
      ],
      `Summe;8;Soll;${euros(DEBITS)};Haben;${euros(CREDITS)}`,
      'starts: "Summe", rows: 2, sums: {"Betrag": [{when: {"S/H": "S"}, column: 4}, {when: {"S/H": "H"}, column: 6}]}',
    ],
  ])(
    'guesses the figures of debits and credits in a trailer, which check compares: %s',
    async (_, rows, trailer, expected) => {
      const { file, map, text } = await init(`${[...rows, trailer].join('\n')}\n`);
      expect(text).toContain(expected);
      const right = text.replace('kind: transactions', 'kind: transactions\nconstants: {type: CHARGE}');
      writeFileSync(map, ignored(text.includes('to: type') ? text : right));
      const checked = await runLoader(['check', file, '--map', map, '--supplier', 'S', '--json']);
      expect(checked.lines.at(-1).expectations.map(({ agree }: { agree: boolean }) => agree)).not.toContain(false);
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(/\d(?=\D*$)/, (last) => String((Number(last) + 1) % 10)),
      );
      expect((await runLoader(['check', file, '--map', map, '--supplier', 'S'])).out).toContain('expected sum of');
    },
  );

  it('finds what names do not tell by the values, and the parent of parts', async () => {
    const finnish = await init(
      'Asiakas;Laji;Tosite;Pvm;Summa\n1;Charge;A-1;01.10.2026;12,50\n1;Payment;A-2;14.10.2026;4,00\n',
    );
    for (const found of [
      '"Laji": {to: type',
      '"Tosite": {to: transaction_id',
      '"Pvm": {to: transaction_date',
      '"Summa": {to: amount',
    ])
      expect(finnish.text).toContain(found);
    const rivals =
      'Kundennr;Konto;Belegnr;Buchungstag;Valuta;Art;Betrag;Summe\n1;9;7;01.02.2026;03.02.2026;Zahlung;10,00;11,90\n';
    expect((await init(rivals)).doubts).toEqual(
      expect.arrayContaining([
        'Konto: its name means external_account_number as well. That it is Kundennr is a guess.',
        'Valuta: its name means transaction_date as well. That it is Buchungstag is a guess.',
        'Summe: its name means amount as well. That it is Betrag is a guess.',
      ]),
    );
    const lines = await init('HeadRef\tLineNo\tNet\n7\t1\t80.00\n7\t2\t20.00\n', 'x.csv', '--kind', 'line-items');
    expect(lines.text).toContain('columns:\n  "HeadRef": {to: transaction_id}\n  "Net": {to: net_amount');
    expect(lines.doubts[0]).toMatch(/^No column is known to be external_account_number\. If another file has it/);
  });

  it('guesses the length of records whose codes come in turn, and ends a column behind signs', async () => {
    const codes = ['USAGE', 'COLLECTION', 'GOODWILL PAYMENT', 'LATE FEE'];
    const records = Array.from({ length: 60 }, (_, at) => {
      const sign = at % 4 === 1 || at % 4 === 2 ? '-' : '+';
      return `2${digits(7_700_100 + at, 10)}202609${digits((at % 28) + 1, 2)}${digits(at * 7_919 + 1, 12)}${sign}${codes[at % 4]!.padEnd(20)}`;
    });
    const { text } = await init(encoded('ibm500', records.join('')), 'FB.DAT');
    expect(text).toContain('dialect: {widths: [11, 8, 13, 20], header: false}');
    expect(text).toContain('"3": {to: amount, decimalChar: ".", negative: trailing}');
  });

  it('takes the number of statements for their id, and a line of totals below columns of fixed widths for a trailer', async () => {
    const bills = await init('Número;Cuenta;Emisión;Total\nF-1;7;2026-09-01;3,50\n');
    expect(bills.text).toContain('"Número": {to: [statement_id, number]}');
    const period = await init('N° facture;Client;Date facture;TTC;Du;Au\nF-1;7;31/01/2026;3,5;01/01/2026;31/01/2026\n');
    expect(period.text).toContain('"Du": {to: bill_period_from_date');
    expect(period.text).toContain('"Au": {to: bill_period_to_date');
    const nameless = await init('Rechnungsnr;Kundennr;Rechnungsdatum;Brutto;;\nR-1;7;31.01.2026;3,50;;\n');
    expect(nameless.text).toContain('kind: statements');
    expect(nameless.text).not.toContain('"": {');
    const total = `${'Total'.padEnd(39)}${'444,438.00'.padStart(8)}`;
    const lines = Array.from(
      { length: 8 },
      (_, at) =>
        `${String(4_711 + at).padEnd(9)}${`T-${at}`.padEnd(8)}2026-09-0${at + 1}  ${`${at + 1},234.50`.padStart(20)}`,
    );
    const report = await init(
      `${'Account  Entry   Date'.padEnd(29)}${'Amount'.padStart(20)}\n${lines.join('\n')}\n${total}\n`,
      'report.txt',
    );
    expect(report.text).toContain('expect: {trailer: {starts: "Total", widths: [');
  });

  it('reads French headers and UTF-16, and never overwrites a file', async () => {
    const french = await init(Buffer.from('\ufeffNuméro client\tLibellé\nC1\tx\n', 'utf16le'));
    expect(french.text).toContain('"Numéro client": {to: external_account_number}');
    expect(french.text).toContain('encoding: utf-16le');
    const late = await init(encoded('windows-1252', 'Client;Nom\r\n1;Zoé\r\n'), 'late.csv');
    expect(late.text).toContain('encoding: windows-1252');
    const cut = await init(Buffer.from('Client;Nom\r\n1;Zoé\r\n2;André').subarray(0, -1), 'cut.csv');
    expect(cut.text).toContain('encoding: utf-8');
    expect((await runLoader(['map', 'init', french.file])).code).toBe(2);
  });

  it.each([
    ['an empty file', '', 'The file has no rows.'],
    ['blank lines', '\r\n \n', 'The file has no rows.'],
    ['a workbook of Excel 97', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'The workbook is of Excel 97'],
    ['lines of an old Mac', 'Konto;Betrag\r1;2,00\r2;3,00\r', 'The lines end in carriage returns alone'],
    ['an archive of other files', Buffer.from('PK\u0003\u0004 and so on'), 'The workbook cannot be read'],
  ])('says why nothing can be guessed: %s', async (_, content, detail) => {
    const file = aFile('x.csv', content);
    const { code, err } = await runLoader(['map', 'init', file]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${file}: ${detail}`)]);
  });

  it('guesses the length of records without line breaks', async () => {
    const records = Array.from(
      { length: 40 },
      (_, at) => `D${String(at * 7_919).padStart(9, '0')}20261001 NAME ${'ABCDEFG'.slice(at % 7).padEnd(8)}`,
    );
    const { doubts, text } = await init(encoded('ibm037', records.join('')), 'FB.DAT');
    expect(doubts).toContain('The file has no line breaks. Its form is the same again after 32 characters.');
    expect(text).toContain('dialect: {widths: [10, 8, 5, 9], header: false}');
  });
});
