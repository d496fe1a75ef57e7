import { visible } from '../../terminal/visible.ts';

/** Finished markup: the only thing that {@link html} takes over as it is. */
export type Html = { readonly markup: string };
export type Content = Html | string | number | ReadonlyArray<Html>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as markup, inside an element or a quoted attribute; what can't be seen is spelled out ({@link visible}). */
export const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (found) => ENTITIES[found]!);

const markupOf = (content: Content): string => {
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(({ markup }) => markup).join('');
};

/** Markup from a template: every value put into it is escaped, unless it is markup already. */
export const html = (template: TemplateStringsArray, ...values: ReadonlyArray<Content>): Html => ({
  markup: template.reduce((whole, part, i) => whole + markupOf(values[i - 1]!) + part),
});

/** Text that we wrote ourselves and that is markup, or CSS, already. */
export const trusted = (markup: string): Html => ({ markup });

export const NOTHING: Html = { markup: '' };
