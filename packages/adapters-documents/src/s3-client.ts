import { S3Client } from '@aws-sdk/client-s3';

export type S3Connection = {
  readonly region: string;
  /** `https://minio.example:9000`; unless told, Amazon's own for the region. */
  readonly endpoint?: string;
  /** Unless told, the SDK's usual places: environment, shared files, the machine's role. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Bucket in the path rather than in the host name; unless told, exactly where an `endpoint` is given. */
  readonly forcePathStyle?: boolean;
  /** Look-ups, and so sockets, at a time; 32 unless told. */
  readonly maxParallel?: number;
  /** For one call, retries included, in milliseconds; 10,000 unless told. */
  readonly deadlineMs?: number;
};

const MAX_ATTEMPTS = 3;

/** A client whose attempts and time-outs are ours and not the environment's: by itself the SDK waits for an answer forever. */
export const makeS3Client = ({
  region,
  endpoint,
  credentials,
  forcePathStyle = endpoint !== undefined,
  maxParallel,
  deadlineMs,
}: S3Connection & { readonly maxParallel: number; readonly deadlineMs: number }): S3Client => {
  // All attempts fit into the deadline, waits between them included, so a store that hangs is named as such.
  const attemptMs = Math.ceil((deadlineMs * 0.75) / MAX_ATTEMPTS);
  // An idle socket is closed before a firewall on the way forgets it and a request vanishes into it.
  const agent = { keepAlive: true, maxSockets: maxParallel, timeout: attemptMs };
  return new S3Client({
    region,
    forcePathStyle,
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: Math.ceil(deadlineMs * 0.1),
      requestTimeout: attemptMs,
      // Without this a time-out is a warning in the log only.
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
};
