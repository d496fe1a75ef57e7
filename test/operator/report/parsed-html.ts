const VOID = new Set(['meta', 'br']);
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9-]*(?:="[^"]*")?)*)\s*(\/?)>/y;

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!,
  );

type Token = { readonly kind: 'open' | 'close' | 'text'; readonly value: string };

/** Strict: an angle bracket that is not part of a tag of ours, and a tag that is not closed, are errors. */
const tokensOf = (page: string): ReadonlyArray<Token> => {
  const tokens: Token[] = [];
  const body = page.replace('<!doctype html>', '').replace(/<style>[^<]*<\/style>/, '');
  for (let at = 0; at < body.length; ) {
    TAG.lastIndex = at;
    const tag = TAG.exec(body);
    const next = body.indexOf('<', at);
    if (tag === null && next === at) throw new Error(`no tag: ${body.slice(at, at + 40)}`);
    const end = tag !== null ? TAG.lastIndex : next < 0 ? body.length : next;
    const [, slash, name, , empty] = tag ?? [];
    if (tag === null) tokens.push({ kind: 'text', value: unescaped(body.slice(at, end)) });
    else tokens.push({ kind: slash === '/' ? 'close' : 'open', value: name! });
    if (empty === '/') tokens.push({ kind: 'close', value: name! });
    at = end;
  }
  return tokens;
};

/** The names of a page's elements in document order; throws where the page is not well formed. */
export const elementsOf = (page: string): ReadonlyArray<string> => {
  const open: string[] = [];
  const names: string[] = [];
  for (const { kind, value } of tokensOf(page)) {
    if (kind === 'open') names.push(value);
    if (kind === 'open' && !VOID.has(value)) open.push(value);
    if (kind === 'close' && open.pop() !== value) throw new Error(`</${value}> closes nothing`);
  }
  if (open.length > 0) throw new Error(`not closed: ${open}`);
  return names;
};

/** Returns the visible text of the page. */
export const textOf = (page: string): string =>
  tokensOf(page)
    .filter(({ kind }) => kind === 'text')
    .map(({ value }) => value)
    .join('');

export const headingsOf = (page: string): ReadonlyArray<{ readonly level: number; readonly text: string }> =>
  [...page.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(([, level, text]) => ({
    level: Number(level),
    text: textOf(text!),
  }));

export const attributeValues = (page: string, name: string): ReadonlyArray<string> =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => unescaped(value!));
