import { type Answerer, type CatalogueEntry, ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import { makeOpenApi, type OpenApiDocument } from '@carryover/contract/openapi/document';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import type { PageName } from './addresses.ts';
import { referenceOf, responseHeadersOf } from './operations.ts';
import { breakable, render, renderPage } from './page.ts';
import { type Found, makeSearch, resultOf, summaryOf } from './search.ts';
import { searchEntries } from './search-entries.ts';
import { inline, readWrittenPages, renderWrittenPage, type ServedAs } from './written-pages.ts';

/** The reference: rendered in the browser from `/openapi.json`; the headers of responses are described once for all operations. */
const renderReference = (openApi: OpenApiDocument, { isDemo, isStatic }: ServedAs): string =>
  renderPage({
    name: 'reference',
    title: 'Reference',
    description: 'Every endpoint, field, answer and limit, to be tried against this service.',
    places: [],
    styles: ['swagger-ui.css', 'reference.css', 'token.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    content: render('reference', { isDemo, isStatic, headers: responseHeadersOf(openApi), inline }),
  });

/** Descriptions of answerers that are not endpoints. */
const IN_WORDS: { readonly [name in Answerer]?: string } = {
  graphql: 'the token endpoint',
  operator: "the operator's command",
};

const INTRODUCTION = inline(
  'Every error answer names a `code` that is stable and may be used in logic, and a `detail` that is for people and may change. Its `Link` header leads to the entry below. How to handle errors in a program: [the guide](/docs#errors).',
);

/** The catalogue of error codes; each has its code as anchor. */
const renderErrors = (openApi: OpenApiDocument): string => {
  const entries = (Object.entries(ERROR_CODES) as ReadonlyArray<[ErrorCode, CatalogueEntry]>).map(([code, entry]) => ({
    ...entry,
    code,
    answeredBy: entry.answeredBy.map((name) => ({
      words: IN_WORDS[name] ?? name,
      address: referenceOf(openApi, name),
    })),
  }));
  return renderPage({
    name: 'errors',
    title: 'Error codes',
    description: 'What each error code means, and what to do about it.',
    places: entries.map(({ code }) => ({ id: code, title: breakable(code) })),
    styles: ['errors.css'],
    scripts: ['contents.js', 'errors.js'],
    content: render('errors', { introduction: INTRODUCTION, entries, breakable, inline }),
  });
};

/** The results of a search, each with its link; if there are none, what to try instead. */
const renderSearch = (found: Found): string =>
  renderPage({
    name: 'search',
    title: 'Search',
    description: 'Search over the guide, the reference and the error codes.',
    places: [],
    styles: ['search.css'],
    scripts: [],
    query: found.query,
    content: render('search', { summary: summaryOf(found), results: found.entries.map(resultOf) }),
  });

/** Renders the documentation: for a service, and as files for any web server. */
export const makeSite = (documented: Documented, servedAs: ServedAs) => {
  const openApi = makeOpenApi(documented);
  const written = readWrittenPages(documented, servedAs);
  const entries = searchEntries(openApi, written);
  // Indexed on the first search: it takes as long as rendering the pages.
  let search: ReturnType<typeof makeSearch> | undefined;
  const pages: ReadonlyMap<PageName, string> = new Map([
    ...written.map((page) => [page.name, renderWrittenPage(page)] as const),
    ['reference', renderReference(openApi, servedAs)],
    ['errors', renderErrors(openApi)],
  ]);
  return {
    openApi: JSON.stringify(openApi),
    pages,
    entries,
    search: (query: string): string => {
      search ??= makeSearch(entries);
      return renderSearch(search(query));
    },
  };
};
