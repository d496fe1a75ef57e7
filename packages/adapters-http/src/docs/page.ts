import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { addressOf, PAGES, type PageName } from './addresses.ts';

const eta = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** Fills a template of `templates/`: `<%= %>` escapes a value, `<%~ %>` inserts HTML unchanged. */
export const render = (template: string, values: object): string => eta.render(`./${template}`, values);

const escapeHtml = (text: string): string => eta.config.escapeFunction(text);

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text that was escaped. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity]!);

/** Returns a long name in code as HTML that may be broken after its underscores. */
export const breakable = (name: string): string => escapeHtml(name).replaceAll('_', '_<wbr>');

/** Style sheets of every page, after its own. */
const STYLES: ReadonlyArray<string> = ['base.css', 'text.css', 'layout.css'];

/** A place on the page: its anchor, and its title as HTML. */
export type Place = { readonly id: string; readonly title: string };

type Page = {
  readonly name: PageName | 'search' | 'unknown';
  readonly title: string;
  readonly description: string;
  /** The entries of the page's list of contents; no list if empty. */
  readonly places: ReadonlyArray<Place>;
  /** Names of files. */
  readonly styles: ReadonlyArray<string>;
  readonly scripts: ReadonlyArray<string>;
  /** HTML. */
  readonly content: string;
  /** The text in the search field. */
  readonly query?: string;
};

/** A page of the documentation, whole. */
export const renderPage = (page: Page): string =>
  render('page', {
    ...page,
    pages: PAGES,
    mark: addressOf('mark.svg'),
    styles: [...page.styles, ...STYLES].map(addressOf),
    scripts: page.scripts.map((name) => ({ isModule: !name.endsWith('-bundle.js'), address: addressOf(name) })),
  });

const START = {
  title: 'Service',
  heading: 'Carryover',
  sentence:
    'This is a Carryover service. Programs use the addresses below /v1/; for people there is the documentation:',
};
const UNKNOWN = {
  title: 'No such page',
  heading: 'There is no such page',
  sentence: 'This service has nothing at this address. Correct the address, or look in the documentation:',
};

/** The page at `/`, or at an address that the service does not have. */
export const renderUnknown = (isStart: boolean): string => {
  const { title, heading, sentence } = isStart ? START : UNKNOWN;
  return renderPage({
    name: 'unknown',
    title,
    description: sentence,
    places: [],
    styles: [],
    scripts: [],
    content: render('unknown', { heading, sentence, pages: PAGES }),
  });
};
