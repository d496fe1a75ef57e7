import type {
  CreatePaymentInstruction,
  PaymentInstructionRefusal,
  StoredInstruction,
} from '@carryover/application/imports/create-payment-instruction';
import type { IntermittentVendorFailure } from '@carryover/application/ports/payment-vendor';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreatePaymentInstructionBody, type OfferedVendor } from '@carryover/contract/codecs/payment-instruction';
import type { ErrorCode } from '@carryover/contract/error-codes';
import { complain, issueAt } from '@carryover/contract/issue';
import { failedValidation, onAccountRefused, type Rejection, rejection } from '../errors/rejection.ts';
import type { ImportEndpoint } from './import-handler.ts';

type Input = ValueOf<ReturnType<typeof makeCreatePaymentInstructionBody>>;

const onReference = ({ kind }: { readonly kind: ErrorCode }): Rejection =>
  failedValidation([issueAt(['reference'], complain(kind))]);

/** The seconds until a vendor may be available (decisions 8). */
const retryAfterSeconds = ({ cause, retryInMs = 0 }: IntermittentVendorFailure): number => {
  // The operator has to correct the service's credentials first.
  if (cause === 'credentials') return 60;
  return cause === 'circuit_open' ? Math.max(1, Math.ceil(retryInMs / 1_000)) : 5;
};

/** POST /v1/data-import/payment-instruction/create/ (§4.5) */
export const paymentInstructionEndpoint = (
  createPaymentInstruction: CreatePaymentInstruction,
  vendors: ReadonlyArray<OfferedVendor>,
): ImportEndpoint<Input, PaymentInstructionRefusal, StoredInstruction> => ({
  kind: 'payment-instruction',
  input: makeCreatePaymentInstructionBody(vendors),
  lists: [],
  run: (command, { vendor, reference, type }) =>
    createPaymentInstruction({ ...command, instruction: { vendor, reference, type } }),
  onSuccess: ({ serviceAccountNumber, reference }) => ({
    status: 201,
    body: JSON.stringify({ service_account_number: serviceAccountNumber, reference }),
  }),
  onRefused: {
    ...onAccountRefused,
    account_already_has_an_active_instruction: onReference,
    payment_instruction_not_found_at_vendor: onReference,
    payment_instruction_not_active: onReference,
    payment_vendor_rejected_request: onReference,
    payment_vendor_unavailable: (failure) => ({
      ...rejection(500, failure.kind, { headers: { 'Retry-After': String(retryAfterSeconds(failure)) } }),
      cause: new Error(`payment vendor: ${failure.cause}`),
    }),
  },
});
