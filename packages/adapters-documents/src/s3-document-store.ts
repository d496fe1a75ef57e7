import type { S3Client } from '@aws-sdk/client-s3';
import { HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import type { HoldsDocument } from './find-missing.ts';
import { findMissing } from './find-missing.ts';
import type { S3Connection } from './s3-client.ts';
import { makeS3Client } from './s3-client.ts';
import { isNotFound, NotS3, reasonOfS3Failure } from './s3-failure.ts';

export type S3Bucket = S3Connection & {
  readonly bucket: string;
  /** Goes before every location, joined by one `/`: with `documents`, `acme/bill.pdf` is the key `documents/acme/bill.pdf`. */
  readonly prefix?: string;
};

/** In UTF-8: S3 has no longer keys, and answers a HEAD for one with a 400 like any other. */
const MAX_KEY_BYTES = 1024;

const headObject = async (
  client: S3Client,
  bucket: string,
  key: string,
  abortSignal: AbortSignal,
): Promise<boolean> => {
  try {
    const { ETag } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
    // Every object has one; a web server's friendly 200 page for any path usually has not.
    if (ETag === undefined) throw new NotS3();
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
};

/**
 * Throws unless the bucket is there: to HEAD, a missing bucket and a missing key are the same 404. A listing's answer has a body,
 * so the reason is S3's own word and a server that is not S3 is found out; it lists from the missing key on, because the right
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

/**
 * Documents as objects of one S3 bucket (decisions 9, ADR 0009): location `acme/2026/bill.pdf` is that key, byte for byte.
 * Needs `s3:GetObject` and `s3:ListBucket`: without the second S3 answers 403 for a missing key, which counts as not known.
 *
 * @returns Left `document_store_unavailable` for everything but an object's 200 and a key's 404: a missing bucket, 403, 5xx after
 * three attempts, no answer, no S3; further cases at {@link findMissing}.
 */
export const makeS3DocumentStore = ({ bucket, prefix = '', ...connection }: S3Bucket): DocumentStore => {
  const { maxParallel = 32, deadlineMs = 10_000 } = connection;
  const client = makeS3Client({ ...connection, maxParallel, deadlineMs });
  const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

  const begin = (signal: AbortSignal): HoldsDocument => {
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

  return { missing: findMissing({ begin, reasonOf: reasonOfS3Failure, maxParallel, deadlineMs }) };
};
