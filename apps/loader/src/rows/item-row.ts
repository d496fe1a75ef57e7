import type { ErrorCode } from '@carryover/contract/error-codes';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { RowText } from '@carryover/files/row';
import type { Fault, Line } from '@carryover/files/source/lines';
import * as E from 'fp-ts/lib/Either.js';

/** One error of a row, in the terms of the interface. */
export type ItemIssue = {
  readonly code: ErrorCode;
  /** Dot-delimited, in the item: `line_items.0.net_amount`; in CSV it begins with the column; empty: the row as a whole. */
  readonly path: string;
  readonly detail: string;
  /** The character at which the value begins on the row's line, from 1; null in CSV and for a field that is missing. */
  readonly column: number | null;
};

/** A row that cannot be sent. */
export type BadRow = {
  /** At least one, in document order. */
  readonly issues: ReadonlyArray<ItemIssue>;
  /** Nothing after it is read: the file is damaged or ends early, or the whole of it is refused. */
  readonly stopsReading: boolean;
  /** It is the header of a file, whose rows are read all the same. */
  readonly isHeader?: true;
};

/** A row of a file: where it is, its text as it was, and its object with the import supplier. */
export type ItemRow = RowText & { readonly row: E.Either<BadRow, JsonObject> };

type BadItemRow = RowText & { readonly row: E.Either<BadRow, never> };

/** The rules by which rows are judged. The supplier's configuration is known to its operator (decisions 2). */
export type Judging = {
  /** The import supplier of rows that name none; null: each row must name it. */
  readonly supplier: string | null;
  readonly supplyChargeArithmetic: 'report' | 'enforce';
  readonly unknownFields: 'refuse' | 'report';
};

/** The row with one issue. */
export const badRow = (at: RowText, issue: ItemIssue, stopsReading = false): BadItemRow => ({
  ...at,
  row: E.left({ issues: [issue], stopsReading }),
});

/** The row of a line that cannot be read. */
export const ofFault = ({ number: line, text: raw }: Line, { code, detail, stopsReading }: Fault): BadItemRow =>
  badRow({ line, raw }, { code, detail, path: '', column: null }, stopsReading);
