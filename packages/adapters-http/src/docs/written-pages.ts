import { readFileSync } from 'node:fs';
import { SUMMARY_LISTS } from '@carryover/contract/codecs/account-summary';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { ownFile, type PageName } from './addresses.ts';
import { itemFilesMarkdown } from './item-files.ts';
import { mappingReferenceMarkdown } from './mapping-reference.ts';
import { breakable, type Place, render, renderPage } from './page.ts';

/** The settings that the documentation depends on. */
export type ServedAs = {
  /** True if the service has the demo data: the pages then show the demo's API key. */
  readonly isDemo: boolean;
  /** True if there is no service behind the pages: nothing can be tried on them. */
  readonly isStatic: boolean;
};

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
const renderMarkdown = (text: string): { readonly content: string; readonly sections: ReadonlyArray<Place> } => {
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

const MIB = 1024 * 1024;

const showBytes = (bytes: number): string =>
  bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes.toLocaleString('en')} bytes`;

const showVendors = (vendors: Documented['vendors']): string =>
  vendors.length === 0
    ? 'none'
    : vendors.map(({ name, types }) => `\`${name}\` (${types.map((type) => `\`${type}\``).join(', ')})`).join(' and ');

/** The account of the examples: the demo's, or one that the operator is supposed to have set up. */
const EXAMPLES = {
  demo: { supplier: 'DEMO_SUPPLIER', account: 'EXTERNAL-1234', ledger: 'L-DEMO-1' },
  production: { supplier: 'ACME', account: 'E-1', ledger: 'L-1' },
} as const;

/** The values of this service's configuration in the pages. */
const figuresOf = (documented: Documented, kind: keyof typeof EXAMPLES): Readonly<Record<string, string>> => {
  const { limits, maxBodyBytes, vendors } = documented;
  return {
    ...EXAMPLES[kind],
    maxBody: showBytes(maxBodyBytes),
    maxItems: limits.maxItems.toLocaleString('en'),
    maxBillingDocuments: limits.maxBillingDocuments.toLocaleString('en'),
    maxHistoricalTransactions: limits.maxHistoricalTransactions.toLocaleString('en'),
    vendors: showVendors(vendors),
    itemFiles: itemFilesMarkdown(documented),
    mappingReference: mappingReferenceMarkdown(),
    summaryLists: SUMMARY_LISTS.map((list) => `\`${list}\``).join(', '),
  };
};

/** `{{name}}` is a value; text between `<!-- demo -->` and `<!-- /demo -->` is only for a service with the demo. */
const fill = (text: string, documented: Documented, { isDemo }: ServedAs): string => {
  const kind = isDemo ? 'demo' : 'production';
  const figures = figuresOf(documented, kind);
  return text
    .replaceAll(/<!-- (demo|production) -->\n([\s\S]*?)<!-- \/\1 -->\n/g, (_, of: string, part: string) =>
      of === kind ? part : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const figure = figures[name];
      if (figure === undefined) throw new Error(`A page names ${name}, which is not known.`);
      return figure;
    });
};

/** The pages that are written as markdown, in `docs/`. */
const WRITTEN: ReadonlyArray<Omit<WrittenPage, 'content' | 'sections'> & { readonly file: string }> = [
  {
    name: 'guide',
    file: 'guide.md',
    title: 'Guide',
    description: 'How to import the history of customer accounts, and how to prove that all of it arrived.',
  },
  {
    name: 'loader',
    file: 'loader.md',
    title: 'Load your files',
    description: 'carryover: checks and loads files of items, and proves that all of them arrived.',
  },
  {
    name: 'your-export',
    file: 'your-export.md',
    title: 'Your export',
    description: 'How a file of another system is loaded as it is: mappings, from the first look to the proof.',
  },
  {
    name: 'client',
    file: 'client.md',
    title: 'TypeScript client',
    description: '@carryover/client: the interface, typed, with retries that are safe.',
  },
  {
    name: 'sandbox',
    file: 'vendor-sandbox.md',
    title: 'Vendor sandbox',
    description: 'References of payment instructions for tests, and how the sandbox answers each.',
  },
];

/** A page with its content as HTML. */
export type WrittenPage = {
  readonly name: PageName;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly sections: ReadonlyArray<Place>;
};

/** Returns the pages, filled with the values of this service. */
export const readWrittenPages = (documented: Documented, servedAs: ServedAs): ReadonlyArray<WrittenPage> =>
  WRITTEN.map(({ file, ...page }) => ({
    ...page,
    ...renderMarkdown(fill(readFileSync(ownFile(file), 'utf8'), documented, servedAs)),
  }));

export const renderWrittenPage = ({ sections, ...page }: WrittenPage): string =>
  renderPage({
    ...page,
    places: sections,
    styles: ['code.css', 'tabs.css'],
    scripts: ['copy.js', 'scroll.js', 'contents.js'],
  });
