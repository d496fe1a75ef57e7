import type { Answerer } from '@carryover/contract/error-catalogue';
import type { OpenApiDocument } from '@carryover/contract/openapi/document';

type Operation = { readonly tags: ReadonlyArray<string>; readonly operationId: string };
type Paths = Readonly<Record<string, { readonly post?: Operation }>>;

/** Where an answerer is called: an import's `create/` speaks for its dry run. */
const pathsOf = (name: Answerer): ReadonlyArray<string> => [
  `/v1/data-import/${name}/create/`,
  `/v1/data-import/${name}/`,
  `/v1/${name}/`,
];

/** Where the reference describes an answerer; null of one that is no address. */
export const referenceOf = (openApi: OpenApiDocument, name: Answerer): string | null => {
  const paths = openApi.paths as Paths;
  const operation = pathsOf(name)
    .map((path) => paths[path]?.post)
    .find((found) => found !== undefined);
  if (operation === undefined) return null;
  return `/docs/reference#/${encodeURIComponent(operation.tags[0]!)}/${operation.operationId}`;
};
