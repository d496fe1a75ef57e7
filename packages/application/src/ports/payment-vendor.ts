import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** Asking again, unchanged, cannot help (decisions 8: answered 400). */
type PersistentVendorFailure =
  | { readonly kind: 'payment_instruction_not_found_at_vendor' }
  | { readonly kind: 'payment_instruction_not_active'; readonly status: string }
  | { readonly kind: 'payment_vendor_rejected_request'; readonly httpStatus: number };

/**
 * Asking again later may help (decisions 8: answered 500).
 * `credentials` (401 and 403) is our own fault and not the client's; the adapter raises the alarm.
 */
export type IntermittentVendorFailure = {
  readonly kind: 'payment_vendor_unavailable';
  readonly cause:
    | 'timeout'
    | 'connection'
    | 'http_status'
    | 'unreadable'
    | 'credentials'
    /** Not asked: the vendor was down a moment ago. */
    | 'circuit_open'
    /** Not asked: too many requests are waiting for the vendor. */
    | 'overloaded';
};

export type VendorFailure = PersistentVendorFailure | IntermittentVendorFailure;

/** One payment vendor (§4.5). Adapters exist only for vendors that are configured. */
export type PaymentVendor = {
  /** As sent in `vendor`: `STRIPE`, `GOCARDLESS`. */
  readonly name: string;
  /** The instruction types it offers, as sent in `type`. */
  readonly types: ReadonlyArray<string>;
  /** Asks the vendor for the instruction. Takes 10 s at most in all, retries included; never throws. */
  readonly verify: (instruction: {
    readonly reference: string;
    readonly type: string;
  }) => TaskEither<VendorFailure, VerifiedInstruction>;
};
