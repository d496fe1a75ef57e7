const SPECIAL = /["\\]/;

const quoted = (text: string): string =>
  SPECIAL.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;

/** An array of PostgreSQL as text: every value quoted, so that no word or sign of it means anything else. */
export const arrayLiteral = (values: ReadonlyArray<string | null>): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
