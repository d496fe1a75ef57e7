/** Returns `index`, moved back by one if it would split a surrogate pair. */
const between = (text: string, index: number): number => {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
};

const window = (text: string, from: number, length: number): string => {
  const start = between(text, Math.min(from, text.length));
  const end = between(text, Math.min(start + length, text.length));
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
};

/** Returns the beginning of a text: at most `length` UTF-16 units, with `…` if there is more. */
export const beginning = (text: string, length: number): string => window(text, 0, length);

const firstDifference = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** Returns two texts, each cut to about `length` around their first difference. */
export const excerpts = (a: string, b: string, length: number): readonly [string, string] => {
  if (a.length <= length && b.length <= length) return [a, b];
  const from = Math.max(0, firstDifference(a, b) - Math.floor(length / 3));
  return [window(a, from, length), window(b, from, length)];
};
