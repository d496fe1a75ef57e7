/** Times and bounds of one vendor (docs/adr/0008). */
export type VendorSettings = {
  /** One verification in all: waiting for a slot, every attempt and the pauses between them. Below the 10 s it may take. */
  readonly deadlineMs: number;
  /** One attempt, from connecting to the last byte. */
  readonly attemptMs: number;
  /** No attempt is begun with less time than this left. */
  readonly leastAttemptMs: number;
  /** Attempts at one request, the first included. */
  readonly attempts: number;
  /** Pause before the second attempt; doubled for each further one, of which a random half is taken off. */
  readonly backoffMs: number;
  /** Attempts in a row that told nothing, and the circuit opens. */
  readonly failuresToOpen: number;
  /** Longer than `attemptMs`: no attempt begun before the circuit opened is then left to reopen it. */
  readonly halfOpenAfterMs: number;
  /** Verifications at a time, and sockets. */
  readonly concurrent: number;
  /** Verifications waiting for a slot; the next is refused at once. */
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
