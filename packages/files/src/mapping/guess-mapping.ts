import { isUtf8 } from 'node:buffer';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { csvFieldsOf } from '../csv/csv-fields.ts';
import { type Encoding, encodingOf, UTF8 } from '../source/encoding.ts';
import type { Fields } from './compile-columns.ts';
import { shownValue } from './compile-columns.ts';

/** Words of headers in German, English and French that name a field, without case, accents and signs. */
const WORDS: ReadonlyArray<readonly [string, RegExp]> = [
  [
    'external_account_number',
    /^(?:kdnr|kundennr|kundennummer|kunde|vertragskonto|konto(?:nr|nummer)?|customer(?:no|number|id)?|account(?:no|number|id|ref)?|acct(?:no)?|client|compte|numero(?:client|compte)|numclient|refclient)$/,
  ],
  [
    'transaction_id',
    /^(?:beleg(?:nr|nummer)?|buchungs(?:nr|nummer|id)|transaction(?:id|no|ref)?|trans(?:id|no)|txn(?:id)?|piece|numeropiece|ecriture)$/,
  ],
  [
    'transaction_date',
    /^(?:buchdat|buchungsdatum|buchdatum|valuta|datum|date|transaction(?:date)?|transdate|postingdate|dateecriture|dateoperation)$/,
  ],
  ['amount', /^(?:betrag|summe|wert|amount|value|total|montant|somme)$/],
  ['type', /^(?:art|buchungsart|typ|type|kind|transactiontype|nature)$/],
  [
    'note',
    /^(?:text|buchungstext|bemerkung|verwendungszweck|note|notes|comment|description|narrative|libelle|commentaire)$/,
  ],
  ['body', /^(?:text|notiz|bemerkung|note|notes|comment|body|commentaire|remarque)$/],
  ['created_at', /^(?:erstellt(?:am)?|angelegt(?:am)?|datum|created(?:at|on)?|date|timestamp|datecreation|creele)$/],
  ['reference', /^(?:referenz|zahlungsreferenz|mandatsref(?:erenz)?|reference|ref|paymentreference)$/],
  [
    'statement_id',
    /^(?:rechnungs?(?:nr|nummer|id)|abrechnungs?(?:nr|nummer)|statement(?:id|no)?|invoice(?:no|id|number)?|bill(?:no|id)?|facture|numerofacture)$/,
  ],
  ['number', /^(?:rechnungs?(?:nr|nummer)|invoicenumber|statementnumber|numero)$/],
  [
    'issued_date',
    /^(?:rechnungsdatum|ausstellungsdatum|issue(?:d|date)?|issueddate|invoicedate|billdate|datefacture|dateemission)$/,
  ],
  ['bill_period_from_date', /^(?:von|zeitraumvon|periodevon|from|periodfrom|periodstart|startdate|datedebut|debut)$/],
  ['bill_period_to_date', /^(?:bis|zeitraumbis|periodebis|to|periodto|periodend|enddate|datefin|fin)$/],
  ['gross_amount', /^(?:brutto(?:betrag)?|rechnungsbetrag|gross(?:amount)?|total|montantttc|ttc)$/],
  ['ledger_number', /^(?:vertrag(?:snr|snummer)?|ledger(?:no|number)?|contract(?:no)?|contrat)$/],
  ['ledger_code', /^(?:sparte|ledgercode|commodity|energie)$/],
  ['status', /^(?:status|zustand|statut)$/],
  ['import_supplier', /^(?:importsupplier|supplier)$/],
];

const canonical = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** The kinds that are guessed, by a field that others do not have. */
const KINDS_BY_FIELD: ReadonlyArray<readonly [MappedKind, ReadonlyArray<string>]> = [
  ['statements', ['statement_id', 'gross_amount', 'bill_period_from_date', 'issued_date']],
  ['transactions', ['transaction_id', 'amount', 'transaction_date', 'type']],
  ['notes', ['body', 'created_at']],
];

type Cell = { readonly line: number; readonly text: string };
type Doubts = string[];

/** Returns the encoding of a file's first bytes. */
const guessEncoding = (start: Buffer, doubts: Doubts): Encoding => {
  const of = (label: string): Encoding => {
    const found = encodingOf(label);
    return E.isRight(found) ? found.right : UTF8;
  };
  if (start[0] === 0xff && start[1] === 0xfe) return of('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return of('utf-16be');
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return of('utf-16le');
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return of('utf-16be');
  // A character may be cut off at the end.
  if ([0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, Math.max(0, start.length - cut))))) return UTF8;
  const digits = start.filter((byte) => byte >= 0xf0 && byte <= 0xf9).length;
  if (digits > start.length / 10 && !start.includes(0x20)) {
    doubts.push('The file looks like EBCDIC. Which code page it is shows only in letters such as Ä, { and €.');
    return of('ibm1141');
  }
  doubts.push('The file is not UTF-8. windows-1252 is a guess: compare a name with an umlaut or an accent.');
  return of('windows-1252');
};

const linesOf = (start: Buffer, encoding: Encoding): ReadonlyArray<Cell> => {
  const lines: Cell[] = [];
  let from = 0;
  for (let end = encoding.lineEnd(start, 0); end !== -1; end = encoding.lineEnd(start, from)) {
    const decoded = encoding.decode(start.subarray(from, end));
    const line = lines.length + 1;
    lines.push({ line, text: E.isRight(decoded) ? decoded.right.replace(/^\ufeff/, '').replace(/\r$/, '') : '' });
    from = end + encoding.unitBytes;
  }
  const rest = encoding.decode(start.subarray(from));
  if (from < start.length && lines.length < 2 && E.isRight(rest))
    lines.push({ line: lines.length + 1, text: rest.right.replace(/^\ufeff/, '') });
  return lines;
};

const DELIMITERS = [';', ',', '\t', '|'];
const SAMPLED = 200;

/** Returns the delimiter that gives most lines the same number of columns, two or more; null if none does. */
const guessDelimiter = (lines: ReadonlyArray<Cell>): string | null => {
  const sample = lines.filter(({ text }) => text !== '').slice(0, SAMPLED);
  const scored = DELIMITERS.map((delimiter) => {
    const split = csvFieldsOf({ delimiter, quoteChar: '"', doubleQuote: true });
    const widths = sample.map(({ text }) => {
      const fields = split(text);
      return E.isRight(fields) ? fields.right.length : 0;
    });
    const first = widths[0] ?? 0;
    return { delimiter, width: first, share: widths.filter((one) => one === first).length / sample.length };
  }).filter(({ width, share }) => width > 1 && share > 0.8);
  return scored.toSorted((one, other) => other.share - one.share || other.width - one.width)[0]?.delimiter ?? null;
};

/** Returns the pattern of the dates of a column; null if they are none, or if it cannot be told. */
const guessDate = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): string | null => {
  const all = (form: RegExp): boolean => cells.length > 0 && cells.every(({ text }) => form.test(text));
  if (all(/^\d{4}-\d{2}-\d{2}$/)) return 'yyyy-MM-dd';
  if (all(/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/)) return 'yyyyMMdd';
  if (all(/^\d{1,2}\.\d{1,2}\.\d{4}$/)) return all(/^\d{2}\.\d{2}\.\d{4}$/) ? 'dd.MM.yyyy' : 'd.M.yyyy';
  const separator = ['/', '-'].find((one) => all(new RegExp(`^\\d{1,2}${one}\\d{1,2}${one}\\d{4}$`)));
  if (separator === undefined) return null;
  const parts = cells.map(({ line, text }) => ({ line, text, numbers: text.split(separator).map(Number) }));
  const dayFirst = parts.find(({ numbers }) => numbers[0]! > 12);
  const monthFirst = parts.find(({ numbers }) => numbers[1]! > 12);
  const isTwo = cells.every(({ text }) => text.length === 10);
  const [day, month] = isTwo ? ['dd', 'MM'] : ['d', 'M'];
  if (dayFirst !== undefined && monthFirst !== undefined)
    doubts.push(
      `${name} has days first on line ${dayFirst.line} (${dayFirst.text}) and months first on line ${monthFirst.line} (${monthFirst.text}).`,
    );
  if (dayFirst === undefined && monthFirst === undefined) {
    const shown = parts.slice(0, 3).map(({ line, text }) => `line ${line} (${text})`);
    doubts.push(
      `${name}: day and month cannot be told apart on any of ${cells.length} lines, as ${shown.join(', ')}. A day after the 12th would decide; ask for one.`,
    );
  }
  if ((dayFirst === undefined) === (monthFirst === undefined)) return null;
  return monthFirst === undefined
    ? `${day}${separator}${month}${separator}yyyy`
    : `${month}${separator}${day}${separator}yyyy`;
};

type NumberForm = { readonly decimalChar: string | null; readonly groupChar: string; readonly negative: string | null };

/** Returns how the numbers of a column are written; null if they are none. */
const guessNumber = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): NumberForm | null => {
  const forms: ReadonlyArray<readonly [string, RegExp]> = [
    ['leading', /^[+-]?[\d.,' \u00a0]+$/],
    ['trailing', /^[\d.,' \u00a0]+ ?[+-]?$/],
    ['parentheses', /^(?:\([\d.,' ]+\)|[\d.,' ]+)$/],
    ['crdb', /^[\d.,' ]+ ?(?:CR|DB|DR)?$/],
  ];
  const negative = forms.find(([, form]) => cells.length > 0 && cells.every(({ text }) => form.test(text.trim())))?.[0];
  if (negative === undefined) return null;
  const numbers = cells.map(({ line, text }) => ({ line, text: text.trim().replaceAll(/[^\d.,]/g, '') }));
  const decided = numbers.find(
    ({ text }) => /[.,]\d{1,2}$/.test(text) || /[.,]\d{4,}$/.test(text) || /[.,].*[.,]/.test(text),
  );
  const last = /[.,](?=[^.,]*$)/.exec(decided?.text ?? '')?.[0];
  const unclear = numbers.find(({ text }) => /^\d{1,3}[.,]\d{3}$/.test(text));
  if (decided === undefined && unclear !== undefined)
    doubts.push(
      `${name}: line ${unclear.line} (${unclear.text}) may be a thousand or a fraction, and no line decides. Set decimalChar and groupChar.`,
    );
  const decimalChar = last ?? '.';
  const group = decimalChar === ',' ? '.' : ',';
  const isGrouped = numbers.some(({ text }) => text.includes(group));
  const isUnclear = decided === undefined && unclear !== undefined;
  if (isUnclear) return { decimalChar: null, groupChar: '', negative: negative === 'leading' ? null : negative };
  return { decimalChar, groupChar: isGrouped ? group : '', negative: negative === 'leading' ? null : negative };
};

/** Returns a text as YAML has it in double quotes; characters that cannot be seen are spelled out. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\U${one.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  );

/** A line with more is no header that a person would map. */
const MAX_COLUMNS = 1_000;

/** A guess: the text of a mapping. */
export type Guess = { readonly text: string; readonly doubts: ReadonlyArray<string> };

/**
 * Guesses a mapping from the beginning of a file. What is not certain is a doubt, also as a comment in the text; columns
 * that mean nothing known are neither mapped nor left out, so that the mapping is not usable before somebody decides.
 *
 * @param kind null: it is guessed, too.
 * @param name of the file.
 */
export const guessMapping = (
  start: Buffer,
  name: string,
  kind: MappedKind | null,
  fields: Fields,
): E.Either<string, Guess> => {
  const doubts: Doubts = [];
  const encoding = guessEncoding(start, doubts);
  const lines = linesOf(start, encoding);
  const delimiter = guessDelimiter(lines);
  if (delimiter === null)
    return E.left(
      'No delimiter gives the lines the same number of columns. If columns have fixed widths, write the mapping with dialect.widths.',
    );
  const split = csvFieldsOf({ delimiter, quoteChar: '"', doubleQuote: true });
  const rows = lines.flatMap(({ line, text }) => {
    const cells = text === '' ? null : split(text);
    return cells === null || E.isLeft(cells) ? [] : [{ line, cells: cells.right }];
  });
  const header = rows[0]!.cells.map((cell) => cell.trim());
  if (header.length > MAX_COLUMNS)
    return E.left(`Line ${rows[0]!.line} has ${header.length} columns, and a header at most ${MAX_COLUMNS}.`);
  const cellsOf = (at: number): ReadonlyArray<Cell> =>
    rows.slice(1).flatMap(({ line, cells }) => {
      const text = cells[at] ?? '';
      return cells.length !== header.length || text.trim() === '' || /^(?:null|0{8})$/i.test(text.trim())
        ? []
        : [{ line, text: text.trim() }];
    });
  const meant = header.map((one) =>
    WORDS.filter(([field, words]) => words.test(canonical(one)) || canonical(field) === canonical(one)).map(
      ([field]) => field,
    ),
  );
  const score = (own: ReadonlyArray<string>): number =>
    meant.filter((all) => all.some((field) => own.includes(field))).length;
  const [best] = KINDS_BY_FIELD.toSorted(([, one], [, other]) => score(other) - score(one));
  const found = kind ?? best![0];
  if (kind === null) doubts.push(`The kind ${found} is a guess from the names of the columns.`);

  const taken = new Set<string>();
  const columns: string[] = [];
  const others: string[] = [];
  for (const [at, column] of header.entries()) {
    const field = [...meant[at]!, ...fields.namesOf(found).filter((one) => canonical(one) === canonical(column))].find(
      (one) => fields.formOf(found, one) !== null && !taken.has(one),
    );
    const cells = cellsOf(at);
    if (field === undefined) {
      const example = cells[0] === undefined ? 'no values' : `as ${shownValue(cells[0].text)} on line ${cells[0].line}`;
      others.push(`#   - ${quoted(column)}   # ${example}`);
      continue;
    }
    taken.add(field);
    const form = fields.formOf(found, field);
    const settings: string[] = [];
    if (form === 'date' || form === 'datetime') {
      const pattern = guessDate(column, cells, doubts);
      const isTold = doubts.some(
        (doubt) => doubt.startsWith(`${column}: day`) || doubt.startsWith(`${column} has days`),
      );
      if (pattern === null && !isTold)
        doubts.push(`${column}: the form of the dates is not known, as ${shownValue(cells[0]?.text ?? '')}.`);
      if (pattern !== null) {
        settings.push(`dateFormat: ${quoted(pattern)}`);
      }
      if (form === 'datetime') settings.push('timeZone: UTC');
      if (form === 'datetime')
        doubts.push(`${column}: the time zone of local times is not in the file. UTC is a guess.`);
    }
    if (form === 'decimal') {
      const number = guessNumber(column, cells, doubts);
      if (number === null) doubts.push(`${column}: some values are no numbers that are known.`);
      else {
        if (number.decimalChar !== null) settings.push(`decimalChar: ${quoted(number.decimalChar)}`);
        if (number.groupChar !== '') settings.push(`groupChar: ${quoted(number.groupChar)}`);
        if (number.negative !== null) settings.push(`negative: ${number.negative}`);
      }
    }
    const values = [...new Set(cells.map(({ text }) => text))];
    if (field === 'type' && values.length <= 20 && values.some((value) => !/^[A-Z_]{4,}$/.test(value))) {
      settings.push(`values: {${values.map((value) => `${quoted(value)}: ${quoted(value)}`).join(', ')}}`);
      doubts.push(`${column}: replace what its values mean: CHARGE, CREDIT, PAYMENT, REPAYMENT or SUPPLY_CHARGE.`);
    }
    columns.push(`  ${quoted(column)}: {to: ${[field, ...settings].join(', ')}}`);
  }
  for (const required of [
    'external_account_number',
    'transaction_id',
    'transaction_date',
    'amount',
    'type',
    'statement_id',
    'body',
  ])
    if (fields.formOf(found, required) !== null && !taken.has(required))
      doubts.push(`No column is known to be ${required}.`);
  if (!taken.has('import_supplier') && fields.formOf(found, 'import_supplier') !== null)
    doubts.push('No column has the import supplier. Add it under constants, or give --supplier.');
  const text = [
    `# A guess from the first ${rows.length - 1} rows of ${name}. Check it with: carryover map show`,
    ...doubts.map((doubt) => `# DOUBT: ${doubt.replaceAll(/[\r\n]/g, ' ')}`),
    `kind: ${found}`,
    `encoding: ${encoding.name}`,
    `dialect: {delimiter: ${quoted(delimiter)}}`,
    'columns:',
    ...columns,
    ...(others.length === 0
      ? []
      : ['# These columns are not known. Move each to columns or to ignore:', '# ignore:', ...others]),
    '',
  ].join('\n');
  return E.right({ text, doubts });
};
