import type { InstructionState, Wire } from './vendor-sandbox.ts';

/** Stripe's wire format, for `GET /v1/payment_methods/{reference}`. */
export const paymentMethods: Wire = {
  path: '/v1/payment_methods/',
  states: {
    'THIS-IS-A-FAKE-REFERENCE': 'usable',
    'SANDBOX-CARD': 'usable',
    'SANDBOX-CANCELLED': 'detached',
    'SANDBOX-NOT-A-CARD': 'not_a_card',
  },
  body: (id, state) => ({
    id,
    object: 'payment_method',
    created: 1_767_225_600,
    customer: state === 'detached' ? null : 'cus_SANDBOX',
    livemode: false,
    metadata: {},
    ...(state === 'not_a_card'
      ? { type: 'sepa_debit', sepa_debit: { last4: '3000' } }
      : { type: 'card', card: card(state) }),
  }),
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

const card = (state: InstructionState) => ({
  brand: 'visa',
  country: 'GB',
  exp_month: 8,
  exp_year: state === 'expired' ? 2020 : 2099,
  funding: 'credit',
  last4: '4242',
});
