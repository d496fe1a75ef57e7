import type { Codec } from '@carryover/contract/codecs/base/codec';
import { parseLine } from '@carryover/files/json-line';
import { withoutReasons } from '@carryover/files/rejects/reasons';
import { type Check, type Row, type RowIssue, rejected } from '@carryover/files/row';
import { isBlank, type Line, rejectedLine } from '@carryover/files/source/lines';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { REASONS } from './account-reasons.ts';
import { checked, decode, toRowIssue } from './decode.ts';

/** A row that was rejected before brings the reasons of that time, which are left out. */
const read = <A>(codec: Codec<A>, text: string): E.Either<RowIssue, A> =>
  pipe(
    parseLine(text),
    E.mapLeft((complaint): RowIssue => ({ ...complaint, attr: '' })),
    E.chain((value) => E.mapLeft(toRowIssue)(decode(codec, withoutReasons(REASONS, value)))),
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
