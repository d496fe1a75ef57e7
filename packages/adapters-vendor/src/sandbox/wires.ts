import type { MandateStatus } from 'gocardless-nodejs/types';

/** A card that is usable, expired or detached from its customer, another payment method, or a mandate of that status. */
export type InstructionState = 'usable' | 'detached' | 'not_a_card' | `${MandateStatus}`;

/** A resource of a vendor, as far as the adapters use it. */
export type Wire = {
  /** Its path, up to the reference. */
  readonly path: string;
  /** The instructions that only this vendor knows, by reference. */
  readonly states: { readonly [reference: string]: InstructionState };
  /** The body of the vendor's answer for an instruction in this state. */
  readonly body: (reference: string, state: InstructionState) => object;
  /** The body in the vendor's error form. */
  readonly refusal: (httpStatus: number, reference: string) => object;
};

/** Stripe's wire format, for `GET /v1/payment_methods/{reference}`. */
const paymentMethods: Wire = {
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
        : {
            message: `The sandbox answers ${httpStatus}.`,
            type: httpStatus < 500 ? 'invalid_request_error' : 'api_error',
          },
  }),
};

const card = (state: InstructionState) => ({
  brand: 'visa',
  country: 'GB',
  exp_month: 8,
  exp_year: state === 'expired' ? 2020 : 2099,
  funding: 'credit',
  last4: '4242',
});

const gocardlessRefusal: Wire['refusal'] = (httpStatus) => {
  const message = httpStatus === 404 ? 'Resource not found' : `The sandbox answers ${httpStatus}.`;
  const reason = httpStatus === 404 ? 'resource_not_found' : 'bad_request';
  return {
    error: {
      message,
      errors: [{ reason, message }],
      type: httpStatus < 500 ? 'invalid_api_usage' : 'gocardless',
      request_id: 'SANDBOX',
      code: httpStatus,
    },
  };
};

/** GoCardless' wire format, for `GET /mandates/{reference}`. */
const mandates: Wire = {
  path: '/mandates/',
  states: {
    'SANDBOX-MANDATE': 'active',
    'SANDBOX-PENDING-CUSTOMER-APPROVAL': 'pending_customer_approval',
    'SANDBOX-PENDING-SUBMISSION': 'pending_submission',
    'SANDBOX-SUBMITTED': 'submitted',
    'SANDBOX-CANCELLED': 'cancelled',
    'SANDBOX-FAILED': 'failed',
    'SANDBOX-CONSUMED': 'consumed',
    'SANDBOX-BLOCKED': 'blocked',
    'SANDBOX-SUSPENDED-BY-PAYER': 'suspended_by_payer',
  },
  body: (id, state) => ({
    mandates: {
      id,
      created_at: '2026-01-01T00:00:00.000Z',
      reference: 'SANDBOX',
      status: state === 'usable' ? 'active' : state,
      scheme: 'bacs',
      links: { customer_bank_account: 'SANDBOX-BANK-ACCOUNT', creditor: 'CR-SANDBOX', customer: 'CU-SANDBOX' },
    },
  }),
  refusal: gocardlessRefusal,
};

/** The bank account of all mandates, for `GET /customer_bank_accounts/{id}`. */
const bankAccounts: Wire = {
  path: '/customer_bank_accounts/',
  states: { 'SANDBOX-BANK-ACCOUNT': 'usable' },
  body: (id) => ({
    customer_bank_accounts: {
      id,
      created_at: '2026-01-01T00:00:00.000Z',
      account_holder_name: 'SANDBOX',
      account_number_ending: '11',
      country_code: 'GB',
      currency: 'GBP',
      bank_name: 'BARCLAYS BANK PLC',
      enabled: true,
      links: { customer: 'CU-SANDBOX' },
    },
  }),
  refusal: gocardlessRefusal,
};

/** All resources; the first answers for paths that none has. */
export const WIRES: readonly [Wire, ...Wire[]] = [paymentMethods, mandates, bankAccounts];
