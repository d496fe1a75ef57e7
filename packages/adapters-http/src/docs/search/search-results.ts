import type { Found } from './search.ts';
import type { SearchEntry } from './search-entries.ts';

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
