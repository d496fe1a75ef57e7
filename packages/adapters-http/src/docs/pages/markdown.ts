import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import type { Place } from './page.ts';
import { breakable, render } from './templates.ts';

/** The anchor of a heading: its words, joined by hyphens. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/<[^>]+>|&[^;]+;/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-');

const codespan = ({ text }: Tokens.Codespan): string => `<code>${breakable(text)}</code>`;

const codeBlock = ({ text, lang = '' }: Tokens.Code): string => render('code', { text, lang });

/** The titles of the tabs, by the language of their block. */
const TABS: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' };

/**
 * Renders blocks of code between `<!-- tabs -->` and `<!-- /tabs -->` as tabs: the same program in several languages.
 * Radio buttons select one, so that the keyboard works and no script is needed.
 */
const tabs: TokenizerAndRendererExtension = {
  name: 'tabs',
  level: 'block',
  start: (text) => text.match(/<!-- tabs -->/)?.index,
  tokenizer(text) {
    const found = /^<!-- tabs -->\n([\s\S]*?)<!-- \/tabs -->\n*/.exec(text);
    if (found === null) return undefined;
    return { type: 'tabs', raw: found[0], tokens: this.lexer.blockTokens(found[1]!, []) };
  },
  renderer({ tokens = [] }) {
    const blocks = tokens.filter((token): token is Tokens.Code => token.type === 'code');
    return render('tabs', { blocks: blocks.map(({ text, lang = '' }) => ({ text, lang, tab: TABS[lang] })) });
  },
};

/** Renders inline Markdown as HTML. */
export const inline = (text: string): string =>
  new Marked({ renderer: { codespan } }).parseInline(text, { async: false });

/** Renders Markdown as HTML, with the positions of its sections. Each heading has an anchor; wide tables and code scroll. */
export const renderMarkdown = (text: string): { readonly content: string; readonly sections: ReadonlyArray<Place> } => {
  const sections: Place[] = [];
  const marked = new Marked();
  marked.use({
    extensions: [tabs],
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${title}</h1>\n`;
        const id = slugOf(title);
        if (depth === 2) sections.push({ id, title });
        return `<h${depth} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      code: codeBlock,
      codespan,
      // Comments are marks for tests.
      html: () => '',
    },
    hooks: {
      postprocess: (rendered) =>
        rendered.replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  const content = marked.parse(text, { async: false });
  return { content, sections };
};
