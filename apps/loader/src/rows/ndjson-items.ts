import { complain } from '@carryover/contract/issue';
import type { Kind } from '@carryover/contract/item-files';
import { isJsonObject, type JsonObject, parseJson } from '@carryover/contract/json/exact-json';
import { placeIn } from '@carryover/contract/json/parse-error';
import { ofParseError } from '@carryover/files/json-line';
import { isBlank, type Line } from '@carryover/files/source/lines';
import * as E from 'fp-ts/lib/Either.js';
import { withColumns } from './columns-of-issues.ts';
import { makeDecodeItem } from './decode-item.ts';
import { limitsOf } from './item-codecs.ts';
import { badRow, type ItemRow, type Judging, ofFault } from './item-row.ts';
import { REASONS } from './reasons.ts';
import type { RowReader } from './row-reader.ts';

/** The row without the reasons for an earlier rejection. */
const withoutOldReasons = (sent: JsonObject): JsonObject => {
  if (!REASONS.names.every((name) => Object.hasOwn(sent, name))) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !REASONS.names.includes(name)));
};

/** Reads one row a line; blank lines are skipped. */
export const makeNdjsonItems = (kind: Kind, judging: Judging): RowReader<ItemRow> => {
  const decode = makeDecodeItem(kind, judging);
  const limits = limitsOf(kind);

  const read = ({ number: line, text }: Line): ItemRow => {
    const at = { line, raw: text };
    const parsed = parseJson(text, limits);
    if (E.isLeft(parsed)) {
      const { column } = placeIn(text, parsed.left.position);
      return badRow(at, { ...ofParseError(parsed.left, text), path: '', column });
    }
    if (!isJsonObject(parsed.right))
      return badRow(at, { ...complain('invalid', 'Must be an object.'), path: '', column: 1 });
    const decoded = decode(withoutOldReasons(parsed.right));
    if (E.isLeft(decoded))
      return { ...at, row: E.left({ issues: withColumns(text, decoded.left), stopsReading: false }) };
    return { ...at, row: decoded };
  };

  return {
    add: (lines) => {
      const rows: ItemRow[] = [];
      for (const line of lines) {
        if (line.fault !== null) rows.push(ofFault(line, line.fault));
        else if (!isBlank(line)) rows.push(read(line));
      }
      return rows;
    },
    end: () => [],
  };
};
