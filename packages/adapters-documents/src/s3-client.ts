import { S3Client } from '@aws-sdk/client-s3';

export type S3Connection = {
  readonly region: string;
  /** `https://minio.example:9000`. Default: Amazon's endpoint for the region. */
  readonly endpoint?: string;
  /** Default: those that the SDK finds in the environment, shared files or the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Concurrent look-ups, and so sockets. Default 32. */
  readonly maxParallel?: number;
  /** Time for one call, retries included, in milliseconds. Default 10,000. */
  readonly deadlineMs?: number;
};

const MAX_ATTEMPTS = 3;

/** Makes a client with our own attempts and time-outs, because the SDK's default waits for a response forever. */
export const makeS3Client = ({
  region,
  endpoint,
  credentials,
  maxParallel,
  deadlineMs,
}: S3Connection & { readonly maxParallel: number; readonly deadlineMs: number }): S3Client => {
  // All attempts and the waits between them fit into the deadline, so a store that hangs is reported as such.
  const attemptMs = Math.ceil((deadlineMs * 0.75) / MAX_ATTEMPTS);
  // An idle socket is closed before a firewall drops it and a request on it is lost.
  const agent = { keepAlive: true, maxSockets: maxParallel, timeout: attemptMs };
  return new S3Client({
    region,
    // Servers other than Amazon's have the bucket in the path, not in the host name.
    forcePathStyle: endpoint !== undefined,
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
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
};
