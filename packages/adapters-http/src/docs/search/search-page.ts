import { renderPage } from '../pages/page.ts';
import { render } from '../pages/templates.ts';
import type { Found } from './search.ts';
import type { SearchEntry } from './search-entries.ts';

const MAX_EXCERPT = 240;

const excerptOf = (text: string): string =>
  text.length <= MAX_EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_EXCERPT))} …`;

const resultOf = ({ kind, title, address, text }: SearchEntry) => ({ kind, title, address, excerpt: excerptOf(text) });

const summaryOf = ({ query, entries, isPartial }: Found): string => {
  if (query === '') return 'Type what you are looking for.';
  if (entries.length === 0) return `Nothing was found for “${query}”.`;
  if (isPartial) return `Nothing has all the words of “${query}”. These have some of them:`;
  return `${entries.length} ${entries.length === 1 ? 'result' : 'results'} for “${query}”.`;
};

/** The results of a search, each with its link; if there are none, what to try instead. */
export const renderSearch = (found: Found): Promise<string> =>
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
