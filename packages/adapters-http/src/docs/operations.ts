import type { Answerer } from '@carryover/contract/error-codes';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import type { Operation } from '@carryover/contract/openapi/named-responses';

/** Returns all operations with their paths, in document order. */
export const operationsOf = ({ paths }: OpenApiDocument): ReadonlyArray<readonly [path: string, Operation]> =>
  Object.entries(paths).flatMap(([path, item]) => Object.values(item).map((operation) => [path, operation] as const));

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

/** Returns the headers of all responses, each once, with the statuses that have it; `isOnEvery`: every response has it. */
export const responseHeadersOf = (openApi: OpenApiDocument) => {
  const { headers: components } = openApi.components;
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
