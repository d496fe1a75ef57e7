import type { ErrorCode } from '../error-codes.ts';
import { BODIES, type CatalogueEntry, SEND_AGAIN } from './entry.ts';

/** Codes of the request as such. */
export const REQUESTS = {
  parse_error: {
    status: 400,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo:
      'Send one JSON document in UTF-8 without a byte order mark, without duplicate keys in an object, and with at most 32 nested levels. `detail` gives the line and column (both from 1; columns in characters) and what was expected there.',
    example: '{"notes": [],}',
  },
  not_authenticated: {
    status: 401,
    answeredBy: BODIES,
    whatToDo: 'Obtain a token with your API key and send it as `Authorization: Token <ACCESS_TOKEN>`.',
    example: 'a request without Authorization',
  },
  authentication_failed: {
    status: 401,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo:
      'Send a token, not the API key, with the scheme Token, not Bearer. If that is what you sent, obtain a new token. If that fails too, the API key was revoked or has expired: ask the operator.',
    example: 'a token that is over an hour old',
  },
  not_found: {
    status: 404,
    answeredBy: ['any address'],
    whatToDo: 'Correct the path. All endpoints are below /v1/data-import/.',
    example: 'POST /v1/data-import/note/create/',
  },
  method_not_allowed: {
    status: 405,
    answeredBy: ['any address'],
    whatToDo: 'Use a method that the Allow header lists.',
    example: 'GET /v1/data-import/notes/create/',
  },
  payload_too_large: {
    status: 413,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send fewer items in a request, or fewer fields in one object. The limit applies after decompression.',
    example: 'a body of 17 MiB',
  },
  unsupported_media_type: {
    status: 415,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send `Content-Type: application/json`, and no Content-Encoding other than gzip or br.',
    example: 'Content-Type: text/plain',
  },
  throttled: {
    status: 429,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo:
      'Wait the number of seconds in Retry-After, then send the same request again and continue at a lower rate.',
    example: 'twenty wrong API keys within a minute, or more requests than RateLimit-Policy allows',
  },
  service_unavailable: {
    status: 503,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo: SEND_AGAIN,
    example: 'any request while the database restarts',
  },
  error: {
    status: 500,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo: `${SEND_AGAIN} If the error persists, give the operator the X-Request-Id of the response.`,
    example: 'a defect of the service',
  },
} satisfies { readonly [Code in ErrorCode]?: CatalogueEntry };
