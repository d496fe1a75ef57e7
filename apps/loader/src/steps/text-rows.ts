import { isBody, type Kind } from '@carryover/contract/item-files';
import type { RowText } from '@carryover/files/row';
import { isBlank } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { makeCsvItems } from '../rows/csv-items.ts';
import { type BadRow, type ItemRow, ofFault } from '../rows/item-row.ts';
import { readRows } from '../rows/read-rows.ts';
import type { RowReader } from '../rows/row-reader.ts';
import type { Rejected, TextRow } from './item.ts';

/** A row of a file; Left: one that cannot be read. */
export type ReadRow = E.Either<Rejected, TextRow>;

export const isLast = (row: ReadRow): boolean => E.isLeft(row) && row.left.stopsReading === true;

/** Returns a row that cannot be read. @param file the index of its file. */
export const badRow =
  (file: number) =>
  ({ row, ...text }: RowText & { readonly row: E.Either<BadRow, never> }): E.Either<Rejected, never> =>
    E.mapLeft(({ issues, stopsReading }: BadRow): Rejected => {
      const { code, path, detail } = issues[0]!;
      const rejected = { row: { ...text, file }, reason: { code, path, detail } };
      return stopsReading ? { ...rejected, stopsReading } : rejected;
    })(row);

/** The lines of NDJSON as they are. */
export const ndjsonRows = (file: number): RowReader<ReadRow> => ({
  add: (lines) => {
    const rows: ReadRow[] = [];
    for (const line of lines) {
      const { number, text, fault } = line;
      if (fault !== null) rows.push(badRow(file)(ofFault(line, fault)));
      else if (!isBlank(line)) rows.push(E.right({ file, line: number, raw: text, json: text }));
    }
    return rows;
  },
  end: () => [],
});

/**
 * The rows of CSV as JSON: what the cells mean is decided by the types of the interface's fields. Unknown columns are sent,
 * since only the service knows if the supplier's configuration accepts them.
 */
const csvRows = (kind: Kind, file: number, supplier: string | null): RowReader<ReadRow> => {
  const items = makeCsvItems(kind, { supplier, supplyChargeArithmetic: 'report', unknownFields: 'report' });
  const toRow = ({ row, ...text }: ItemRow): ReadRow => {
    if (E.isLeft(row)) return badRow(file)({ ...text, row });
    const { import_supplier, external_account_number } = row.right;
    const account = isBody(kind) ? { import_supplier } : { import_supplier, external_account_number };
    return E.right({ ...text, file, json: JSON.stringify({ ...account, ...row.right }) });
  };
  return { add: (lines) => items.add(lines).map(toRow), end: () => items.end().map(toRow) };
};

/**
 * Reads the rows of a file as texts. Rows of CSV are also checked by the server's codecs, as their cells have no types.
 *
 * @param file the file's index among those of its kind.
 * @param supplier of rows that name none.
 */
export const textRowsOf = (
  kind: Kind,
  source: Source,
  file: number,
  supplier: string | null,
): AsyncGenerator<ReadonlyArray<ReadRow>> =>
  readRows<ReadRow>(source, {
    ndjson: () => ndjsonRows(file),
    csv: () => csvRows(kind, file, supplier),
    isLast,
    ofBadRow: badRow(file),
  });
