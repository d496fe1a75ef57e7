import MiniSearch, { type SearchOptions } from 'minisearch';
import type { SearchEntry } from './search-entries.ts';

/** Longer queries and words are cut, to bound the cost of a request. */
const MAX_QUERY = 200;
const MAX_WORD = 40;
const MAX_RESULTS = 30;

const OPTIONS: SearchOptions = {
  boost: { title: 4 },
  prefix: (word) => word.length > 2,
  fuzzy: (word) => (word.length > 4 ? 0.2 : false),
  maxFuzzy: 2,
};

export type Found = {
  /** The words of the query. */
  readonly query: string;
  /** Best first. */
  readonly entries: ReadonlyArray<SearchEntry>;
  /** True if no entry has all words, so the results have only some. */
  readonly isPartial: boolean;
};

/** Makes the search over entries; it also finds words that begin like those of the query, or differ by one or two letters. */
export const makeSearch = (entries: ReadonlyArray<SearchEntry>): ((query: string) => Found) => {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    fields: ['title', 'text'],
    processTerm: (word) => word.slice(0, MAX_WORD).toLowerCase(),
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const find = (query: string, combineWith: 'AND' | 'OR') =>
    index
      .search(query, { ...OPTIONS, combineWith })
      .slice(0, MAX_RESULTS)
      .map(({ id }) => entries[id as number]!);

  return (sent) => {
    const query = sent.trim().slice(0, MAX_QUERY);
    const all = find(query, 'AND');
    return all.length > 0
      ? { query, entries: all, isPartial: false }
      : { query, entries: find(query, 'OR'), isPartial: true };
  };
};

const MAX_EXCERPT = 240;

const excerptOf = (text: string): string =>
  text.length <= MAX_EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_EXCERPT))} …`;

/** Returns an entry as it is listed. */
export const resultOf = ({ kind, title, address, text }: SearchEntry) => ({
  kind,
  title,
  address,
  excerpt: excerptOf(text),
});

/** Returns the sentence above the results. */
export const summaryOf = ({ query, entries, isPartial }: Found): string => {
  if (query === '') return 'Type what you are looking for.';
  if (entries.length === 0) return `Nothing was found for “${query}”.`;
  if (isPartial) return `Nothing has all the words of “${query}”. These have some of them:`;
  return `${entries.length} ${entries.length === 1 ? 'result' : 'results'} for “${query}”.`;
};
