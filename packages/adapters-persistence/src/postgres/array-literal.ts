const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : `"${text}"`;

/** An array of values that have no sign or word that means anything in an array: numbers, days, identifiers of bytes. */
export const plainArrayLiteral = (values: ReadonlyArray<string | null>): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** An array of PostgreSQL as text: every value quoted, so that no word or sign of it means anything else. */
export const arrayLiteral = (values: ReadonlyArray<string | null>): string => {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (index > 0) literal += ',';
    literal += value === null ? 'NULL' : quoted(value);
  }
  return `${literal}}`;
};
