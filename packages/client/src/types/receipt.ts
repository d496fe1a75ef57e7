/**
 * The receipt of a request that was accepted. Keep it: with it, the operator's evidence of the migration can be checked
 * later. Both are null if the service sent none.
 */
export type Receipt = {
  /** `X-Import-Id`: the id of the import record. */
  readonly importId: string | null;
  /** `X-Payload-SHA256`: SHA-256 of the body as received, in lower-case hexadecimal. */
  readonly payloadSha256: string | null;
};
