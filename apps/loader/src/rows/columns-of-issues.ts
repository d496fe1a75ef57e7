import { attrOf, type Issue, type Path } from '@carryover/contract/issue';
import { parseJson } from '@carryover/contract/json/exact-json';
import { placeIn } from '@carryover/contract/json/parse-error';
import { BODY_LIMITS } from '@carryover/contract/limits';
import type { ItemIssue } from './item-row.ts';

type Span = { readonly depth: number; readonly key: string | null; readonly start: number; readonly end: number };

/** Returns where the value at `path` begins; null if the text has none, as of a field that is missing. */
const startOf = (spans: ReadonlyArray<Span>, text: string, path: Path): number | null => {
  let within: Span = { depth: 0, key: null, start: 0, end: text.length };
  for (const step of path) {
    const { depth, start, end } = within;
    const inside = spans.filter((span) => span.depth === depth + 1 && span.start >= start && span.end <= end);
    const next = typeof step === 'number' ? inside[step] : inside.find(({ key }) => key === step);
    if (next === undefined) return null;
    within = next;
  }
  return within.start + text.slice(within.start).search(/[^ \t\r\n]/);
};

/** Returns the issues of a row of NDJSON with their columns. Only bad rows are read again for it. */
export const withColumns = (text: string, issues: ReadonlyArray<Issue>): ReadonlyArray<ItemIssue> => {
  const spans: Span[] = [];
  parseJson(text, BODY_LIMITS, (depth, key, start, end) => spans.push({ depth, key, start, end }));
  return issues.map(({ code, path, detail }) => {
    const start = startOf(spans, text, path);
    return { code, path: attrOf(path), detail, column: start === null ? null : placeIn(text, start).column };
  });
};
