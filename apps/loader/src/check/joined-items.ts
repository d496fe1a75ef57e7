import { isErrorCode } from '@carryover/contract/error-codes';
import { attrOf, type Issue } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { isPart } from '../inputs.ts';
import { joinedRows, type Rows } from '../join/joined-rows.ts';
import { untypedRowsOf } from '../join/untyped-rows.ts';
import { makeDecodeItem } from '../rows/decode-item.ts';
import type { BadRow, Judging } from '../rows/item-row.ts';
import type { Rejected, TextRow } from '../steps/item.ts';
import type { Batch, CheckedItem, OnRead, Opened } from './opened-inputs.ts';

const ofRejected = ({ reason: { code, path, detail }, stopsReading }: Rejected): BadRow => ({
  issues: [{ code: isErrorCode(code) ? code : 'invalid', path, detail, column: null }],
  stopsReading: stopsReading === true,
});

/** Judges a joined transaction as the server would. */
const makeJudge = (judging: Judging) => {
  const decode = makeDecodeItem('transactions', judging);
  return ({ json }: TextRow): E.Either<BadRow, CheckedItem> => {
    const parsed = parseJson(json, BODY_LIMITS);
    // The rows were read when they were joined.
    const value = E.isRight(parsed) && isJsonObject(parsed.right) ? parsed.right : {};
    return E.bimap(
      (issues: ReadonlyArray<Issue>): BadRow => ({
        issues: issues.map(({ code, path, detail }) => ({ code, path: attrOf(path), detail, column: null })),
        stopsReading: false,
      }),
      (whole: JsonObject): CheckedItem => ({ value: whole, json }),
    )(decode(value));
  };
};

/** Reads transactions with the line items and tax items of other files. Errors are told at the row of the transaction. */
export async function* joinedItems(
  inputs: ReadonlyArray<Opened>,
  judging: Judging,
  onRead: OnRead,
): AsyncGenerator<Batch> {
  const judge = makeJudge(judging);
  const files = inputs.map((input, file) => {
    const { kind } = input;
    const rows = async function* (): Rows {
      const of = isPart(kind) ? kind : 'transactions';
      for await (const some of untypedRowsOf({ of, source: input.source, file }, judging.supplier)) {
        onRead(input.file, some.length);
        yield some;
      }
    };
    return { kind, file, rows };
  });
  const transactions = async function* (): Rows {
    for (const { kind, rows } of files) if (!isPart(kind)) yield* rows();
  };
  const parts = files.flatMap(({ kind, file, rows }) => (isPart(kind) ? [{ part: kind, file, rows }] : []));
  for await (const some of joinedRows({ transactions, parts, supplier: judging.supplier }))
    for (const row of some) {
      const { file, line } = E.isLeft(row) ? row.left.row : row.right;
      const judged = E.isLeft(row) ? E.left(ofRejected(row.left)) : judge(row.right);
      yield { file: inputs[file]!.file, kind: 'transactions', rows: [{ line, row: judged }] };
    }
}
