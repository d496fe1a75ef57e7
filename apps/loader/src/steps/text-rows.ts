import { isBlank, type Line } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvItemRow, makeCsvItems } from '../rows/csv-items.ts';
import { isBody } from '../rows/item-codecs.ts';
import { type ItemRow, ofFault } from '../rows/item-row.ts';
import { withMember } from '../rows/item-text.ts';
import type { Kind } from '../rows/kind.ts';
import { readRows } from '../rows/read-rows.ts';
import type { RowReader } from '../rows/row-reader.ts';
import type { Rejected, TextRow } from './item.ts';

/** A row of a file. `isLast`: nothing after it is read. */
export type ReadRow = { readonly row: E.Either<Rejected, TextRow>; readonly isLast: boolean };

/** @returns null for a row that can be read. */
export const badRow = (file: number, { row, ...text }: ItemRow): ReadRow | null => {
  if (E.isRight(row)) return null;
  const { issues, stopsReading } = row.left;
  const { code, path, detail } = issues[0]!;
  const rejected: Rejected = { row: { ...text, file }, reason: { code, path, detail } };
  return { row: E.left(stopsReading ? { ...rejected, stopsReading } : rejected), isLast: stopsReading };
};

/** The lines of NDJSON as they are. */
export const ndjsonRows = (file: number): RowReader<ReadRow> => ({
  add: (lines) =>
    lines.flatMap((line: Line): ReadonlyArray<ReadRow> => {
      if (line.fault !== null) return [badRow(file, ofFault(line, line.fault))!];
      if (isBlank(line)) return [];
      const { number, text } = line;
      return [{ row: E.right({ file, line: number, raw: text, json: text }), isLast: false }];
    }),
  end: () => [],
});

/**
 * The rows of CSV as JSON: what the cells mean is decided by the types of the interface's fields. Unknown columns are sent,
 * since only the service knows if the supplier's configuration accepts them.
 */
const csvRows = (kind: Kind, file: number, supplier: string | null): RowReader<ReadRow> => {
  const items = makeCsvItems(kind, { supplier, supplyChargeArithmetic: 'report', unknownFields: 'report' });
  const toRow = (item: CsvItemRow): ReadRow => {
    const bad = badRow(file, item);
    if (bad !== null || E.isLeft(item.row)) return bad!;
    const { row, ...text } = item;
    const { importSupplier, externalAccountNumber, json } = row.right;
    const own = json();
    const named = isBody(kind)
      ? own
      : withMember(
          withMember(own, 'external_account_number', externalAccountNumber),
          'import_supplier',
          importSupplier,
        );
    return { row: E.right({ ...text, file, json: named }), isLast: false };
  };
  return { add: (lines) => items.add(lines).map(toRow), end: () => items.end().map(toRow) };
};

/**
 * Reads the rows of a file as texts. Rows of CSV are also checked by the server's codecs, as their cells have no types.
 *
 * @param file the file's index among those of its kind.
 * @param supplier of rows that name none.
 */
export async function* textRowsOf(
  kind: Kind,
  source: Source,
  file: number,
  supplier: string | null,
): AsyncGenerator<ReadonlyArray<E.Either<Rejected, TextRow>>> {
  const readers = {
    ndjson: () => ndjsonRows(file),
    csv: () => csvRows(kind, file, supplier),
    isLast: ({ isLast }: ReadRow) => isLast,
    ofBadRow: (row: ItemRow) => badRow(file, row)!,
  };
  for await (const rows of readRows(source, readers)) yield rows.map(({ row }) => row);
}
