/** Matches a status or an error code; any other text from the server is kept out of reasons and logs. */
const CODE = /^[A-Za-z][A-Za-z0-9_.]{0,63}$/;
/** Error codes without information. */
const VAGUE = ['Error', 'Unknown', 'UnknownError', 'S3ServiceException'];

/** The parts of an SDK error that are used: S3's own have `name` and a status, Node's have `code`. */
type S3Error = {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
};

/** A response that the SDK accepted, but that lacks a part that S3 always sends. */
export class NotS3 extends Error {}

const partsOf = (error: unknown): S3Error => (typeof error === 'object' && error !== null ? error : {});

/** The key or its bucket is missing: the response to a HEAD has no body to tell which. */
export const isNotFound = (error: unknown): boolean => partsOf(error).$metadata?.httpStatusCode === 404;

/** `403`, `404 NoSuchBucket`, `ECONNREFUSED`, `TimeoutError`, `not S3`: never a message, which may quote the request. */
const describe = (error: unknown): string => {
  const { name, code, $metadata } = partsOf(error);
  const status = $metadata?.httpStatusCode;
  // A failure with a success status: the SDK could not read the body.
  if (error instanceof NotS3 || status === 200) return 'not S3';
  const said = [code, name].find((text) => typeof text === 'string' && CODE.test(text) && !VAGUE.includes(text));
  return [status, said].filter((part) => part !== undefined).join(' ') || 'unexpected';
};

/** Describes a failure of S3 in few words, without credentials, keys or text from the server. */
export const reasonOfS3Failure = (error: unknown): string => `s3: ${describe(error)}`;
