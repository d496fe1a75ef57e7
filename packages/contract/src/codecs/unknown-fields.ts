import { isJsonObject, type JsonValue } from '../json/exact-json.ts';
import type { AnyCodec } from './codec.ts';

/** A body without unknown fields, and the paths of those fields: `notes.0.colour`, as from `attrOf`. */
type Stripped = { readonly body: JsonValue; readonly unknownFields: ReadonlyArray<string> };

/** Leaves out what the interface does not know, at any depth, for suppliers whose `unknown_fields` is `report` (decisions 2). */
export const stripUnknownFields = (codec: AnyCodec, body: JsonValue): Stripped => {
  const unknownFields: string[] = [];

  /** @param place the path of the members of the value, up to their names. */
  const strip = ({ shape }: AnyCodec, value: JsonValue, place: string): JsonValue => {
    if (shape.kind === 'list' && Array.isArray(value))
      return value.map((item: JsonValue, index) => strip(shape.item, item, `${place}${index}.`));
    if (!isJsonObject(value)) return value;
    if (shape.kind === 'tagged') return strip(shape.variantOf(value), value, place);
    if (shape.kind !== 'record') return value;
    const kept: Record<string, JsonValue> = {};
    for (const key in value) {
      const field = shape.documented.get(key);
      if (field === undefined) unknownFields.push(place + key);
      else kept[key] = strip(field, value[key]!, `${place}${key}.`);
    }
    return kept;
  };
  return { body: strip(codec, body, ''), unknownFields };
};
