import { text } from 'node:stream/consumers';
import type { Bucket } from './s3-document-store.ts';

/** A place for files that are written once: a folder, or a bucket, which may lock its objects. Its methods reject if it fails. */
export type FileTarget = {
  /** Returns the text of a file; null if there is none. */
  readonly read: (name: string) => Promise<string | null>;
  /** Writes a new file. Rejects if there is one of the name. */
  readonly write: (name: string, content: string) => Promise<void>;
};

/** A bucket below a prefix. The retention of objects, if they are to be locked, is the bucket's own default. */
export const bucketTarget = async (bucket: Bucket): Promise<FileTarget> => {
  const { DEADLINE_MS, getObject, makeS3Client, reasonOfS3Failure } = await import('./s3-document-store.ts');
  const { PutObjectCommand } = await import('@aws-sdk/client-s3');
  const client = makeS3Client(bucket, DEADLINE_MS);
  const keyOf = (name: string) => (bucket.prefix === '' ? name : `${bucket.prefix}/${name}`);
  const failed = (cause: unknown): never => {
    throw new Error(reasonOfS3Failure(cause), { cause });
  };
  return {
    read: async (name) => {
      const body = await getObject(client, bucket.bucket, keyOf(name), DEADLINE_MS).catch(failed);
      return body === null ? null : text(body).catch(failed);
    },
    write: async (name, content) => {
      const object = { Bucket: bucket.bucket, Key: keyOf(name), Body: content, ContentType: 'application/json' };
      // A lock of the bucket requires a checksum, which the SDK adds.
      await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' })).catch(failed);
    },
  };
};
