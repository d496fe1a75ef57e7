import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { aFolder } from './a-folder.ts';

/**
 * Gives the SDK a key pair in its environment; s3rver knows only this one. Not by Vitest's stubs, which other files of this process
 * take back.
 */
export const useCredentials = (accessKeyId = 'S3RVER', secretAccessKey = 'S3RVER'): void => {
  process.env.AWS_ACCESS_KEY_ID = accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
};
useCredentials();

export const region = 'us-east-1';

export type AnS3Server = {
  readonly endpoint: string;
  readonly put: (key: string) => Promise<void>;
  readonly get: (key: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** A server that speaks the S3 protocol, on a free port of this machine, with one empty bucket. */
export const anS3Server = async (bucket: string): Promise<AnS3Server> => {
  const folder = await aFolder();
  const configureBuckets = [{ name: bucket }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder.path, configureBuckets });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, region, forcePathStyle: true });
  return {
    endpoint,
    put: async (key) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'a document' }));
    },
    get: async (key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body!.transformToString();
    },
    stop: async () => {
      client.destroy();
      await server.close();
      await folder.remove();
    },
  };
};
