import { complain } from '@carryover/contract/issue';
import { FIELD_OF_PART, type Part } from '@carryover/contract/item-files';
import type { CsvCells } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { withoutMembersNamed } from '../rows/item-text.ts';
import type { Item, ReadItem, Rejected, TextRow } from '../steps/item.ts';

/** The rows of the parts of a transaction. */
export type Objects = ReadonlyMap<Part, ReadonlyArray<Item>>;

/** Returns the JSON list of a part's rows without what names their transaction. */
const listOf = (items: ReadonlyArray<Item>): string =>
  `[${items.map(({ text }) => withoutMembersNamed(text, ['transaction_id'])).join(',')}]`;

/** Returns the cells with those of the parts, also if they are empty: all rows of a file have the same columns. */
const withCells = (
  { columns, fields }: CsvCells,
  parts: ReadonlyArray<Part>,
  lists: ReadonlyMap<string, string>,
): CsvCells => {
  const texts = new Map(columns.map((name, at) => [name, fields?.[at] ?? '']));
  for (const part of parts) {
    const field = FIELD_OF_PART[part];
    texts.set(field, lists.get(field) ?? texts.get(field) ?? '');
  }
  return { columns: [...texts.keys()], fields: [...texts.values()] };
};

/**
 * Returns a transaction's row with the lists of its parts, so that it can be loaded by itself if it is rejected. A row of CSV
 * gets a column for each part.
 *
 * @param parts those of the load.
 * @returns Left if the row has such a list of its own.
 */
export const withObjects = (
  { item: { account: _, text: __, entries: ___, ...row }, value }: ReadItem,
  parts: ReadonlyArray<Part>,
  objects: Objects,
): E.Either<Rejected, TextRow> => {
  const lists = parts.map((part) => [FIELD_OF_PART[part], objects.get(part) ?? []] as const);
  const twice = lists.find(([field, items]) => items.length > 0 && Object.hasOwn(value, field));
  if (twice !== undefined) {
    const [field, items] = twice;
    const detail = `The transaction has ${field} in its own row, and ${items.length} in another file.`;
    return E.left({ row, reason: { ...complain('invalid', detail), path: field } });
  }
  const added = new Map<string, string>(
    lists.filter(([, items]) => items.length > 0).map(([field, items]) => [field, listOf(items)]),
  );
  const members = [...added].map(([field, list]) => `,${JSON.stringify(field)}:${list}`).join('');
  const json = `${row.json.slice(0, row.json.lastIndexOf('}'))}${members}}`;
  if (row.csv === undefined) return E.right({ ...row, json, raw: json });
  return E.right({ ...row, json, csv: withCells(row.csv, parts, added) });
};
