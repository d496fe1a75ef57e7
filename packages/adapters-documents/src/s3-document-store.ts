import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { DocumentSource, DocumentStore } from '@carryover/application/ports/document-store';
import * as E from 'fp-ts/lib/Either.js';
import { findMissing, type HoldsDocument, isLocationBelow, unavailable } from './find-missing.ts';
import { makeS3Client, type S3Connection } from './s3-client.ts';
import { isNotFound, NotS3, reasonOfS3Failure } from './s3-failure.ts';

export type S3Bucket = S3Connection & {
  readonly bucket: string;
  /** Prefix of every location, joined by one `/`: with `documents`, `acme/bill.pdf` is the key `documents/acme/bill.pdf`. */
  readonly prefix?: string;
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
const getObject = async (client: S3Client, bucket: string, key: string, deadlineMs: number) => {
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
 * Makes a store of documents as objects of one S3 bucket (decisions 9, ADR 0009): location `acme/2026/bill.pdf` is that key, byte for byte.
 * Needs `s3:GetObject` and `s3:ListBucket`: without the second, S3 responds 403 for a missing key, which counts as unknown.
 *
 * @returns Left `document_store_unavailable` for everything except an object's 200 and a key's 404: a missing bucket, 403, 5xx after
 * three attempts, no response, no S3; further cases at {@link findMissing}.
 */
export const makeS3DocumentStore = ({
  bucket,
  prefix = '',
  ...connection
}: S3Bucket): DocumentStore & DocumentSource => {
  const { maxParallel = 32, deadlineMs = 10_000 } = connection;
  const client = makeS3Client({ ...connection, maxParallel, deadlineMs });
  const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

  const begin = (_root: string, signal: AbortSignal): HoldsDocument => {
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

  return {
    missing: findMissing({ begin, reasonOf: reasonOfS3Failure, maxParallel, deadlineMs }),
    open: (root, location) => async () => {
      if (!isLocationBelow(root)(location)) return E.left(unavailable('location_not_allowed'));
      const key = base + location;
      if (Buffer.byteLength(key) > MAX_KEY_BYTES) return E.right(null);
      try {
        return E.right(await getObject(client, bucket, key, deadlineMs));
      } catch (error) {
        return E.left(unavailable(reasonOfS3Failure(error)));
      }
    },
  };
};
