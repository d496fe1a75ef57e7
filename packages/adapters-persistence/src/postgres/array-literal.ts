/** Texts that need no quotes: nothing in them means anything in an array. */
const PLAIN = /^[\w.:+-]+$/;

const element = (text: string | null): string => {
  if (text === null) return 'NULL';
  if (PLAIN.test(text) && !(text.length === 4 && text.toUpperCase() === 'NULL')) return text;
  return text.includes('"') || text.includes('\\')
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${text}"`;
};

/** An array of PostgreSQL as text. */
export const arrayLiteral = (values: ReadonlyArray<string | null>): string => `{${values.map(element).join(',')}}`;
