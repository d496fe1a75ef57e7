import type { ErrorCode } from '../error-codes.ts';
import { complain, type Issue, issueAt, type Path } from '../issue.ts';
import { isJsonObject, type JsonValue } from '../json/exact-json.ts';
import { MAX_REPORTED_ISSUES } from '../limits.ts';

/** A list as sent, valid or not, and where. */
export type SentList = { readonly list: JsonValue | undefined; readonly path: Path };

/**
 * Identifiers that stood in `field` of an object before, in any of the lists, reported at each later occurrence
 * (decisions 3). Nothing is made on the way of those that did not.
 */
export const repeated = (code: ErrorCode, field: string, lists: ReadonlyArray<SentList>): ReadonlyArray<Issue> => {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  const look = (one: JsonValue, index: number, path: Path): void => {
    const id = isJsonObject(one) ? one[field] : null;
    if (typeof id !== 'string') return;
    if (!seen.has(id)) seen.add(id);
    else if (issues.length < MAX_REPORTED_ISSUES) issues.push(issueAt([...path, index, field], complain(code)));
  };
  for (const { list, path } of lists) {
    if (Array.isArray(list)) for (let index = 0; index < list.length; index += 1) look(list[index], index, path);
  }
  return issues;
};
