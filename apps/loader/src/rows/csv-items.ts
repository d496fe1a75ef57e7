import { attrOf } from '@carryover/contract/issue';
import { columnsOf } from '@carryover/contract/item-files/item-columns';
import type { Kind } from '@carryover/contract/item-files/kinds';
import type { Columns } from '@carryover/files/csv/csv-header';
import type { CsvRecord } from '@carryover/files/csv/csv-records';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvObjectRow, makeCsvObjects } from './csv-objects.ts';
import { makeDecodeItem } from './decode-item.ts';
import { CODECS } from './item-codecs.ts';
import type { ItemRow, Judging } from './item-row.ts';
import { REASONS } from './reasons.ts';
import type { RowReader } from './row-reader.ts';

/** @param header may have columns beyond the interface if the supplier's configuration allows them. */
const columnsFor = (kind: Kind, { supplier, unknownFields }: Judging, header: CsvRecord): Columns => {
  const all = columnsOf(kind, CODECS);
  const names = all.map(({ name }) => name);
  const isRequired = (name: string) => name !== 'import_supplier' || supplier === null;
  const required = all.filter((column) => column.isRequired && isRequired(column.name)).map(({ name }) => name);
  const ignored = REASONS.names.every((name) => header.includes(name)) ? REASONS.names : [];
  const isHeader = header.some((name) => names.includes(name));
  const others = unknownFields === 'report' && isHeader ? header.filter((name) => !ignored.includes(name)) : [];
  return {
    required,
    optional: [...new Set([...names, ...others])].filter((name) => !required.includes(name)),
    ignored,
  };
};

/** Reads the rows of a file as objects, and decodes them as the server would. */
export const makeCsvItems = (kind: Kind, judging: Judging): RowReader<ItemRow> => {
  const decode = makeDecodeItem(kind, judging);
  const objects = makeCsvObjects({
    columnsFor: (header) => columnsFor(kind, judging, header),
    forms: new Map(columnsOf(kind, CODECS).map(({ name, form }) => [name, form])),
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
