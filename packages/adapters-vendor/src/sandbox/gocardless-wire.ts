import { behavioursOf, type InstructionState, type Wire } from './behaviours.ts';

const behaviourOf = behavioursOf({
  'SANDBOX-MANDATE': 'active',
  'SANDBOX-PENDING-CUSTOMER-APPROVAL': 'pending_customer_approval',
  'SANDBOX-PENDING-SUBMISSION': 'pending_submission',
  'SANDBOX-SUBMITTED': 'submitted',
  'SANDBOX-CANCELLED': 'cancelled',
  'SANDBOX-FAILED': 'failed',
  'SANDBOX-CONSUMED': 'consumed',
  'SANDBOX-BLOCKED': 'blocked',
  'SANDBOX-SUSPENDED-BY-PAYER': 'suspended_by_payer',
});

const PATH = /^\/(mandates|customer_bank_accounts)\/([^/]+)$/;
const ACCOUNT_TROUBLE = /^SANDBOX-BANK-ACCOUNT-/;

/**
 * GoCardless' wire format, for `GET /mandates/{reference}` and `GET /customer_bank_accounts/{id}`.
 *
 * `SANDBOX-BANK-ACCOUNT-X` is an active mandate whose bank account behaves as `SANDBOX-X` does.
 */
export const gocardlessWire: Wire = {
  match: (path) => {
    const [, collection, id] = PATH.exec(path) ?? [];
    if (id === undefined) return null;
    if (collection === 'customer_bank_accounts') {
      const behaviour = behaviourOf(id === 'SANDBOX-BANK-ACCOUNT' ? 'SANDBOX-MANDATE' : id);
      return { reference: id, behaviour, body: () => bankAccount(id) };
    }
    const account = id.replace(ACCOUNT_TROUBLE, 'SANDBOX-');
    const isTroubled = account !== id && behaviourOf(account) !== null;
    return {
      reference: id,
      behaviour: behaviourOf(isTroubled ? 'SANDBOX-MANDATE' : id),
      body: (state) => mandate(id, state, isTroubled ? account : 'SANDBOX-BANK-ACCOUNT'),
    };
  },
  refusal: (httpStatus) => {
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
  },
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

const mandate = (id: string, state: InstructionState, bankAccount: string) => ({
  mandates: {
    id,
    created_at: '2026-01-01T00:00:00.000Z',
    reference: 'SANDBOX',
    status: state === 'usable' ? 'active' : state,
    scheme: 'bacs',
    next_possible_charge_date: null,
    payments_require_approval: false,
    metadata: {},
    links: { customer_bank_account: bankAccount, creditor: 'CR-SANDBOX', customer: 'CU-SANDBOX' },
  },
});

const bankAccount = (id: string) => ({
  customer_bank_accounts: {
    id,
    created_at: '2026-01-01T00:00:00.000Z',
    account_holder_name: 'SANDBOX',
    account_number_ending: '11',
    country_code: 'GB',
    currency: 'GBP',
    bank_name: 'BARCLAYS BANK PLC',
    enabled: true,
    metadata: {},
    links: { customer: 'CU-SANDBOX' },
  },
});
