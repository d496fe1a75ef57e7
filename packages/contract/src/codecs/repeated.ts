import { laterOccurrences } from '@carryover/domain/transaction';
import type { ErrorCode } from '../error-codes.ts';
import { complain, type Issue, issueAt, type Path } from '../issue.ts';
import { isJsonObject, type JsonValue } from '../json/exact-json.ts';
import { MAX_REPORTED_ISSUES } from '../limits.ts';

/** An identifier as sent, and where. */
export type SentId = { readonly id: string; readonly path: Path };

/** The texts that the objects of a list have in `field`; looks at what was sent, valid or not. */
export const idsIn = (list: JsonValue | undefined, path: Path, field: string): ReadonlyArray<SentId> =>
  Array.isArray(list)
    ? list.flatMap((one: JsonValue, index) => {
        const id = isJsonObject(one) ? one[field] : null;
        return typeof id === 'string' ? [{ id, path: [...path, index, field] }] : [];
      })
    : [];

/** An identifier that stood before, reported at each later occurrence (decisions 3). */
export const repeated = (code: ErrorCode, ids: ReadonlyArray<SentId>): ReadonlyArray<Issue> =>
  laterOccurrences(ids.map(({ id }) => id))
    .slice(0, MAX_REPORTED_ISSUES)
    .map((at) => issueAt(ids[at]!.path, complain(code)));
