import { readFile } from 'node:fs/promises';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { ownFile } from './assets.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';

const MIB = 1024 * 1024;

const showBytes = (bytes: number): string =>
  bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes.toLocaleString('en')} bytes`;

const showVendors = (vendors: Documented['vendors']): string =>
  vendors.length === 0
    ? 'none'
    : vendors.map(({ name, types }) => `\`${name}\` (${types.map((type) => `\`${type}\``).join(', ')})`).join(' and ');

/** What the guide says of this service's configuration. */
const figuresOf = ({ limits, maxBodyBytes, vendors, summaryLists }: Documented): Readonly<Record<string, string>> => ({
  maxBody: showBytes(maxBodyBytes),
  maxItems: limits.maxItems.toLocaleString('en'),
  maxBillingDocuments: limits.maxBillingDocuments.toLocaleString('en'),
  maxHistoricalTransactions: limits.maxHistoricalTransactions.toLocaleString('en'),
  vendors: showVendors(vendors),
  summaryLists: summaryLists.map((list) => `\`${list}\``).join(', '),
});

/** `{{name}}` stands for a figure. */
const fill = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`The guide names ${name}, which is not known.`);
    return figure;
  });

/** The guide, from `docs/guide.md`. */
export const renderGuide = async (documented: Documented): Promise<string> => {
  const { content, sections } = renderMarkdown(
    fill(await readFile(ownFile('guide.md'), 'utf8'), figuresOf(documented)),
  );
  return renderPage({
    name: 'guide',
    title: 'Guide',
    description: 'How to import the history of customer accounts, and how to prove that all of it arrived.',
    places: sections,
    styles: ['code.css'],
    scripts: ['copy.js', 'scroll.js', 'contents.js'],
    content,
  });
};
