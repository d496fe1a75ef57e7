import type { JsonSchema } from '@carryover/contract/codecs/codec';
import type { Answerer } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';

type Response = { readonly headers?: Readonly<Record<string, { readonly $ref: string }>> };
type Media = { readonly schema: JsonSchema };

/** The part of an operation that the pages use. */
export type Operation = {
  readonly tags: ReadonlyArray<string>;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response & { readonly content?: Readonly<Record<string, Media>> }>>;
};
type Paths = Readonly<Record<string, { readonly post?: Operation; readonly get?: Operation }>>;

/** Returns all operations with their paths, in document order. */
export const operationsOf = (openApi: OpenApiDocument): ReadonlyArray<readonly [path: string, Operation]> =>
  Object.entries(openApi.paths as Paths).flatMap(([path, { post, get }]) =>
    [post, get].flatMap((operation) => (operation === undefined ? [] : [[path, operation] as const])),
  );

/** Returns the address of an operation in the reference. */
export const addressOfOperation = ({ tags, operationId }: Operation): string =>
  `/docs/reference#/${encodeURIComponent(tags[0]!)}/${operationId}`;

/** Returns the path of an answerer; for an import, that of `create/`. */
const pathsOf = (name: Answerer): ReadonlyArray<string> => [
  `/v1/data-import/${name}/create/`,
  `/v1/data-import/${name}/`,
  `/v1/${name}/`,
];

/** Returns the address of an answerer in the reference; null if it is not an endpoint. */
export const referenceOf = (openApi: OpenApiDocument, name: Answerer): string | null => {
  const operations = new Map(operationsOf(openApi));
  const path = pathsOf(name).find((known) => operations.has(known));
  return path === undefined ? null : addressOfOperation(operations.get(path)!);
};

/** A response header, and the statuses that carry it at any operation. */
type ResponseHeader = {
  readonly name: string;
  readonly description: string;
  readonly statuses: ReadonlyArray<string>;
  /** True if every response of every operation has it. */
  readonly isOnEvery: boolean;
};

type HeaderComponents = { readonly headers: Readonly<Record<string, { readonly description: string }>> };

/** The headers of all responses, each once. */
export const responseHeadersOf = (openApi: OpenApiDocument): ReadonlyArray<ResponseHeader> => {
  const { headers: components } = openApi.components as HeaderComponents;
  const responses = operationsOf(openApi).flatMap(([, operation]) => Object.entries(operation.responses));
  const names = new Map(responses.flatMap(([, { headers = {} }]) => Object.entries(headers)));
  return [...names].map(([name, { $ref }]) => {
    const carrying = responses.filter(([, { headers = {} }]) => name in headers);
    return {
      name,
      description: components[$ref.slice($ref.lastIndexOf('/') + 1)]!.description,
      statuses: [...new Set(carrying.map(([status]) => status))].toSorted(),
      isOnEvery: carrying.length === responses.length,
    };
  });
};
