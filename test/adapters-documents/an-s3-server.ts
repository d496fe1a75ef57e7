import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { aFolder } from './a-folder.ts';

/** The one key pair s3rver knows. */
export const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
export const region = 'us-east-1';

export type AnS3Server = {
  readonly endpoint: string;
  readonly put: (key: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A server that speaks the S3 protocol, on a free port of this machine, with one empty bucket. */
export const anS3Server = async (bucket: string): Promise<AnS3Server> => {
  const folder = await aFolder();
  const configureBuckets = [{ name: bucket }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder.path, configureBuckets });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return {
    endpoint,
    put: async (key) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'a document' }));
    },
    stop: async () => {
      client.destroy();
      await server.close();
      await folder.remove();
    },
  };
};
