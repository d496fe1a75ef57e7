/** Rows for `COPY … FROM STDIN` in its text format, and their table. */
export type CopyRows = { readonly table: string; readonly columns: ReadonlyArray<string>; readonly text: string };

type Value = string | number | boolean | null;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a value as `COPY` reads it; an object as JSON. */
export const toField = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // Most texts have nothing to escape; a replacement that finds nothing takes longer than a test.
  if (!/[\\\n\r\t]/.test(text)) return text;
  return text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
};

/** @param rows of one shape, by column. */
export const toCopyRows = (table: string, rows: ReadonlyArray<Readonly<Record<string, Value>>>): CopyRows => {
  const columns = Object.keys(rows[0] ?? {});
  const line = (row: Readonly<Record<string, Value>>) => `${columns.map((name) => toField(row[name])).join('\t')}\n`;
  return { table, columns, text: rows.map(line).join('') };
};
