import * as E from 'fp-ts/lib/Either.js';

/** `open_quote`: the text ends inside a quoted field; another line may end it. The rest: what is wrong, for people. */
export type CsvProblem = { readonly kind: 'open_quote' } | { readonly kind: 'malformed'; readonly detail: string };

const malformed = (at: number, detail: string): E.Either<CsvProblem, never> =>
  E.left({ kind: 'malformed', detail: `${detail}, column ${at + 1}.` });

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** The form of CSV. */
export type Dialect = {
  readonly delimiter: string;
  /** Encloses a field that has the delimiter or a line break; empty: nothing does. */
  readonly quoteChar: string;
  /** A quote inside quotes is written twice; else there is none. */
  readonly doubleQuote: boolean;
  /** A carriage return inside a field without quotes is an error, as it may have ended a line elsewhere. */
  readonly refusesReturns?: true;
};

/** RFC 4180. */
export const COMMAS: Dialect = { delimiter: ',', quoteChar: '"', doubleQuote: true };

/** Returns the fields of one CSV row. @param text the row without its line feed; a quoted field may hold others. */
type CsvFields = (text: string) => E.Either<CsvProblem, ReadonlyArray<string>>;

/**
 * Returns what splits CSV rows, whose fields are kept exactly: separated by delimiters, nothing trimmed; a field that holds a
 * delimiter, a quote or a line break is in quotes, a quote inside doubled. A carriage return at the row's end is left out.
 */
export const csvFieldsOf = ({ delimiter, quoteChar, doubleQuote, refusesReturns }: Dialect): CsvFields => {
  const twice = quoteChar + quoteChar;
  /** The first quote from `at` that is not one of two; -1 if there is none. */
  const closingQuote = (row: string, at: number): number => {
    let end = row.indexOf(quoteChar, at);
    while (doubleQuote && end !== -1 && row[end + 1] === quoteChar) end = row.indexOf(quoteChar, end + 2);
    return end;
  };
  return (text) => {
    const row = withoutReturn(text);
    const hasReturn = refusesReturns === true && row.includes('\r');
    if (!hasReturn && (quoteChar === '' || !row.includes(quoteChar))) return E.right(row.split(delimiter));
    const fields: string[] = [];
    for (let at = 0; ; at += 1) {
      if (quoteChar !== '' && row[at] === quoteChar) {
        const end = closingQuote(row, at + 1);
        // The carriage return may be the quoted field's own, before a line feed that is not read yet.
        if (end === -1) return E.left({ kind: 'open_quote' });
        const field = row.slice(at + 1, end);
        fields.push(doubleQuote ? field.replaceAll(twice, quoteChar) : field);
        at = end + 1;
        if (at < row.length && row[at] !== delimiter) return malformed(at, 'There is text after a closing quote');
      } else {
        const next = row.indexOf(delimiter, at);
        const end = next === -1 ? row.length : next;
        const field = row.slice(at, end);
        if (quoteChar !== '' && field.includes(quoteChar))
          return malformed(at + field.indexOf(quoteChar), 'There is a quote inside an unquoted field');
        if (hasReturn && field.includes('\r'))
          return malformed(at + field.indexOf('\r'), 'There is a carriage return inside a field');
        fields.push(field);
        at = end;
      }
      if (at === row.length) return E.right(fields);
    }
  };
};
