import { attrOf } from '@carryover/contract/issue';
import { columnsOf, type ItemColumn, type Kind } from '@carryover/contract/item-files';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvObjectRow, makeCsvObjects } from './csv-objects.ts';
import { makeDecodeItem } from './decode-item.ts';
import { CODECS } from './item-codecs.ts';
import type { ItemRow, Judging } from './item-row.ts';
import type { RowReader } from './row-reader.ts';

/** Reads the rows of a file as objects, and decodes them as the server would. */
export const makeCsvItems = (kind: Kind, judging: Judging): RowReader<ItemRow> => {
  const decode = makeDecodeItem(kind, judging);
  const columns = columnsOf(kind, CODECS);
  const isRequired = (column: ItemColumn) =>
    column.isRequired && (column.name !== 'import_supplier' || judging.supplier === null);
  const objects = makeCsvObjects({
    columns,
    required: columns.filter(isRequired).map(({ name }) => name),
    takesOthers: judging.unknownFields === 'report',
  });
  const toItem = ({ row, ...text }: CsvObjectRow): ItemRow => {
    if (E.isLeft(row)) return { ...text, row };
    const { sent, issues } = row.right;
    const decoded = decode(sent);
    if (E.isRight(decoded) && issues.length === 0) return { ...text, row: decoded };
    const unread = new Set(issues.map(({ path }) => path));
    const found = E.isRight(decoded) ? [] : decoded.left.filter(({ path }) => !unread.has(String(path[0])));
    const others = found.map(({ code, path, detail }) => ({ code, path: attrOf(path), detail, column: null }));
    return { ...text, row: E.left({ issues: [...issues, ...others], stopsReading: false }) };
  };
  return { add: (lines) => objects.add(lines).map(toItem), end: () => objects.end().map(toItem) };
};
