import { behavioursOf, type InstructionState, type Wire } from './behaviours.ts';

const behaviourOf = behavioursOf({
  'THIS-IS-A-FAKE-REFERENCE': 'usable',
  'SANDBOX-CARD': 'usable',
  'SANDBOX-CANCELLED': 'detached',
  'SANDBOX-NOT-A-CARD': 'not_a_card',
});

const PATH = /^\/v1\/payment_methods\/([^/]+)$/;

/** Stripe's wire format, for `GET /v1/payment_methods/{reference}`. */
export const stripeWire: Wire = {
  match: (path) => {
    const reference = PATH.exec(path)?.[1];
    return reference === undefined
      ? null
      : { reference, behaviour: behaviourOf(reference), body: (state) => paymentMethod(reference, state) };
  },
  refusal: (httpStatus, reference) => ({
    error:
      httpStatus === 404
        ? {
            code: 'resource_missing',
            message: `No such PaymentMethod: '${reference}'`,
            param: 'payment_method',
            type: 'invalid_request_error',
          }
        : { message: `The sandbox answers ${httpStatus}.`, type: ERROR_TYPES[httpStatus] ?? 'api_error' },
  }),
};

const ERROR_TYPES: { readonly [httpStatus: number]: string } = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  403: 'invalid_request_error',
  422: 'invalid_request_error',
};

const paymentMethod = (id: string, state: InstructionState) => ({
  id,
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  created: 1_767_225_600,
  customer: state === 'detached' ? null : 'cus_SANDBOX',
  livemode: false,
  metadata: {},
  ...(state === 'not_a_card'
    ? { type: 'sepa_debit', sepa_debit: { last4: '3000' } }
    : { type: 'card', card: card(state) }),
});

const card = (state: InstructionState) => ({
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'GB',
  display_brand: 'visa',
  exp_month: 8,
  exp_year: state === 'expired' ? 2020 : 2099,
  fingerprint: 'SANDBOX',
  funding: 'credit',
  generated_from: null,
  last4: '4242',
  networks: { available: ['visa'], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
});
