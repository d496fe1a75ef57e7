import type { AnyCodec } from '../codecs/codec.ts';
import { fieldsOf, type ItemColumn } from '../item-files.ts';

/** How the text of a field is made a value. */
export type FieldForm = 'text' | 'flag' | 'date' | 'datetime' | 'decimal' | 'json';

const ofCodec = ({ shape }: AnyCodec): FieldForm => {
  if (shape.kind !== 'scalar') return 'json';
  const { schema } = shape;
  if (schema.type === 'boolean') return 'flag';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'datetime';
  const [first] = (schema.anyOf ?? []) as ReadonlyArray<{ readonly format?: string }>;
  return first?.format === 'decimal' ? 'decimal' : 'text';
};

const codecAt = (codec: AnyCodec, steps: ReadonlyArray<string>): AnyCodec | null => {
  const [step, ...rest] = steps;
  if (step === undefined) return codec;
  if (codec.shape.kind === 'list') return /^\d{1,3}$/.test(step) ? codecAt(codec.shape.item, rest) : null;
  const found = fieldsOf(codec).find(({ name }) => name === step);
  return found === undefined ? null : codecAt(found.codec, rest);
};

/** Returns the form of a field, in lists with positions; null if the columns have no such field. */
export const fieldFormOf = (columns: ReadonlyArray<ItemColumn>, path: string): FieldForm | null => {
  const [name, ...steps] = path.split('.');
  const column = columns.find((one) => one.name === name);
  const codec = column === undefined ? null : codecAt(column.codec, steps);
  return codec === null ? null : ofCodec(codec);
};
