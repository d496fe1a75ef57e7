import { type Answerer, type CatalogueEntry, ERROR_CATALOGUE } from '@carryover/contract/error-catalogue';
import { ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import { breakable, type Html, html, raw } from './html.ts';
import { inline } from './markdown.ts';
import { referenceOf } from './operations.ts';
import { renderPage } from './page.ts';

/** What is no address of the interface, in words. */
const IN_WORDS: { readonly [name in Answerer]?: string } = {
  graphql: 'the token endpoint',
  operator: "the operator's command",
};

const answererOf = (openApi: OpenApiDocument, name: Answerer): Html => {
  const words = IN_WORDS[name] ?? name;
  const address = referenceOf(openApi, name);
  return address === null ? html`${words}` : html`<a href="${address}">${words}</a>`;
};

const listOf = (parts: ReadonlyArray<Html>): Html => raw(parts.map((part) => part.html).join(', '));

const entryOf = (
  openApi: OpenApiDocument,
  code: ErrorCode,
  { status, answeredBy, whatToDo, example }: CatalogueEntry,
): Html => html`
<article class="error" id="${code}" aria-labelledby="title-${code}">
  <h2 id="title-${code}"><a href="#${code}">${breakable(code)}</a></h2>
  <p class="status" data-kind="${status < 500 ? 'client' : 'server'}">${status}</p>
  <p class="meaning">${inline(ERROR_CODES[code])}</p>
  <dl>
    <dt>What to do</dt><dd>${inline(whatToDo)}</dd>
    <dt>For instance</dt><dd class="example">${example}</dd>
    <dt>Answered by</dt><dd>${listOf(answeredBy.map((name) => answererOf(openApi, name)))}</dd>
  </dl>
</article>`;

const INTRODUCTION = inline(
  'Every error answer names a `code` that is stable and may be used in logic, and a `detail` that is for people and may change. Its `Link` header leads to the entry below. How to handle errors in a program: [the guide](/docs#errors).',
);

/** The catalogue of error codes; each has its code as anchor. */
export const renderErrors = (openApi: OpenApiDocument): Promise<string> => {
  const entries = Object.entries(ERROR_CATALOGUE) as ReadonlyArray<[ErrorCode, CatalogueEntry]>;
  return renderPage({
    name: 'errors',
    title: 'Error codes',
    description: 'What each error code means, and what to do about it.',
    places: entries.map(([code]) => ({ id: code, title: breakable(code) })),
    styles: ['errors.css'],
    scripts: ['contents.js', 'errors.js'],
    content: html`
<h1>Error codes</h1>
<p>${INTRODUCTION}</p>
<div id="errors-filter"></div>
<div id="errors-list">${entries.map(([code, entry]) => entryOf(openApi, code, entry))}</div>`,
  });
};
