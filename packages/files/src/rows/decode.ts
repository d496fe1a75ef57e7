import type { Codec } from '@carryover/contract/codecs/codec';
import { attrOf, type Issue } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Check, RowIssue } from '../row.ts';

/** @returns Left the first issue in document order. */
export const decode = <A>(codec: Codec<A>, value: JsonValue): E.Either<Issue, A> =>
  pipe(
    codec.check(value),
    E.mapLeft((issues) => issues[0]!),
  );

/** `path` is that in the row as JSON. */
export const toRowIssue = ({ code, detail, path }: Issue): RowIssue => ({ code, detail, path: attrOf(path) });

/** Right if `check` finds no issue. */
export const checked =
  <A>(check: Check<A>, line: number) =>
  (value: A): E.Either<RowIssue, A> => {
    const issue = check(value, line);
    return issue === null ? E.right(value) : E.left(issue);
  };
