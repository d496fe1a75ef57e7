import type { JsonSchema } from '@carryover/contract/codecs/codec';
import { mappingSchema } from '@carryover/contract/mapping/mapping';

type Definition = {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: ReadonlyArray<string>;
};

/** `ExpectationOfAFile` is `expectation of a file`. */
const wordsOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();
const headingOf = (name: string): string => `Reference: ${wordsOf(name)}`;

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');

const SCALARS: Readonly<Record<string, string>> = { string: 'text', integer: 'number', boolean: '`true`, `false`' };

/** Returns the type of a schema in words, with links to the objects of a mapping. */
const typeOf = (schema: JsonSchema): string => {
  const { type } = schema;
  const inner = (member: string): string => typeOf(schema[member] as JsonSchema);
  const texts = (member: string): ReadonlyArray<string> => (schema[member] as ReadonlyArray<unknown>).map(String);
  if (schema.$ref !== undefined) {
    const name = String(schema.$ref).split('/').at(-1)!;
    return `[${wordsOf(name)}](#${anchorOf(headingOf(name))})`;
  }
  if (schema.anyOf !== undefined)
    return [...new Set((schema.anyOf as ReadonlyArray<JsonSchema>).map(typeOf))].join(', or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined)
    return texts('enum')
      .map((one) => `\`${one}\``)
      .join(', ');
  if (type === 'array') return `list of ${inner('items')}`;
  if (type === 'object') return `map to ${inner('additionalProperties')}`;
  if (Array.isArray(type)) return 'text';
  return schema.maxLength === 1 ? 'character' : SCALARS[String(type)]!;
};

/** Returns a value as YAML has it in one line. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}: ${shown(member)}`)
      .join(', ')}}`;
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[\p{L}/][\p{L}\d ._/-]*$/u.test(value) && !['true', 'false', 'null', 'NULL'].includes(value);
  return isPlain ? value : JSON.stringify(value).replace(/^"(\\")"$/, "'\"'");
};

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const tableOf = ({ properties, required = [] }: Definition): string =>
  [
    '| property | type | default | content | example |',
    '|---|---|---|---|---|',
    ...Object.entries(properties).map(([name, schema]) => {
      const [example] = schema.examples as ReadonlyArray<unknown>;
      const byDefault = schema.default === undefined ? '' : code(shown(schema.default));
      return `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'required' : byDefault} | ${schema.description} | ${code(shown(example))} |`;
    }),
  ].join('\n');

/** Returns the properties of a mapping as markdown, from its JSON Schema: type, default, content and example of each. */
export const mappingReferenceMarkdown = (): string => {
  const { $defs } = mappingSchema() as { readonly $defs: Readonly<Record<string, Definition>> };
  // The schema has the parts of a mapping before it.
  return Object.entries($defs)
    .toReversed()
    .map(([name, definition]) => `## ${headingOf(name)}\n\n${tableOf(definition)}`)
    .join('\n\n');
};
