import type { AnyCodec, Codec } from '@carryover/contract/codecs/codec';
import { complain } from '@carryover/contract/issue';
import { parseLine } from '@carryover/files/json-line';
import { withoutReasons } from '@carryover/files/rejects/reasons';
import { type Check, type Row, type RowIssue, refusedFile, rejected } from '@carryover/files/row';
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

/** The fields of a line: those that every variant requires, and the others. */
const fieldsOf = (
  codec: AnyCodec,
): { readonly required: ReadonlyArray<string>; readonly optional: ReadonlyArray<string> } => {
  const { shape } = codec;
  if (shape.kind === 'tagged') {
    const variants = [...shape.variants.values()].map(fieldsOf);
    const all = [...new Set(variants.flatMap(({ required, optional }) => [...required, ...optional]))];
    const required = all.filter((name) => variants.every((variant) => variant.required.includes(name)));
    return { required, optional: all.filter((name) => !required.includes(name)) };
  }
  if (shape.kind !== 'record') return { required: [], optional: [] };
  return {
    required: shape.required,
    optional: [...shape.fields.keys()].filter((name) => !shape.required.includes(name)),
  };
};

const emptyFile = (codec: AnyCodec): RowIssue => {
  const { required, optional } = fieldsOf(codec);
  const others = optional.length === 0 ? '' : `; optional: ${optional.join(',')}`;
  const detail = `The file is empty. Each line is a JSON object with the fields ${required.join(',')}${others}.`;
  return { ...complain('required', detail), attr: '' };
};

/** One row a line; blank lines are skipped. A file without any other line is refused. */
export const ndjsonRows = <A>(codec: Codec<A>, check: Check<A>) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<A>> {
    let isEmpty = true;
    for await (const line of lines) {
      if (line.fault === null && isBlank(line)) continue;
      isEmpty = false;
      if (line.fault !== null) yield rejectedLine(line, line.fault);
      else {
        const row = pipe(read(codec, line.text), E.chain(checked(check, line.number)), E.mapLeft(rejected));
        yield { line: line.number, raw: line.text, row };
      }
    }
    if (isEmpty) yield { line: 1, raw: '', row: E.left(refusedFile(emptyFile(codec))) };
  };
