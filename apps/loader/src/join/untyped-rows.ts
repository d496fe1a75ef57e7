import { columnsOf, columnsOfPart, NAMING_FIELDS, type Part } from '@carryover/contract/item-files';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvObjectRow, makeCsvObjects } from '../rows/csv-objects.ts';
import { CODECS } from '../rows/item-codecs.ts';
import { readRows } from '../rows/read-rows.ts';
import type { RowReader } from '../rows/row-reader.ts';
import { badRow, isLast, ndjsonRows, type ReadRow } from '../steps/text-rows.ts';
import type { Rows } from './joined-rows.ts';

/** A file of transactions or of a part of them. `file`: its index among the files of the load's transactions. */
type PartedFile = { readonly of: Part | 'transactions'; readonly source: Source; readonly file: number };

/** Only what names the transaction is required: the rest is judged when a transaction is complete. */
const csvRows = ({ of, file }: PartedFile, supplier: string | null): RowReader<ReadRow> => {
  const objects = makeCsvObjects({
    columns: of === 'transactions' ? columnsOf(of, CODECS) : columnsOfPart(of, CODECS),
    required: NAMING_FIELDS.filter((name) => name !== 'import_supplier' || supplier === null),
    takesOthers: true,
  });
  const toRow = ({ row, ...text }: CsvObjectRow): ReadRow => {
    if (E.isLeft(row)) return badRow(file)({ ...text, row });
    const { sent, issues } = row.right;
    if (issues.length > 0) return badRow(file)({ ...text, row: E.left({ issues, stopsReading: false }) });
    return E.right({ ...text, file, json: JSON.stringify(sent) });
  };
  return { add: (lines) => objects.add(lines).map(toRow), end: () => objects.end().map(toRow) };
};

/** Reads the rows of transactions that are not complete, or of their parts, as texts. */
export const untypedRowsOf = (parted: PartedFile, supplier: string | null): Rows => {
  const { file, source } = parted;
  return readRows<ReadRow>(source, {
    ndjson: () => ndjsonRows(file),
    csv: () => csvRows(parted, supplier),
    isLast,
    ofBadRow: badRow(file),
  });
};
