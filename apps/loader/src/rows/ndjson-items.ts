import { complain } from '@carryover/contract/issue';
import { BODY_LIMITS } from '@carryover/contract/json/body-limits';
import { isJsonObject, type JsonObject, noKeyYet, parseJson, type SeenKey } from '@carryover/contract/json/exact-json';
import { placeIn } from '@carryover/contract/json/text-place';
import { ofParseError } from '@carryover/files/json-line';
import { withoutReasons } from '@carryover/files/rejects/reasons';
import { isBlank, type Line } from '@carryover/files/source/lines';
import * as E from 'fp-ts/lib/Either.js';
import { withColumns } from './columns-of-issues.ts';
import { makeDecodeItem } from './decode-item.ts';
import { isBody } from './item-codecs.ts';
import { badRow, type ItemRow, type Judging, ofFault } from './item-row.ts';
import { NotedMembers, withMember, withoutMembers } from './item-text.ts';
import type { Kind } from './kind.ts';
import { REASONS } from './reasons.ts';
import type { RowReader } from './row-reader.ts';

const ACCOUNT = ['import_supplier', 'external_account_number'];
/** An item is two levels further down in the body of its request. */
const ITEM_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 2 };

const hasReasons = (sent: JsonObject): boolean => REASONS.names.every((name) => Object.hasOwn(sent, name));

/** Reads one row a line; blank lines are skipped. */
export const makeNdjsonItems = <K extends Kind>(kind: K, judging: Judging): RowReader<ItemRow<K>> => {
  const decode = makeDecodeItem(kind, judging);
  const limits = isBody(kind) ? BODY_LIMITS : ITEM_LIMITS;
  const noted = new NotedMembers([...ACCOUNT, ...REASONS.names]);

  const read = ({ number: line, text }: Line, keys: SeenKey): ItemRow<K> => {
    const at = { line, raw: text };
    const parsed = parseJson(text, limits, { onSpan: noted.note, keys });
    const members = noted.take();
    if (E.isLeft(parsed)) {
      const { column } = placeIn(text, parsed.left.position);
      return badRow(at, { ...ofParseError(parsed.left, text), path: '', column });
    }
    if (!isJsonObject(parsed.right))
      return badRow(at, { ...complain('invalid', 'Must be an object.'), path: '', column: 1 });
    const isRejected = hasReasons(parsed.right);
    const sent = isRejected ? withoutReasons(REASONS, parsed.right) : parsed.right;
    const decoded = decode(sent as JsonObject);
    if (E.isLeft(decoded))
      return { ...at, row: E.left({ issues: withColumns(text, decoded.left), stopsReading: false }) };
    const leftOut = members.filter(({ key }) => (ACCOUNT.includes(key) ? !isBody(kind) : isRejected));
    const json = () => {
      const kept = leftOut.length === 0 ? text : withoutMembers(text, leftOut);
      return isBody(kind) && !Object.hasOwn(sent as JsonObject, 'import_supplier')
        ? withMember(kept, 'import_supplier', decoded.right.importSupplier)
        : kept;
    };
    return { ...at, row: E.right({ ...decoded.right, json }) };
  };

  return {
    add: (lines) => {
      const keys = noKeyYet();
      const rows: ItemRow<K>[] = [];
      for (const line of lines) {
        if (line.fault !== null) rows.push(ofFault(line, line.fault));
        else if (!isBlank(line)) rows.push(read(line, keys));
      }
      return rows;
    },
    end: () => [],
  };
};
