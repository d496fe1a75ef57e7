import type { JsonSchema } from '../codecs/codec.ts';
import type { Components } from './schema-of.ts';

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: unknown }>>;
type Response = {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
  readonly [field: string]: unknown;
};
export type Operation = {
  readonly tags: ReadonlyArray<string>;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly requestBody?: { readonly content: Content; readonly [field: string]: unknown };
  readonly responses: Readonly<Record<string, Response>>;
  readonly [field: string]: unknown;
};
export type PathItem = Readonly<Record<string, Operation>>;
export type Paths = Readonly<Record<string, PathItem>>;

const STATUS_NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const mapValues = <A, B>(values: Readonly<Record<string, A>>, to: (value: A, key: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, to(value, key)]));

const jsonOf = ({ content }: Response): JsonSchema | undefined => content?.['application/json']?.schema;

/** Returns, by status, the body that most operations have, if there are several. */
const sharedBodies = (paths: Paths): ReadonlyMap<string, string> => {
  const responses = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.entries(operation.responses))
    .filter(([, response]) => jsonOf(response) !== undefined);
  const shared = [...Map.groupBy(responses, ([status]) => status)].flatMap(([status, all]) => {
    const bodies = Map.groupBy(all, ([, response]) => JSON.stringify(jsonOf(response)));
    const [most] = [...bodies].toSorted(([, one], [, other]) => other.length - one.length);
    return most !== undefined && most[1].length > 1 ? [[status, most[0]] as const] : [];
  });
  return new Map(shared);
};

/**
 * Makes each JSON body of a response a component, so that generated clients have a type for it: `NotesCreateResponse`, and for an
 * error `NotesCreateBadRequest`, or `TooManyRequests` if most operations have the same.
 */
export const nameResponses = (paths: Paths, components: Components): Paths => {
  const shared = sharedBodies(paths);
  const nameOf = (operationId: string, status: string, schema: JsonSchema): string => {
    const statusName = STATUS_NAMES[status];
    if (statusName === undefined) return `${capitalised(operationId)}Response`;
    return shared.get(status) === JSON.stringify(schema) ? statusName : `${capitalised(operationId)}${statusName}`;
  };
  const toNamed = (operationId: string, status: string, response: Response): Response => {
    const schema = jsonOf(response);
    if (schema === undefined) return response;
    const name = nameOf(operationId, status, schema);
    components.set(name, { ...schema, title: name });
    return { ...response, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } };
  };
  return mapValues(paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response, status) => toNamed(operation.operationId, status, response)),
    })),
  );
};
