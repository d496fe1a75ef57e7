import type { Issue, Path } from '@carryover/contract/issue';
import { isJsonObject, JsonNumber, type JsonValue } from '@carryover/contract/json/exact-json';

/** The maximum length of a stored value, in code points. */
const MAX_LENGTH = 200;
/** The part that is searched for keys and tokens, which may begin in the stored part. */
const SEARCHED_LENGTH = 10 * MAX_LENGTH;

/** API keys, access tokens (JWT), and the secret keys of payment vendors, wherever they are in a text. */
const KEYS = /co_[0-9a-f]{8}_[\w-]+|eyJ[\w-]+\.[\w.-]+|[rs]k_(?:live|test)_\w+|whsec_\w+/gi;

/** Codes whose field may hold anything, or is a query parameter. */
const NOT_KEPT: ReadonlySet<Issue['code']> = new Set(['unknown_field', 'unknown_parameter']);

/** Returns the value at a path of a body; undefined if there is none. */
export const valueAt = (body: JsonValue, path: Path): JsonValue | undefined => {
  let value: JsonValue | undefined = body;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step as string];
    else return undefined;
  }
  return value;
};

const shorten = (text: string): string => {
  const characters = [...text.slice(0, SEARCHED_LENGTH)];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text;
};

/** The last four characters of a payment instruction's reference; none if that would be most of it. */
const maskReference = (text: string): string => (text.length < 8 ? '****' : `****${[...text].slice(-4).join('')}`);

const isReference = (endpoint: string, [field]: Path): boolean =>
  endpoint.startsWith('payment-instruction/') && field === 'reference';

const show = (value: JsonValue, isSecret: boolean): string => {
  if (Array.isArray(value)) return `[${value.length} items]`;
  if (isJsonObject(value)) return `{${Object.keys(value).length} fields}`;
  if (value instanceof JsonNumber) return isSecret ? '****' : shorten(value.text);
  if (typeof value !== 'string') return String(value);
  const masked = value.slice(0, SEARCHED_LENGTH).replace(KEYS, '****');
  return JSON.stringify(isSecret ? maskReference(value) : shorten(masked));
};

/**
 * Returns the value that caused an error, for its import record: a string, number, boolean or null as JSON text, shortened to 200
 * characters, with keys masked; for a list or an object, its size. JSON text has no character that PostgreSQL cannot store.
 *
 * @returns null if the input is missing, is the whole body, or is an unknown field.
 */
export const attrValueOf = (
  endpoint: string,
  body: JsonValue | null,
  { code, path }: Pick<Issue, 'code' | 'path'>,
): string | null => {
  if (path.length === 0 || NOT_KEPT.has(code)) return null;
  const value = body === null ? undefined : valueAt(body, path);
  return value === undefined ? null : show(value, isReference(endpoint, path));
};
