import { ERROR_CATALOGUE } from '@carryover/contract/error-catalogue';
import { ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import type { JsonSchema } from '@carryover/contract/json-schema';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import { addressOfOperation, type Operation, operationsOf } from '../pages/operations.ts';
import { pageAddress } from '../pages/page.ts';
import { unescapeHtml } from '../pages/templates.ts';
import type { WrittenPage } from '../pages/written-pages.ts';

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

/** The sections of a written page, and what stands above the first. */
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

const schemasOf = ({ requestBody, responses }: Operation): ReadonlyArray<JsonSchema> =>
  [requestBody, ...Object.values(responses)].flatMap((of) =>
    Object.values(of?.content ?? {}).map(({ schema }) => schema),
  );

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

/** Returns operations, and each field once with all its descriptions, at the first operation that has it. */
const referenceEntries = (openApi: OpenApiDocument): ReadonlyArray<SearchEntry> => {
  const fields = new Map<string, { readonly operation: Operation; readonly texts: Set<string> }>();
  const operations = operationsOf(openApi).map(([path, operation]): SearchEntry => {
    const parameters = (operation.parameters ?? []).map(({ name, description }): [string, string] => [
      name,
      description,
    ]);
    const seen = new Set<unknown>();
    for (const [name, text] of [...parameters, ...schemasOf(operation).flatMap((it) => fieldsOf(openApi, it, seen))]) {
      const field = fields.get(name) ?? { operation, texts: new Set() };
      fields.set(name, { ...field, texts: field.texts.add(text) });
    }
    const { summary, description = '' } = operation;
    return {
      kind: 'Operation',
      title: summary,
      address: addressOfOperation(operation),
      text: `${path} ${description}`,
    };
  });
  return [
    ...operations,
    ...[...fields].map(([title, { operation, texts }]): SearchEntry => {
      const text = [`In: ${operation.summary}.`, ...texts].filter((part) => part !== '').join(' ');
      return { kind: 'Field', title, address: addressOfOperation(operation), text };
    }),
  ];
};

const errorEntries = (): ReadonlyArray<SearchEntry> =>
  Object.entries(ERROR_CATALOGUE).map(([code, { whatToDo, example }]) => ({
    kind: 'Error code',
    title: code,
    address: `${pageAddress('errors')}#${code}`,
    text: `${ERROR_CODES[code as ErrorCode]} ${whatToDo} ${example}`,
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
