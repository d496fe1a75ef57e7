import * as E from 'fp-ts/lib/Either.js';

/** `open_quote`: the text ends inside a quoted field; another line may end it. The rest: what is wrong, for people. */
export type CsvProblem = { readonly kind: 'open_quote' } | { readonly kind: 'malformed'; readonly detail: string };

const malformed = (at: number, detail: string): E.Either<CsvProblem, never> =>
  E.left({ kind: 'malformed', detail: `${detail}, column ${at + 1}.` });

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/**
 * The fields of one CSV row (RFC 4180), kept exactly: separated by commas, nothing trimmed; a field that holds a comma, a
 * quote or a line break is in double quotes, a quote inside doubled. A carriage return at the row's end is left out.
 *
 * @param text the row without its line feed; a quoted field may hold others.
 */
export const csvFields = (text: string): E.Either<CsvProblem, ReadonlyArray<string>> => {
  if (!text.includes('"')) return E.right(withoutReturn(text).split(','));
  const row = withoutReturn(text);
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    if (row[at] === '"') {
      const end = closingQuote(row, at + 1);
      // The carriage return may be the quoted field's own, before a line feed that is not read yet.
      if (end === -1) return E.left({ kind: 'open_quote' });
      fields.push(row.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < row.length && row[at] !== ',') return malformed(at, 'There is text after a closing quote');
    } else {
      const comma = row.indexOf(',', at);
      const end = comma === -1 ? row.length : comma;
      const field = row.slice(at, end);
      if (field.includes('"')) return malformed(at + field.indexOf('"'), 'There is a quote inside an unquoted field');
      fields.push(field);
      at = end;
    }
    if (at === row.length) return E.right(fields);
  }
};

/** The first quote from `at` that is not one of two; -1 if there is none. */
const closingQuote = (row: string, at: number): number => {
  let end = row.indexOf('"', at);
  while (end !== -1 && row[end + 1] === '"') end = row.indexOf('"', end + 2);
  return end;
};
