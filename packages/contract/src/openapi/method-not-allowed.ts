import type { JsonSchema } from '../codecs/codec.ts';
import { errorBody } from './answers/errors.ts';
import { header, json, LINK, REQUEST_ID } from './headers.ts';

/** The response to another method on the path, before anything of the request is looked at. @param body of the error. */
export const methodNotAllowed = (body: JsonSchema) => ({
  405: {
    description: 'Another method was used on this path. `Allow` lists those that it supports.',
    headers: { ...REQUEST_ID, Allow: header('Allow'), ...LINK },
    content: json(body),
  },
});

/** {@link methodNotAllowed} in the common error form. */
export const METHOD_NOT_ALLOWED = methodNotAllowed(errorBody(['method_not_allowed']));
