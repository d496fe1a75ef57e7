import type { AccountRef } from './common.ts';

/** Body of `payment-instruction/create/` and `…/validate/`. */
export type PaymentInstructionRequest = AccountRef & {
  /** `STRIPE`, `GOCARDLESS`, or another vendor that the service is configured for. */
  readonly vendor: string;
  /** The vendor's reference of the instruction, 1 to 512 characters. */
  readonly reference: string;
  /** A type that the vendor offers: `CARD`, `DIRECT_DEBIT`. */
  readonly type: string;
};

export type PaymentInstructionAnswer = {
  /** The platform's own account number, `A-1B2C3D4E`. */
  readonly service_account_number: string;
  readonly reference: string;
};
