import type { Codec } from '@carryover/contract/codecs/base/codec';
import { complain } from '@carryover/contract/issue';
import { type JsonParseError, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { checked, decode, toRowIssue } from './decode.ts';
import { withoutReasons } from './rejects/reasons.ts';
import { type Check, type Row, type RowIssue, rejected } from './row.ts';
import { isBlank, type Line, rejectedLine } from './source/lines.ts';

/** Arrays and objects inside each other, the outermost counting 1 (decisions 3). */
export const MAX_DEPTH = 32;

/** Columns count characters from 1, as editors do. */
const describe = (error: JsonParseError): string => {
  const place = `column ${error.position + 1}`;
  switch (error.reason) {
    case 'duplicate_key':
      return `The key ${JSON.stringify(error.key)} occurs twice in an object, at ${place}.`;
    case 'too_deep':
      return `The line has more than ${error.maxDepth} levels of nested arrays and objects, at ${place}.`;
    case 'too_many':
      return `The line has more than ${error.maxValues} values, at ${place}.`;
    case 'syntax':
      return `The line is not JSON at ${place}: expected ${error.expected}.`;
  }
};

/** A row that was rejected before brings the reasons of that time, which are left out. */
const read = <A>(codec: Codec<A>, text: string): E.Either<RowIssue, A> =>
  pipe(
    parseJson(text, { maxDepth: MAX_DEPTH }),
    E.mapLeft((error): RowIssue => ({ ...complain('parse_error', describe(error)), attr: '' })),
    E.chain((value) => E.mapLeft(toRowIssue)(decode(codec, withoutReasons(value)))),
  );

/** One row a line; blank lines are skipped. */
export const ndjsonRows = <A>(codec: Codec<A>, check: Check<A>) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<A>> {
    for await (const line of lines) {
      if (line.fault !== null) yield rejectedLine(line, line.fault);
      else if (!isBlank(line)) {
        const row = pipe(read(codec, line.text), E.chain(checked(check, line.number)), E.mapLeft(rejected));
        yield { line: line.number, raw: line.text, row };
      }
    }
  };
