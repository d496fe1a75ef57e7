import { makeOpenApi } from '@carryover/contract/openapi/document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documented } from '../../scripts/site/documented.ts';

export const openApi: any = makeOpenApi(documented);

/** A number's significant digits, and how many of them stand after the point. */
const digitsOf = (value: number): { readonly significant: number; readonly places: number } => {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const significant = mantissa.replace(/[-.]/g, '').length;
  return { significant, places: Math.max(0, significant - 1 - Number(exponent)) };
};

const ajv = new Ajv2020({ strict: false, formats: { decimal: true } });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addKeyword({
  keyword: 'x-max-decimal-places',
  type: 'number',
  validate: (max: number, value: number) => digitsOf(value).places <= max,
});
ajv.addKeyword({
  keyword: 'x-max-significant-digits',
  type: 'number',
  validate: (max: number, value: number) => digitsOf(value).significant <= max,
});
ajv.addSchema(openApi, 'openapi');

const compiled = new Map<string, ValidateFunction>();

/** The validator of a schema of the document. @param steps down to it. */
export const validatorAt = (...steps: ReadonlyArray<string>): ValidateFunction => {
  const pointer = steps
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
  const known = compiled.get(pointer);
  if (known !== undefined) return known;
  const validate = ajv.compile({ $ref: `openapi#${pointer}` });
  compiled.set(pointer, validate);
  return validate;
};

type Seen = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

const complainAbout = (seen: Seen, what: string): never => {
  throw new Error(
    `${seen.method} ${seen.path} ${seen.status} is not as documented: ${what}\n${seen.text.slice(0, 1_000)}`,
  );
};

/** The response to an unlisted path, method or status: an error, in its form. */
const checkUndocumented = (seen: Seen): void => {
  if (seen.status < 400) complainAbout(seen, 'no such answer is documented');
  if (seen.method === 'HEAD') return;
  const isError = validatorAt('components', 'schemas', 'Error');
  if (!isError(JSON.parse(seen.text))) complainAbout(seen, ajv.errorsText(isError.errors));
};

/** Throws where an answer of the service is not what its documentation says. */
export const checkDocumented = (seen: Seen): void => {
  const path = seen.path.endsWith('/') || openApi.paths[seen.path] !== undefined ? seen.path : `${seen.path}/`;
  const method = seen.method.toLowerCase();
  const response = openApi.paths[path]?.[method]?.responses[seen.status];
  if (seen.status >= 400 && !/rel="help"/.test(seen.headers.get('link') ?? ''))
    complainAbout(seen, 'no link to what to do');
  if (!seen.headers.has('x-request-id')) complainAbout(seen, 'no request id');
  if (response === undefined) {
    if (path !== '/v1/graphql/') checkUndocumented(seen);
    return;
  }
  if (response.content === undefined) {
    if (seen.text !== '') complainAbout(seen, 'the body is documented as empty');
    return;
  }
  const [mediaType] = Object.keys(response.content);
  if (!seen.headers.get('content-type')?.startsWith(mediaType!)) complainAbout(seen, `it is not ${mediaType}`);
  const matches = validatorAt('paths', path, method, 'responses', String(seen.status), 'content', mediaType!, 'schema');
  if (!matches(mediaType === 'application/json' ? JSON.parse(seen.text) : seen.text))
    complainAbout(seen, ajv.errorsText(matches.errors));
};
