import type { JsonSchema } from '@carryover/contract/codecs/codec';
import { ERROR_CODES } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import { pageAddress } from './addresses.ts';
import { addressOfOperation, type Operation, operationsOf } from './operations.ts';
import { unescapeHtml } from './page.ts';
import type { WrittenPage } from './written-pages.ts';

/** An entry of the search: its address, and the words by which it is found. */
export type SearchEntry = {
  readonly kind: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
};

const plain = (html: string): string =>
  unescapeHtml(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The sections of a written page, and the text above the first. */
const sectionsOf = ({ name, title, content }: WrittenPage): ReadonlyArray<SearchEntry> => {
  const address = pageAddress(name);
  const [opening = '', ...sections] = content.split(/(?=<h[23] id=")/);
  return [
    { kind: title, title, address, text: plain(opening) },
    ...sections.map((section) => {
      const [, id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?) <a class="anchor"/.exec(section) ?? [];
      const text = plain(section.slice(section.indexOf('</h')));
      return { kind: title, title: plain(heading), address: `${address}#${id}`, text };
    }),
  ];
};

const schemasOf = (
  bodies: ReadonlyArray<Partial<NonNullable<Operation['requestBody']>> | undefined>,
): ReadonlyArray<JsonSchema> => bodies.flatMap((of) => Object.values(of?.content ?? {}).map(({ schema }) => schema));

/** Returns the fields of a schema at any depth with their descriptions; reads each schema once. */
const fieldsOf = (
  openApi: OpenApiDocument,
  schema: JsonSchema,
  seen: Set<unknown>,
): ReadonlyArray<[string, string]> => {
  const { schemas } = openApi.components as { readonly schemas: Readonly<Record<string, JsonSchema>> };
  const {
    $ref,
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
  } = schema as {
    readonly $ref?: string;
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly items?: JsonSchema;
    readonly anyOf?: ReadonlyArray<JsonSchema>;
    readonly oneOf?: ReadonlyArray<JsonSchema>;
  };
  if ($ref !== undefined) return fieldsOf(openApi, schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!, seen);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = Object.entries(properties).map(([name, { description }]): [string, string] => [
    name,
    typeof description === 'string' ? description : '',
  ]);
  const parts = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf, ...oneOf];
  return [...own, ...parts.flatMap((part) => fieldsOf(openApi, part, seen))];
};

type Named = readonly [name: string, description: string];
type Field = { readonly operations: Set<Operation>; readonly texts: Set<string> };

const requestFields = (openApi: OpenApiDocument, { parameters = [], requestBody }: Operation): ReadonlyArray<Named> => {
  const seen = new Set<unknown>();
  const inBody = schemasOf([requestBody]).flatMap((schema) => fieldsOf(openApi, schema, seen));
  return [...parameters.map(({ name, description }): Named => [name, description]), ...inBody];
};

const answerFields = (openApi: OpenApiDocument, { responses }: Operation): ReadonlyArray<Named> => {
  const seen = new Set<unknown>();
  return schemasOf(Object.values(responses)).flatMap((schema) => fieldsOf(openApi, schema, seen));
};

/**
 * Returns each field with all its descriptions, and the operations that have it in their requests; if there are none,
 * in their responses. A dry run is named only for what no other operation has.
 */
const fieldsOfAll = (openApi: OpenApiDocument): ReadonlyMap<string, Field> => {
  const isDryRun = ([path]: readonly [string, Operation]): boolean => path.endsWith('/validate/');
  const all = operationsOf(openApi);
  const [dryRuns, others] = [all.filter(isDryRun), all.filter((one) => !isDryRun(one))];
  const fields = new Map<string, Field>();
  for (const operations of [others, dryRuns])
    for (const fieldsIn of [requestFields, answerFields]) {
      const known = new Set(fields.keys());
      for (const [, operation] of operations)
        for (const [name, text] of fieldsIn(openApi, operation)) {
          const field = fields.get(name) ?? { operations: new Set(), texts: new Set() };
          fields.set(name, field);
          field.texts.add(text);
          if (!known.has(name)) field.operations.add(operation);
        }
    }
  return fields;
};

const operationEntry = ([path, operation]: readonly [string, Operation]): SearchEntry => {
  const { summary, description = '' } = operation;
  return { kind: 'Operation', title: summary, address: addressOfOperation(operation), text: `${path} ${description}` };
};

/** A field, at the first operation that has it. */
const fieldEntry = ([title, { operations, texts }]: readonly [string, Field]): SearchEntry => {
  const [first] = operations;
  const where = `In: ${[...operations].map(({ summary }) => summary).join(', ')}.`;
  const text = [where, ...texts].filter((part) => part !== '').join(' ');
  return { kind: 'Field', title, address: addressOfOperation(first!), text };
};

const referenceEntries = (openApi: OpenApiDocument): ReadonlyArray<SearchEntry> => [
  ...operationsOf(openApi).map(operationEntry),
  ...[...fieldsOfAll(openApi)].map(fieldEntry),
];

const errorEntries = (): ReadonlyArray<SearchEntry> =>
  Object.entries(ERROR_CODES).map(([code, { meaning, whatToDo, example }]) => ({
    kind: 'Error code',
    title: code,
    address: `${pageAddress('errors')}#${code}`,
    text: `${meaning} ${whatToDo} ${example}`,
  }));

/** Returns all entries of the search: the guide and the other pages, the reference, the error codes. */
export const searchEntries = (
  openApi: OpenApiDocument,
  pages: ReadonlyArray<WrittenPage>,
): ReadonlyArray<SearchEntry> =>
  [...pages.flatMap(sectionsOf), ...referenceEntries(openApi), ...errorEntries()].map((entry) => ({
    ...entry,
    text: entry.text.replaceAll('`', ''),
  }));
