import type { JsonSchema } from '../../codecs/codec.ts';

export const object = (properties: JsonSchema, optional: ReadonlyArray<string> = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
export const titled = (title: string, schema: JsonSchema): JsonSchema => ({ title, ...schema });
export const text = (description: string): JsonSchema => ({ type: 'string', description });
/** Adds what a field of a response body means, and an example of it. */
export const field = (schema: JsonSchema, description: string, example: unknown): JsonSchema => ({
  ...schema,
  description,
  examples: [example],
});
export const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const sum: JsonSchema = {
  type: 'string',
  format: 'decimal',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: 'A decimal with two places.',
  examples: ['71.00'],
};
export const date: JsonSchema = { type: 'string', format: 'date' };
export const dateTime: JsonSchema = { type: 'string', format: 'date-time', pattern: 'Z$', description: 'A UTC time.' };
