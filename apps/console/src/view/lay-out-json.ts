/** A string, a sign, or another value. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The members by which the items of an import are known. */
const IDENTIFIERS: ReadonlyArray<string> = ['"transaction_id"', '"statement_id"', '"identifier"'];

/** The lines of a laid-out value, and those of the item that was looked for: the first of it, and the one behind it; null if there is none. */
type LaidOut = {
  readonly lines: ReadonlyArray<string>;
  readonly item: { readonly from: number; readonly to: number } | null;
};

/**
 * Lays out valid JSON with a member a line. Strings and numbers keep their text, as they were sent.
 *
 * @param identifier of the item to be found: the first object with this id; null: none.
 */
export const layOutJson = (json: string, identifier: string | null): LaidOut => {
  const lines = [''];
  /** The line on which each open object or array begins. */
  const open: number[] = [];
  let depth: number | null = null;
  let item: LaidOut['item'] = null;
  let key = '';
  let before = '';
  const write = (text: string) => lines.push(`${lines.pop()}${text}`);
  const breakLine = () => lines.push('  '.repeat(open.length));
  for (const [token] of json.matchAll(TOKEN)) {
    const isEnd = token === '}' || token === ']';
    if ((before === '{' || before === '[') && !isEnd) breakLine();
    if (token === '{' || token === '[') {
      open.push(lines.length - 1);
      write(token);
    } else if (isEnd) {
      const from = open.pop()!;
      if (before !== '{' && before !== '[') breakLine();
      write(token);
      if (item === null && depth === open.length + 1) item = { from, to: lines.length };
    } else if (token === ',') {
      write(token);
      breakLine();
    } else if (token === ':') {
      key = before;
      write(': ');
    } else {
      write(token);
      const isIdentifier = before === ':' && IDENTIFIERS.includes(key) && token.startsWith('"');
      if (depth === null && isIdentifier && JSON.parse(token) === identifier) depth = open.length;
    }
    before = token;
  }
  return { lines, item };
};
