/** The times and limits for one vendor (docs/adr/0008). */
export type VendorSettings = {
  /** A whole verification: waiting for a slot, every attempt and the pauses between them. Less than the 10 s allowed. */
  readonly deadlineMs: number;
  /** One attempt, from connecting to the last byte. */
  readonly attemptMs: number;
  /** No attempt starts with less time left than this. */
  readonly leastAttemptMs: number;
  /** Attempts for each request, including the first. */
  readonly attempts: number;
  /** The longest pause before the second attempt; doubled for each further one. The pause is a random half to all of it. */
  readonly backoffMs: number;
  /** Consecutive intermittent failures that open the circuit. */
  readonly failuresToOpen: number;
  /** Longer than `attemptMs`, so that no attempt from before the circuit opened can reopen it. */
  readonly halfOpenAfterMs: number;
  /** Verifications at the same time, and sockets. */
  readonly concurrent: number;
  /** Verifications that may wait for a slot; the next one is refused at once. */
  readonly queued: number;
};

export const VENDOR_SETTINGS: VendorSettings = {
  deadlineMs: 9_500,
  attemptMs: 4_000,
  leastAttemptMs: 500,
  attempts: 3,
  backoffMs: 200,
  failuresToOpen: 10,
  halfOpenAfterMs: 5_000,
  concurrent: 64,
  queued: 500,
};
