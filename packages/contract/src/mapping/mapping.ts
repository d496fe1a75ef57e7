import { type AnyCodec, type Codec, list, type Rule, record, scalar, type ValueOf } from '../codecs/codec.ts';
import { choice } from '../codecs/scalars.ts';
import { complain, issueAt } from '../issue.ts';
import { isJsonObject, type JsonValue } from '../json/exact-json.ts';
import { KINDS, PARTS } from '../kinds.ts';
import { type Components, schemaOf } from '../openapi/schema-of.ts';

/** The definitions of the schema, filled while the codecs below are defined. */
const definitions: Components = new Map();

const NO_TEXT = complain('invalid', 'Must be a text.');
const asText = (value: JsonValue): string | null => (typeof value === 'string' ? value : null);

/** A scalar of YAML, kept as it is written: `01` has two digits. */
const text = scalar('text', { type: ['string', 'number', 'boolean'] }, (value, issues) => {
  const found = asText(value);
  return found === null ? issues.add(NO_TEXT) : found;
});

const name = scalar('name', { type: ['string', 'number'], minLength: 1 }, (value, issues) =>
  typeof value === 'string' && value !== ''
    ? value
    : issues.add(complain('invalid', 'Must be a text that is not empty.')),
);

const yes = scalar('flag', { type: 'boolean' }, (value, issues) =>
  value === 'true' ? true : value === 'false' ? false : issues.add(complain('invalid', 'Must be true or false.')),
);

const count = scalar('count', { type: 'integer', minimum: 0, maximum: 999_999_999_999 }, (value, issues) =>
  typeof value === 'string' && /^\d{1,12}$/.test(value)
    ? Number(value)
    : issues.add(complain('invalid', 'Must be a whole number.')),
);

const position = scalar('position', { type: 'integer', minimum: 1, maximum: 100_000 }, (value, issues) =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)
    ? Number(value)
    : issues.add(complain('invalid', 'Must be a whole number from 1 on.')),
);

const amount = scalar(
  'amount',
  { type: ['string', 'number'], pattern: '^-?[0-9]{1,30}(\\.[0-9]{1,12})?$' },
  (value, issues) =>
    typeof value === 'string' && /^-?\d{1,30}(?:\.\d{1,12})?$/.test(value)
      ? value
      : issues.add(complain('invalid', 'Must be an exact amount, such as "1234.50".')),
);

const character = scalar('character', { type: 'string', minLength: 1, maxLength: 1 }, (value, issues) =>
  typeof value === 'string' && value.length === 1
    ? value
    : issues.add(complain('invalid', 'Must be one character. A tab is "\\t", in double quotes.')),
);

const mayBeEmpty = scalar('character or none', { type: 'string', maxLength: 1 }, (value, issues) =>
  typeof value === 'string' && value.length <= 1
    ? value
    : issues.add(complain('invalid', 'Must be one character, or empty if there is none.')),
);

const width = scalar(
  'width',
  { anyOf: [{ type: 'integer', minimum: 1, maximum: 100_000 }, { const: '*' }] },
  (value, issues): number | '*' | undefined => (value === '*' ? '*' : position.read(value, issues)),
);

/** A map whose keys are names of the file, not of the mapping. */
const dictionary = <A>(of: Codec<A>): Codec<ReadonlyMap<string, A>> =>
  scalar(
    `map of ${of.name}`,
    { type: 'object', additionalProperties: schemaOf(definitions, of) },
    (value, issues): ReadonlyMap<string, A> | undefined => {
      if (!isJsonObject(value)) return issues.add(complain('invalid', 'Must be a map of names and values.'));
      const before = issues.all.length;
      const found = new Map<string, A>();
      for (const [key, member] of Object.entries(value)) {
        issues.path.push(key);
        const read = of.read(member, issues);
        issues.path.pop();
        if (read !== undefined) found.set(key, read);
      }
      return issues.all.length > before ? undefined : found;
    },
  );

/** A value that may also be written in a shorter form: a text, or a list of one. */
const either = <A, B>(isFirst: (value: JsonValue) => boolean, first: Codec<A>, second: Codec<B>): Codec<A | B> =>
  scalar<A | B>(
    `${first.name} or ${second.name}`,
    { anyOf: [schemaOf(definitions, first), schemaOf(definitions, second)] },
    (value, issues) => (isFirst(value) ? first.read(value, issues) : second.read(value, issues)),
  );

const isText = (value: JsonValue): boolean => typeof value === 'string';

const texts = either(isText, text, list(text, { minItems: 1 })).mapped(
  (found): ReadonlyArray<string> => (typeof found === 'string' ? [found] : found),
);
const names = either(isText, name, list(name, { minItems: 1 })).mapped(
  (found): ReadonlyArray<string> => (typeof found === 'string' ? [found] : found),
);

const signed = record({
  name: 'sign',
  required: {
    sign: choice(['negative', 'positive']).described(
      'The number of the column, as it is written, is below or above zero. The column is one of an amount.',
      'negative',
    ),
  },
});

/** Holds for a row if each of the columns has one of the values, or a number of the sign. */
const condition = dictionary(either((value) => !isJsonObject(value), texts, signed)).described(
  'Holds if each of these columns has the value, or one of the values, or a number with this sign.',
  { ART: ['R', 'G'], BETRAG: { sign: 'negative' } },
);

export type Condition = ValueOf<typeof condition>;

const dialect = record({
  name: 'dialect',
  required: {},
  optional: {
    delimiter: character.described('What separates the columns.', ';', ','),
    quoteChar: mayBeEmpty.described(
      'What encloses a column that has the delimiter or a line break; empty: nothing.',
      "'",
      '"',
    ),
    doubleQuote: yes.described('A quote inside quotes is written twice.', false, true),
    header: yes.described('A row names the columns. Else their names are 1, 2, 3, …', false, true),
    headerRows: list(position, { minItems: 1 }).described(
      'The lines with the header, the first being 1. Several are joined by a space. Lines before them are not read.',
      [2, 3],
      [1],
    ),
    commentRows: list(position, { minItems: 1 }).described('Lines around the header that are not read.', [2], []),
    widths: list(width, { minItems: 1 }).described(
      'The widths of fixed-width columns in characters; * as the last: the rest of the line.',
      [10, 8, '*'],
    ),
    sheet: name.described('The sheet of an XLSX workbook: its name, or its number from 1 on.', 'Export'),
  },
  rules: [
    ({ widths, delimiter, quoteChar }) =>
      widths && (delimiter || quoteChar)
        ? [issueAt(['widths'], complain('invalid', 'Columns have widths or a delimiter, not both.'))]
        : [],
    ({ widths }) =>
      widths?.slice(0, -1).includes('*') === true
        ? [issueAt(['widths'], complain('invalid', 'Only the last width may be *.'))]
        : [],
    ({ delimiter, quoteChar }) =>
      delimiter !== undefined && delimiter !== null && delimiter === quoteChar
        ? [issueAt(['quoteChar'], complain('invalid', 'The delimiter and the quote are the same character.'))]
        : [],
    ({ header, headerRows }) =>
      header === false && headerRows
        ? [issueAt(['headerRows'], complain('invalid', 'The file has no header: header is false.'))]
        : [],
  ],
});

const pad = record({
  name: 'padding',
  required: {
    length: position.described('The length to which a shorter value is filled up; a longer one is refused.', 10),
    with: character.described('The character that is put before the value.', '0'),
  },
});

const mark = choice(['leading', 'trailing', 'parentheses', 'crdb']);
export type Mark = ValueOf<typeof mark>;
const marks = either(isText, mark, list(mark, { minItems: 1 })).mapped(
  (found): ReadonlyArray<Mark> => (typeof found === 'string' ? [found] : found),
);

const column = record({
  name: 'column',
  required: {
    to: names.described(
      'The field of the interface, or several; in lists with positions: document_paths.0.document_path.',
      'amount',
    ),
  },
  optional: {
    negative: marks.described(
      'How negative numbers are marked: -1, 1-, (1), or, as credits, 1 CR, 1 C or 1 H; debits may have DB, DR, D or S. A list if the column has several marks.',
      'trailing',
      'leading',
    ),
    currency: name.described(
      'A sign or code of a currency that may be at the number: `$1,234.56`, `12.00 EUR`. Any other text is refused.',
      '$',
    ),
    reverse: either(isText, yes, condition).described(
      'Positive and negative change places, always or if a condition holds.',
      { ART: ['R', 'G'] },
      false,
    ),
    decimalChar: character.described('The decimal character; left out: that of the mapping.', ','),
    impliedDecimals: position.described(
      'The number of last digits that are decimals, in numbers without a decimal character: with 2, 1234 is 12.34.',
      2,
    ),
    groupChar: mayBeEmpty.described(
      'The character between groups of three digits; empty: none. Left out: that of the mapping.',
      '.',
    ),
    values: dictionary(text).described('What the values of the file mean.', { J: 'true', N: 'false' }),
    otherwise: choice(['reject', 'keep', 'missing']).described(
      'What becomes of a value that `values` has not: the row is rejected, the value is kept, or it counts as missing.',
      'keep',
      'reject',
    ),
    trim: yes.described(
      'White space around the value is left out. Columns with widths, numbers and dates are always trimmed.',
      true,
      false,
    ),
    stripLeading: character.described('Left out at the beginning of the value, as zeros of an identifier.', '0'),
    pad: pad.described('Filled up at the beginning.', { length: 10, with: '0' }),
    prefix: text.described('Put before a value that is there.', 'OLD-'),
    separator: text.described(
      'If an earlier column has the same `to`: put between the texts of both. Amounts need none: one column has the amount, and the others nothing or zero.',
      ' ',
    ),
    dateFormat: name.described(
      'The form of dates and times, as a Unicode pattern: yyyy, yy, MMM, MM, M, dd, d, HH, H, hh, h, a, mm, ss, SSS, XXX, and text in single quotes. Left out: that of the mapping. If a date is made of several columns: that of the column itself, or that of all, at the first.',
      'dd.MM.yyyy HH:mm',
    ),
    pivotYear: scalar('year', { type: 'integer', minimum: 1900, maximum: 2100 }, (value, issues) =>
      typeof value === 'string' && /^(?:19\d\d|20\d\d|2100)$/.test(value)
        ? Number(value)
        : issues.add(complain('invalid', 'Must be a year from 1900 to 2100.')),
    ).described('The first of the hundred years that `yy` means.', 1950),
    monthNames: list(text, { minItems: 12 }).described(
      'The names of the twelve months from January on that `MMM` means, in capitals or not.',
      ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
    ),
    dropTime: yes.described('A day that is written with a time is read without it.', true, false),
    timeZone: name.described('The time zone of local times; left out: that of the mapping.', 'Europe/Berlin'),
    repeatedHour: choice(['first', 'second']).described(
      'Which of the two hours a time means that exists twice.',
      'first',
    ),
    missingValues: list(text).described(
      'The texts of the column that mean that there is no value; left out: those of the mapping.',
      ['', '00000000'],
    ),
  },
});

export type Column = ValueOf<typeof column>;

/** `BETRAG: amount` is `BETRAG: {to: amount}`, and `NR: [statement_id, number]` the same of several fields. */
const columnOrField = scalar(
  'column or field',
  { anyOf: [schemaOf(definitions, names), schemaOf(definitions, column)] },
  (value, issues) => column.read(isText(value) || Array.isArray(value) ? { to: value } : value, issues),
);

const ruleKinds = [...KINDS];

const rowRule = record({
  name: 'row rule',
  required: { when: condition },
  optional: {
    skip: name.described('The row is left out, and counted with this reason.', 'opening balance'),
    kind: choice(ruleKinds).described('The kind of the row.', 'notes'),
    set: dictionary(text).described('Fields of these rows.', { type: 'PAYMENT' }),
  },
  rules: [
    ({ skip, kind, set }) =>
      (skip === null) === (kind === null && set === null)
        ? [issueAt([], complain('invalid', 'A row is either left out (skip), or has a kind or fields (kind, set).'))]
        : [],
  ],
});

export type RowRule = ValueOf<typeof rowRule>;

const trailerPart = record({
  name: 'figure of a trailer',
  required: { column: position.described('The column of the trailer that has it.', 3) },
  optional: {
    when: condition.described('The rows that it is of: credits, for example. Left out: all rows.', {
      BETRAG: { sign: 'negative' },
    }),
    reverse: yes.described(
      'Of a sum: the trailer has it with the other sign, as credits without their minus.',
      true,
      false,
    ),
  },
});

export type TrailerPart = ValueOf<typeof trailerPart>;

/** A column of the trailer, or several with the figures of some of the rows each. */
const trailerFigure = either(isText, position, list(trailerPart, { minItems: 1 })).mapped(
  (found): ReadonlyArray<TrailerPart> =>
    typeof found === 'number' ? [{ column: found, when: null, reverse: null }] : found,
);

const trailer = record({
  name: 'trailer',
  required: { starts: name.described('The beginning of the line that is the trailer.', 'T') },
  optional: {
    widths: list(width, { minItems: 1 }).described('The widths of its columns, if the file has widths.', [1, 9]),
    rows: trailerFigure.described(
      'The column of the trailer that has the number of rows, or a list with the numbers of some of them.',
      2,
    ),
    sums: dictionary(trailerFigure).described(
      'The columns of the trailer that have sums of columns of the rows; as a list: of some of the rows each, as debits and credits.',
      {
        BETRAG: [
          { when: { ART: 'S' }, column: 3 },
          { when: { ART: 'H' }, column: 4 },
        ],
      },
    ),
  },
  rules: [
    ({ rows }) =>
      (rows ?? []).flatMap(({ reverse }, at) =>
        reverse === null ? [] : [issueAt(['rows', at, 'reverse'], complain('invalid', 'Only sums have a sign.'))],
      ),
  ],
});

const rowCounts = either(isText, count, dictionary(count));
const columnSums = dictionary(either(isText, amount, dictionary(amount)));

const figures = {
  rows: rowCounts.described('The number of rows; with `by`, for each value.', 1000),
  sums: columnSums.described('The sums of columns as plain decimals; with `by`, for each value.', {
    BETRAG: '1234.50',
  }),
};

const ofFile = record({
  name: 'expectation of a file',
  required: {},
  optional: {
    rows: count.described('The number of rows.', 1000),
    sums: dictionary(amount).described('The sums of columns as plain decimals.', { BETRAG: '1234.50' }),
  },
});

const expectation = record({
  name: 'expectation',
  required: {},
  optional: {
    ...figures,
    by: name.described('The column by whose values rows and sums are given.', 'SPARTE'),
    files: dictionary(ofFile).described('Rows and sums of each file, by name.', { 'a.csv': { rows: 10 } }),
    trailer: trailer.described('The last line of each file, which says what the file has.', { starts: 'T', rows: 2 }),
  },
});

export type Expectation = ValueOf<typeof expectation>;

const joining = record({
  name: 'join',
  required: {
    keys: dictionary(name).described('The columns of a row, and those of the other file that have the same value.', {
      KOPF_ID: 'ID',
    }),
    columns: either(Array.isArray, list(name, { minItems: 1 }), dictionary(name)).described(
      'The columns of the other file that a row gets. They are mapped or ignored like its own; as a map: with other names.',
      ['KDNR'],
    ),
  },
  optional: {
    file: name.described(
      'The other file, beside the file or the mapping. Left out: another sheet of the same workbook.',
      'KOEPFE.csv',
    ),
    encoding: name.described('Its encoding; left out: that of the mapping.', 'windows-1252'),
    dialect: dialect.described('Its form; left out: that of the mapping.', { delimiter: ';' }),
    otherwise: choice(['reject', 'missing']).described(
      'What becomes of a row whose keys the other file does not have.',
      'missing',
      'reject',
    ),
  },
  rules: [
    ({ file, dialect: own }) =>
      file === null && own?.sheet == null
        ? [issueAt(['file'], complain('required', 'Name the other file, or a sheet: dialect.sheet.'))]
        : [],
    ({ keys }) =>
      keys !== undefined && keys.size === 0 ? [issueAt(['keys'], complain('invalid', 'Must have a column.'))] : [],
  ],
});

/** Columns that rows get of another file. */
export type Join = ValueOf<typeof joining>;

/** The columns of another file that are taken, each with its name in the mapping. */
export const takenColumns = ({ columns }: Join): ReadonlyMap<string, string> =>
  columns instanceof Map ? columns : new Map((columns as ReadonlyArray<string>).map((name) => [name, name]));

/** One is a list of one. */
const joinings = either((value) => !Array.isArray(value), joining, list(joining, { minItems: 1 })).mapped(
  (found): ReadonlyArray<Join> => (Array.isArray(found) ? (found as ReadonlyArray<Join>) : [found as Join]),
);

/** The kinds of the rows of a mapping: those of items and their parts, and accounts for the operator. */
export const MAPPED_KINDS = [...KINDS, ...PARTS, 'accounts'] as const;
export type MappedKind = (typeof MAPPED_KINDS)[number];

const onlyBelow: Rule<{ groupChar: string | null; decimalChar: string | null }> = ({ groupChar, decimalChar }) =>
  groupChar && groupChar === (decimalChar ?? '.')
    ? [issueAt(['groupChar'], complain('invalid', 'Groups and decimals cannot have the same character.'))]
    : [];

/**
 * How a file of another system becomes items of the interface (decisions 19). Every scalar is read as the text it is written as,
 * so that no leading zero and no digit is lost.
 */
export const mapping = record({
  name: 'mapping',
  required: {
    kind: choice(MAPPED_KINDS).described('What the rows are.', 'transactions'),
    columns: dictionary(columnOrField).described('The columns of the file, and the fields that they become.', {
      KDNR: 'external_account_number',
    }),
  },
  optional: {
    files: names.described(
      'The names of the files, or patterns; left out: all files that no other mapping has.',
      '*.csv',
    ),
    encoding: name.described(
      'A WHATWG label, or a code page of IBM: EBCDIC (ibm037, ibm273, ibm500, ibm1141, …) or DOS (ibm437, ibm850, ibm852, …).',
      'windows-1252',
      'utf-8',
    ),
    dialect: dialect.described('The form of the file.', { delimiter: ';' }),
    missingValues: list(text).described('The texts that mean that there is no value.', ['', 'NULL'], ['']),
    decimalChar: character.described(
      'The decimal character. Left out: a point, and a number that may be a thousand or a fraction, such as 1.234, is refused.',
      ',',
    ),
    groupChar: mayBeEmpty.described('The character between groups of three digits; empty: none.', '.', ''),
    dateFormat: name.described(
      "The form of dates and times, as a Unicode pattern. Left out: yyyy-MM-dd, and of times yyyy-MM-dd'T'HH:mm:ssXXX.",
      'dd.MM.yyyy',
    ),
    timeZone: name.described('The time zone of local times. Without one, a time needs its offset.', 'Europe/Berlin'),
    constants: dictionary(text).described('Fields that all rows have.', { import_supplier: 'ACME' }),
    ignore: list(text).described('The columns that are left out on purpose; empty: those without a name.', ['MANDANT']),
    rows: list(rowRule).described(
      'Which rows are left out, or are of another kind; the first rule that holds decides.',
      [{ when: { ART: 'X' }, skip: 'cancelled' }],
    ),
    join: joinings.described('Columns that rows get of other files by their keys, as a child those of its parent.', {
      file: 'KOEPFE.csv',
      keys: { KOPF_ID: 'ID' },
      columns: ['KDNR', 'BELEGNR'],
    }),
    expect: expectation.described('What the source system says of its export.', { rows: 1000 }),
  },
  rules: [onlyBelow],
});

export type Mapping = ValueOf<typeof mapping>;

/** Returns what is wrong with a mapping, up to 100 issues. */
export const checkMapping = (value: JsonValue): ReturnType<Codec<Mapping>['check']> => mapping.check(value);

/** The JSON Schema of a mapping: `/schemas/mapping.json`. */
export const mappingSchema = (): object => {
  const root = schemaOf(definitions, mapping as AnyCodec) as { readonly $ref: string };
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Carryover mapping',
    description: 'How a file of another system becomes items of the interface.',
    ...root,
    $defs: Object.fromEntries(definitions),
  };
  return JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')) as object;
};
