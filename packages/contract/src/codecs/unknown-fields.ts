import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-json.ts';
import type { AnyCodec } from './codec.ts';

/** A body without unknown fields, and the paths of those fields: `notes.0.colour`, as from `attrOf`. */
type Stripped = { readonly body: JsonValue; readonly unknownFields: ReadonlyArray<string> };

/**
 * Leaves out what the interface does not know, at any depth, for suppliers whose `unknown_fields` is `report` (decisions 2).
 *
 * A request may have a million such fields, so a path is built from its parent's, not from all steps again.
 */
export const stripUnknownFields = (codec: AnyCodec, body: JsonValue): Stripped => {
  const unknownFields: string[] = [];

  /** @param place of the object, with the point before the names of its fields. */
  const stripRecord = (documented: ReadonlyMap<string, AnyCodec>, object: JsonObject, place: string): JsonValue => {
    const kept: Record<string, JsonValue> = {};
    for (const key in object) {
      const field = documented.get(key);
      if (field === undefined) unknownFields.push(place + key);
      else kept[key] = strip(field, object[key]!, place, key);
    }
    return kept;
  };

  const strip = ({ shape }: AnyCodec, value: JsonValue, around: string, step: string | number): JsonValue => {
    switch (shape.kind) {
      case 'scalar':
        return value;
      case 'list':
        if (!Array.isArray(value)) return value;
        return value.map((item: JsonValue, index) => strip(shape.item, item, `${around}${step}.`, index));
      case 'tagged':
        return isJsonObject(value) ? strip(shape.variantOf(value), value, around, step) : value;
      case 'record':
        return isJsonObject(value) ? stripRecord(shape.documented, value, `${around}${step}.`) : value;
    }
  };

  const { shape: outer } = codec;
  if (!isJsonObject(body)) return { body, unknownFields };
  // An item of a file may be the body, and its tag may name the fields that it has.
  const shape = outer.kind === 'tagged' ? outer.variantOf(body).shape : outer;
  return { body: shape.kind === 'record' ? stripRecord(shape.documented, body, '') : body, unknownFields };
};
