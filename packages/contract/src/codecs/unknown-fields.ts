import type { Path } from '../issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-json.ts';
import type { AnyCodec } from './codec.ts';

/** A body without the fields that its codec does not know, and where they were. */
export type Stripped = { readonly body: JsonValue; readonly unknownFields: ReadonlyArray<Path> };

/** Leaves out what the interface doesn't know, at any depth, for suppliers whose `unknown_fields` is `report` (decisions 2). */
export const stripUnknownFields = (codec: AnyCodec, body: JsonValue): Stripped => {
  const unknownFields: Path[] = [];
  const strip = ({ shape }: AnyCodec, value: JsonValue, path: Path): JsonValue => {
    if (shape.kind === 'list' && Array.isArray(value))
      return value.map((item: JsonValue, index) => strip(shape.item, item, [...path, index]));
    if (shape.kind === 'tagged' && isJsonObject(value)) return strip(shape.variantOf(value), value, path);
    if (shape.kind !== 'record' || !isJsonObject(value)) return value;
    const kept: Record<string, JsonValue> = {};
    for (const [key, member] of Object.entries(value as JsonObject)) {
      const field = shape.documented.get(key);
      if (field === undefined) unknownFields.push([...path, key]);
      else kept[key] = strip(field, member, [...path, key]);
    }
    return kept;
  };
  return { body: strip(codec, body, []), unknownFields };
};
