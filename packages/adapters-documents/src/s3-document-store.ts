import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import type { DocumentStoreConfig } from '@carryover/settings/document-store';
import { type Lookup, makeDocumentStore } from './document-store.ts';

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
class NotS3 extends Error {}

const partsOf = (error: unknown): S3Error => (typeof error === 'object' && error !== null ? error : {});

/** The key or its bucket is missing: the response to a HEAD has no body to tell which. */
const isNotFound = (error: unknown): boolean => partsOf(error).$metadata?.httpStatusCode === 404;

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

/** Concurrent look-ups, and so sockets. */
const MAX_PARALLEL = 32;
/** Time for one call, retries included. */
export const DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 3;

/** A bucket, and the prefix of every location: with `documents`, `acme/bill.pdf` is the key `documents/acme/bill.pdf`. */
export type Bucket = Omit<Extract<DocumentStoreConfig, { readonly kind: 's3' }>, 'kind'>;

/** Makes a client with our own attempts and time-outs, because the SDK's default waits for a response forever. */
export const makeS3Client = ({ region, endpoint }: Bucket, deadlineMs: number): S3Client => {
  // All attempts and the waits between them fit into the deadline, so a store that hangs is reported as such.
  const attemptMs = Math.ceil((deadlineMs * 0.75) / MAX_ATTEMPTS);
  // An idle socket is closed before a firewall drops it and a request on it is lost.
  const agent = { keepAlive: true, maxSockets: MAX_PARALLEL, timeout: attemptMs };
  return new S3Client({
    region,
    // Servers other than Amazon's have the bucket in the path, not in the host name.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: Math.ceil(deadlineMs * 0.1),
      requestTimeout: attemptMs,
      // Without this, a time-out is only a warning in the log.
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
};

/** Maximum length of a key in UTF-8; S3 responds to a HEAD for a longer key with an ordinary 400. */
const MAX_KEY_BYTES = 1024;

const headObject = async (
  client: S3Client,
  bucket: string,
  key: string,
  abortSignal: AbortSignal,
): Promise<boolean> => {
  try {
    const { ETag } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
    // Every object has an ETag; a web server's 200 page for any path usually does not.
    if (ETag === undefined) throw new NotS3();
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
};

/**
 * Throws unless the bucket exists: for HEAD, a missing bucket and a missing key are the same 404. The response to a listing has a body,
 * which gives S3's own reason and reveals a server that is not S3. It lists from the missing key on, because the right
 * to list may be limited to a prefix.
 */
const requireBucket = async (
  client: S3Client,
  bucket: string,
  key: string,
  abortSignal: AbortSignal,
): Promise<void> => {
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: key, MaxKeys: 1 });
  const { Name } = await client.send(command, { abortSignal });
  if (Name === undefined) throw new NotS3();
};

/** Returns the bytes of an object; null if the bucket exists and has no such object. */
export const getObject = async (client: S3Client, bucket: string, key: string, deadlineMs: number) => {
  const abortSignal = AbortSignal.timeout(deadlineMs);
  try {
    const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    if (ETag === undefined || !(Body instanceof Readable)) throw new NotS3();
    return Body;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await requireBucket(client, bucket, key, abortSignal);
    return null;
  }
};

/**
 * Makes a store of documents as objects of one S3 bucket (decisions 9, ADR 8): location `acme/2026/bill.pdf` is that key, byte for byte.
 * Needs `s3:GetObject` and `s3:ListBucket`: without the second, S3 responds 403 for a missing key, which counts as unknown.
 *
 * @returns Left `document_store_unavailable` for everything except an object's 200 and a key's 404: a missing bucket, 403, 5xx after
 * three attempts, no response, no S3; further cases at {@link makeDocumentStore}.
 */
export const makeS3DocumentStore = (config: Bucket, deadlineMs = DEADLINE_MS): DocumentStore => {
  const { bucket, prefix } = config;
  const client = makeS3Client(config, deadlineMs);
  const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

  const begin: Lookup['begin'] = (_root, signal) => {
    let bucketIsThere: Promise<void> | undefined;
    return async (location) => {
      const key = base + location;
      if (Buffer.byteLength(key) > MAX_KEY_BYTES) return false;
      if (await headObject(client, bucket, key, signal)) return true;
      bucketIsThere ??= requireBucket(client, bucket, key, signal);
      await bucketIsThere;
      return false;
    };
  };

  const open: Lookup['open'] = async (_root, location) => {
    const key = base + location;
    return Buffer.byteLength(key) > MAX_KEY_BYTES ? null : getObject(client, bucket, key, deadlineMs);
  };

  return makeDocumentStore({ begin, open, reasonOf: reasonOfS3Failure, maxParallel: MAX_PARALLEL, deadlineMs });
};
