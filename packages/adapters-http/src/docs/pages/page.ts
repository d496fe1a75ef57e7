import { type AssetName, addressOf } from '../assets.ts';
import { render } from './templates.ts';

/** The pages, as the header of each links to them. */
export const PAGES = [
  { name: 'guide', address: '/docs', title: 'Guide' },
  { name: 'reference', address: '/docs/reference', title: 'Reference' },
  { name: 'errors', address: '/docs/errors', title: 'Errors' },
  { name: 'loader', address: '/docs/loader', title: 'Files' },
  { name: 'client', address: '/docs/client', title: 'Client' },
  { name: 'sandbox', address: '/docs/vendor-sandbox', title: 'Sandbox' },
] as const;

/** Style sheets of every page, after its own. */
const STYLES: ReadonlyArray<AssetName> = ['base.css', 'text.css', 'header.css', 'layout.css'];

export type PageName = (typeof PAGES)[number]['name'];

/** Returns the address of a page. */
export const pageAddress = (name: PageName): string => PAGES.find((page) => page.name === name)!.address;

/** A place on the page: its anchor, and its title as HTML. */
export type Place = { readonly id: string; readonly title: string };

export type Page = {
  readonly name: PageName | 'search' | 'unknown';
  readonly title: string;
  readonly description: string;
  /** The entries of the page's list of contents; no list if empty. */
  readonly places: ReadonlyArray<Place>;
  readonly styles: ReadonlyArray<AssetName>;
  readonly scripts: ReadonlyArray<AssetName>;
  /** HTML. */
  readonly content: string;
  /** The text in the search field. */
  readonly query?: string;
};

/** A page of the documentation, whole. */
export const renderPage = async (page: Page): Promise<string> => {
  const [mark, styles, scripts] = await Promise.all([
    addressOf('mark.svg'),
    Promise.all([...page.styles, ...STYLES].map(addressOf)),
    Promise.all(
      page.scripts.map(async (name) => ({ isModule: !name.endsWith('-bundle.js'), address: await addressOf(name) })),
    ),
  ]);
  return render('page', { ...page, pages: PAGES, mark, styles, scripts });
};
