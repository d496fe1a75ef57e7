import { type Html, html } from '../pages/html.ts';
import { renderPage } from '../pages/page.ts';
import type { Found } from './search.ts';
import type { SearchEntry } from './search-entries.ts';

const MAX_EXCERPT = 240;

const excerptOf = (text: string): string =>
  text.length <= MAX_EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_EXCERPT))} …`;

const resultOf = ({ kind, title, address, text }: SearchEntry): Html => html`
<li>
  <a href="${address}">${title}</a> <span class="kind">${kind}</span>
  <p>${excerptOf(text)}</p>
</li>`;

const ELSEWHERE = html`
<ul>
  <li>Search for the name of a field (<code>transaction_date</code>), an error code (<code>max_digits</code>), or a word of the guide.</li>
  <li>Or read the <a href="/docs">guide</a>, the <a href="/docs/reference">reference</a> or the <a href="/docs/errors">error codes</a>.</li>
</ul>`;

const summaryOf = ({ query, entries, isPartial }: Found): string => {
  if (query === '') return 'Type what you are looking for.';
  if (entries.length === 0) return `Nothing was found for “${query}”.`;
  if (isPartial) return `Nothing has all the words of “${query}”. These have some of them:`;
  return `${entries.length} ${entries.length === 1 ? 'result' : 'results'} for “${query}”.`;
};

/** The results of a search, each with its link; where there are none, what to try instead. */
export const renderSearch = (found: Found): Promise<string> =>
  renderPage({
    name: 'search',
    title: 'Search',
    description: 'Search over the guide, the reference and the error codes.',
    places: [],
    styles: ['search.css'],
    scripts: [],
    query: found.query,
    content: html`
<h1>Search</h1>
<p role="status">${summaryOf(found)}</p>
${found.entries.length === 0 ? ELSEWHERE : html`<ol class="results">${found.entries.map(resultOf)}</ol>`}`,
  });
