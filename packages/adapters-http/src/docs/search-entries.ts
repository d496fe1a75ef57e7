import { ERROR_CODES } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import type { Operation } from '@carryover/contract/openapi/named-responses';
import { pageAddress } from './addresses.ts';
import { addressOfOperation, operationsOf } from './operations.ts';
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

/** The part of a schema in which its fields are. */
type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly oneOf?: ReadonlyArray<Schema>;
};
type Named = readonly [name: string, description: string];

/** Returns the fields of a schema at any depth with their descriptions; reads each schema once. */
const fieldsOf = (
  schemas: Readonly<Record<string, Schema>>,
  schema: Schema,
  seen: Set<Schema>,
): ReadonlyArray<Named> => {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return fieldsOf(schemas, schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!, seen);
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = Object.entries(properties).map(([name, { description = '' }]): Named => [name, description]);
  const parts = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf, ...oneOf];
  return [...own, ...parts.flatMap((part) => fieldsOf(schemas, part, seen))];
};

type Body = Operation['responses'][string];

const fieldsOfBodies = (
  { components: { schemas } }: OpenApiDocument,
  bodies: ReadonlyArray<Pick<Body, 'content'>>,
): ReadonlyArray<Named> => {
  const seen = new Set<Schema>();
  return bodies.flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema }) => fieldsOf(schemas, schema, seen)),
  );
};

const requestFields = (openApi: OpenApiDocument, { parameters = [], requestBody }: Operation) => [
  ...parameters.map(({ name, description }): Named => [name, description]),
  ...fieldsOfBodies(openApi, requestBody === undefined ? [] : [requestBody]),
];

const answerFields = (openApi: OpenApiDocument, { responses }: Operation) =>
  fieldsOfBodies(openApi, Object.values(responses));

const operationEntry = ([path, operation]: readonly [string, Operation]): SearchEntry => {
  const { summary, description = '' } = operation;
  return { kind: 'Operation', title: summary, address: addressOfOperation(operation), text: `${path} ${description}` };
};

/**
 * Returns an entry of each field with all its descriptions, at the first of the operations that have it in their requests; if
 * there are none, in their responses. A dry run is named only for what no other operation has.
 */
const fieldEntries = (openApi: OpenApiDocument): ReadonlyArray<SearchEntry> => {
  const { dryRun = [], other = [] } = Object.groupBy(operationsOf(openApi), ([path]) =>
    path.endsWith('/validate/') ? 'dryRun' : 'other',
  );
  const sources = [other, dryRun].flatMap((operations) =>
    [requestFields, answerFields].map((fieldsIn) =>
      operations.flatMap(([, operation]) =>
        fieldsIn(openApi, operation).map(([name, text]) => ({ name, text, operation })),
      ),
    ),
  );
  const found = sources.flatMap((fields, rank) => fields.map((field) => ({ ...field, rank })));
  return [...Map.groupBy(found, ({ name }) => name)].map(([title, fields]) => {
    const [{ operation, rank }] = fields as [(typeof fields)[0], ...typeof fields];
    const operations = fields.filter((field) => field.rank === rank).map((field) => field.operation.summary);
    const texts = fields.map(({ text }) => text).filter((text) => text !== '');
    const text = [`In: ${[...new Set(operations)].join(', ')}.`, ...new Set(texts)].join(' ');
    return { kind: 'Field', title, address: addressOfOperation(operation), text };
  });
};

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
  [
    ...pages.flatMap(sectionsOf),
    ...operationsOf(openApi).map(operationEntry),
    ...fieldEntries(openApi),
    ...errorEntries(),
  ].map((entry) => ({
    ...entry,
    text: entry.text.replaceAll('`', ''),
  }));
