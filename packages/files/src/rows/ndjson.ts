import type { AnyCodec, Codec } from '@carryover/contract/codecs/codec';
import { complain } from '@carryover/contract/issue';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ndjsonObjects, type RowReader } from '../read-rows.ts';
import { withoutReasons } from '../rejects/rejected-row.ts';
import { type Check, type Row, type RowIssue, rejected } from '../row.ts';
import { checked, decode, toRowIssue } from './decode.ts';
import { REASONS } from './reasons.ts';

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

/** The issue of a file of lines that has none. */
export const emptyFile = (codec: AnyCodec): RowIssue => {
  const { required, optional } = fieldsOf(codec);
  const others = optional.length === 0 ? '' : `; optional: ${optional.join(',')}`;
  const detail = `The file is empty. Each line is a JSON object with the fields ${required.join(',')}${others}.`;
  return { ...complain('required', detail), path: '' };
};

/** One row a line. A row that was rejected before brings the reasons of that time, which are left out. */
export const ndjsonRows = <A>(codec: Codec<A>, check: Check<A>): RowReader<Row<A>> => {
  const objects = ndjsonObjects({ maxDepth: BODY_LIMITS.maxDepth });
  const toRow = ({ row, ...text }: Row<JsonObject>): Row<A> => {
    const read = (object: JsonObject) =>
      pipe(
        decode(codec, withoutReasons(REASONS, object)),
        E.mapLeft(toRowIssue),
        E.chain(checked(check, text.line)),
        E.mapLeft((issue) => rejected(issue)),
      );
    return { ...text, row: E.chain(read)(row) };
  };
  return { add: (lines) => objects.add(lines).map(toRow), end: () => [] };
};
