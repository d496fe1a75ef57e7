import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A permanent failure: the same request would fail again (decisions 8: 400). */
type PersistentVendorFailure =
  | { readonly kind: 'payment_instruction_not_found_at_vendor' }
  | { readonly kind: 'payment_instruction_not_active'; readonly status: string }
  | { readonly kind: 'payment_vendor_rejected_request'; readonly httpStatus: number };

/**
 * A temporary failure: the same request may succeed later (decisions 8: 500).
 * `credentials` (401 and 403) means that our own credentials are wrong; the adapter raises the alarm.
 */
export type IntermittentVendorFailure = {
  readonly kind: 'payment_vendor_unavailable';
  readonly cause:
    | 'timeout'
    | 'connection'
    | 'http_status'
    | 'unreadable'
    | 'credentials'
    /** Not called: the circuit breaker is open. */
    | 'circuit_open'
    /** Not called: too many requests are waiting for the vendor. */
    | 'overloaded';
  /** With `circuit_open`: the time until the breaker permits a trial. */
  readonly retryInMs?: number;
};

export type VendorFailure = PersistentVendorFailure | IntermittentVendorFailure;

/** One payment vendor (§4.5). Adapters exist only for vendors that are configured. */
export type PaymentVendor = {
  /** As sent in `vendor`: `STRIPE`, `GOCARDLESS`. */
  readonly name: string;
  /** The instruction types it offers, as sent in `type`. */
  readonly types: ReadonlyArray<string>;
  /** Verifies the instruction at the vendor. Takes at most 10 s, retries included; never throws. */
  readonly verify: (instruction: {
    readonly reference: string;
    readonly type: string;
  }) => TaskEither<VendorFailure, VerifiedInstruction>;
};
