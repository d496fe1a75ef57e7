import type { Wire } from './vendor-sandbox.ts';

const refusal: Wire['refusal'] = (httpStatus) => {
  const [type, reason] = ERRORS[httpStatus] ?? ['gocardless', 'internal_server_error'];
  const message = httpStatus === 404 ? 'Resource not found' : `The sandbox answers ${httpStatus}.`;
  return {
    error: {
      message,
      errors: [{ reason, message }],
      documentation_url: `https://developer.gocardless.com/api-reference#${reason}`,
      type,
      request_id: 'SANDBOX',
      code: httpStatus,
    },
  };
};

const ERRORS: { readonly [httpStatus: number]: readonly [type: string, reason: string] } = {
  400: ['invalid_api_usage', 'bad_request'],
  401: ['invalid_api_usage', 'access_token_not_found'],
  403: ['invalid_api_usage', 'forbidden'],
  404: ['invalid_api_usage', 'resource_not_found'],
  409: ['invalid_state', 'conflict'],
  422: ['validation_failed', 'invalid'],
  429: ['invalid_api_usage', 'rate_limit_exceeded'],
};

/** GoCardless' wire format, for `GET /mandates/{reference}`. */
export const mandates: Wire = {
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
  refusal,
};

/** The bank account of all mandates, for `GET /customer_bank_accounts/{id}`. */
export const bankAccounts: Wire = {
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
  refusal,
};
