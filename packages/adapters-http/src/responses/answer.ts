import type { ErrorCode } from '@carryover/contract/error-codes';

/** A response, ready to be sent. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text or its bytes; anything else with its own `Content-Type`; null for an empty body. */
  readonly body: string | Uint8Array | null;
  /** The code of the first error, for the log and the metrics. */
  readonly code?: ErrorCode;
};
