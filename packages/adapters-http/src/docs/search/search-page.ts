import { renderPage } from '../pages/page.ts';
import { render } from '../pages/templates.ts';
import type { Found } from './search.ts';
import { resultOf, summaryOf } from './search-results.ts';

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
