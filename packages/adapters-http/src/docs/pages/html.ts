/** Text that is HTML already. */
export type Html = { readonly html: string };

type Part = Html | string | number | ReadonlyArray<Html>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);

/** The text that was escaped. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity]!);

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

const render = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
};

/** Trusts text to be HTML. */
export const raw = (text: string): Html => ({ html: text });

/** Fills a template: what is not HTML already is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  raw(strings.map((text, index) => text + (index < parts.length ? render(parts[index]!) : '')).join(''));

/** A long name in code, to be broken after its underscores. */
export const breakable = (name: string): Html => raw(escapeHtml(name).replaceAll('_', '_<wbr>'));
