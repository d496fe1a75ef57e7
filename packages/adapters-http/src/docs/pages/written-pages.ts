import { readFile } from 'node:fs/promises';
import { SUMMARY_LISTS } from '@carryover/contract/codecs/account-summary';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { type AssetName, ownFile } from '../assets.ts';
import type { ServedAs } from '../served-as.ts';
import { itemFilesMarkdown } from './item-files.ts';
import { renderMarkdown } from './markdown.ts';
import { type PageName, type Place, renderPage } from './page.ts';

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

export type WrittenPage = {
  readonly name: PageName;
  readonly title: string;
  readonly description: string;
  /** HTML. */
  readonly content: string;
  readonly sections: ReadonlyArray<Place>;
};

/** Returns the pages, filled with the values of this service. */
export const readWrittenPages = (documented: Documented, servedAs: ServedAs): Promise<ReadonlyArray<WrittenPage>> =>
  Promise.all(
    WRITTEN.map(async ({ file, ...page }) => ({
      ...page,
      ...renderMarkdown(fill(await readFile(ownFile(file), 'utf8'), documented, servedAs)),
    })),
  );

const STYLES: ReadonlyArray<AssetName> = ['code.css', 'tabs.css'];

export const renderWrittenPage = ({ sections, ...page }: WrittenPage): Promise<string> =>
  renderPage({ ...page, places: sections, styles: STYLES, scripts: ['copy.js', 'scroll.js', 'contents.js'] });
