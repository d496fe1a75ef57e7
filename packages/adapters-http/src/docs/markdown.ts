import { Marked, type Tokens } from 'marked';
import { breakable, escapeHtml, type Html, raw } from './html.ts';
import type { Place } from './page.ts';

/** The anchor of a heading: its words, joined by hyphens. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/<[^>]+>|&[^;]+;/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-');

const codespan = ({ text }: Tokens.Codespan): string => `<code>${breakable(text).html}</code>`;

/** Text with code and links in it. */
export const inline = (text: string): Html =>
  raw(new Marked({ renderer: { codespan } }).parseInline(text, { async: false }));

/** Markdown as HTML, and where its sections begin. Each heading has an anchor; wide tables and code move inside themselves. */
export const renderMarkdown = (text: string): { readonly content: Html; readonly sections: ReadonlyArray<Place> } => {
  const sections: Place[] = [];
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${title}</h1>\n`;
        const id = slugOf(title);
        if (depth === 2) sections.push({ id, title: raw(title) });
        return `<h${depth} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code({ text: code, lang = '' }: Tokens.Code): string {
        return `<div class="code ${escapeHtml(lang)}"><pre><code>${escapeHtml(code)}</code></pre></div>\n`;
      },
      codespan,
      // Comments mark what tests read; a reader has nothing of them.
      html: () => '',
    },
    hooks: {
      postprocess: (rendered) =>
        rendered.replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  const content = raw(marked.parse(text, { async: false }));
  return { content, sections };
};
