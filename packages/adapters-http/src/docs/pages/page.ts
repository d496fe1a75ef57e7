import { type AssetName, addressOf } from '../assets.ts';
import { type Html, html } from './html.ts';

/** The pages, as the header of each links to them. */
export const PAGES = [
  { name: 'guide', address: '/docs', title: 'Guide' },
  { name: 'reference', address: '/docs/reference', title: 'Reference' },
  { name: 'errors', address: '/docs/errors', title: 'Errors' },
  { name: 'client', address: '/docs/client', title: 'Client' },
  { name: 'sandbox', address: '/docs/vendor-sandbox', title: 'Sandbox' },
] as const;

/** Of every page, after those of its own. */
const STYLES: ReadonlyArray<AssetName> = ['base.css', 'text.css', 'header.css', 'layout.css'];

export type PageName = (typeof PAGES)[number]['name'];

/** Where a page is served. */
export const pageAddress = (name: PageName): string => PAGES.find((page) => page.name === name)!.address;

/** A place on the page: its anchor and what it is called. */
export type Place = { readonly id: string; readonly title: Html };

export type Page = {
  readonly name: PageName | 'search';
  readonly title: string;
  readonly description: string;
  /** What the page's own list of contents leads to; none where it is empty. */
  readonly places: ReadonlyArray<Place>;
  readonly styles: ReadonlyArray<AssetName>;
  readonly scripts: ReadonlyArray<AssetName>;
  readonly content: Html;
  /** What the search field holds. */
  readonly query?: string;
};

const header = ({ name: current, query = '' }: Page, mark: string): Html => html`
<a class="skip" href="#content">Skip to the content</a>
<header class="site">
  <a class="brand" href="/docs"><img src="${mark}" alt="" width="28" height="28">Carryover</a>
  <nav class="menu" aria-label="Documentation">
    ${PAGES.map(({ name, address, title }) =>
      name === current
        ? html`<a href="${address}" aria-current="page">${title}</a>`
        : html`<a href="${address}">${title}</a>`,
    )}
    <a href="/openapi.json">OpenAPI</a>
  </nav>
  <form class="site-search" action="/docs/search" role="search">
    <label for="search">Search</label>
    <input class="field" id="search" name="q" type="search" value="${query}" maxlength="200" placeholder="Search" autocomplete="off">
    <button type="submit">Search</button>
  </form>
</header>`;

const links = (places: ReadonlyArray<Place>): Html =>
  html`<ul>${places.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;

/** Beside the content where there is room, folded above it where there is none; only one of the two is ever shown. */
const contents = (places: ReadonlyArray<Place>): Html =>
  places.length === 0
    ? html``
    : html`
<nav class="sidebar" aria-label="On this page">${links(places)}</nav>
<details class="folded"><summary>On this page</summary><nav aria-label="On this page">${links(places)}</nav></details>`;

/** Ours are modules; a bundle is none. Both wait for the page, and run in the order they stand in. */
const script = async (name: AssetName): Promise<Html> => {
  const kind = name.endsWith('-bundle.js') ? html`defer` : html`type="module"`;
  return html`<script ${kind} src="${await addressOf(name)}"></script>\n`;
};

/** A page of the documentation, whole. */
export const renderPage = async (page: Page): Promise<string> => {
  const [mark, styles, scripts] = await Promise.all([
    addressOf('mark.svg'),
    Promise.all([...page.styles, ...STYLES].map(addressOf)),
    Promise.all(page.scripts.map(script)),
  ]);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Carryover</title>
<meta name="description" content="${page.description}">
<link rel="icon" type="image/svg+xml" href="${mark}">
${styles.map((address) => html`<link rel="stylesheet" href="${address}">\n`)}
${scripts}
</head>
<body class="${page.name}">
${header(page, mark)}
<div class="layout">
${contents(page.places)}
<main id="content" tabindex="-1">
${page.content}
</main>
</div>
</body>
</html>
`.html;
};
