import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import * as TE from '@carryover/application/task-either';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { API_VERSION } from 'gocardless-nodejs/constants';
import type { CustomerBankAccount, Mandate, MandateStatus } from 'gocardless-nodejs/types';
import { type AttemptFailure, isObject, unanswered, type VendorAnswer, verdict } from './answer.ts';
import { makeExchange } from './exchange.ts';
import { isEnding, isName, isVendorId, vendorOrigin, vendorSecret } from './fields.ts';
import type { VendorObserver } from './observer.ts';
import { VENDOR_SETTINGS, type VendorSettings } from './settings.ts';
import { makeVendor } from './vendor.ts';

export type GoCardlessVendorConfig = VendorObserver & {
  readonly accessToken: string;
  /** Scheme and host; GoCardless' live address unless given. */
  readonly baseUrl?: string;
  readonly settings?: Partial<VendorSettings>;
};

/**
 * GoCardless (§4.5): Direct Debit mandates (`MD…`). Two requests a verification: the mandate, then the customer's bank
 * account it draws on. Types and version are the official SDK's; its client is not used, for it cannot be given another
 * host, a time limit or fewer retries (docs/adr/0008).
 *
 * @throws TypeError where the access token or the base URL cannot be used.
 */
export const makeGoCardlessVendor = (config: GoCardlessVendorConfig): PaymentVendor => {
  const { accessToken, baseUrl = 'https://api.gocardless.com' } = config;
  const settings = { ...VENDOR_SETTINGS, ...config.settings };
  const exchange = makeExchange(vendorOrigin(baseUrl), settings.concurrent);
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${vendorSecret(accessToken)}`,
    'gocardless-version': API_VERSION,
    'user-agent': 'carryover',
  };
  const get = (collection: string, id: string) => (timeLimitMs: number) =>
    exchange(`/${collection}/${encodeURIComponent(id)}`, headers, timeLimitMs);

  return makeVendor({
    name: 'GOCARDLESS',
    types: ['DIRECT_DEBIT'],
    settings,
    observer: config,
    lookUp: (ask, reference) =>
      pipe(
        TE.Do,
        TE.bind('mandate', () =>
          ask((timeLimitMs) =>
            pipe(get('mandates', reference)(timeLimitMs), TE.chainEitherK(toUsableMandate(reference))),
          ),
        ),
        TE.bind('account', ({ mandate: { bankAccount } }) =>
          ask((timeLimitMs) =>
            pipe(get('customer_bank_accounts', bankAccount)(timeLimitMs), TE.chainEitherK(toBankAccount(bankAccount))),
          ),
        ),
        TE.map(({ mandate: { customer, status }, account: { bankName, ending } }) => ({
          customerReference: customer,
          status,
          brand: null,
          lastFour: ending,
          expiry: null,
          bankName,
        })),
      ),
  });
};

/**
 * Whether payments may be collected under a mandate of this status (docs/adr/0008). SEPA, PAD, ACH and Becs mandates stay
 * `pending_submission` until their first payment. A status the SDK learns of does not compile until it is decided.
 */
const IS_USABLE: { readonly [status in `${MandateStatus}`]: boolean } = {
  pending_customer_approval: false,
  pending_submission: true,
  submitted: true,
  active: true,
  suspended_by_payer: false,
  failed: false,
  cancelled: false,
  expired: false,
  consumed: false,
  blocked: false,
};

const toUsableMandate = (reference: string) => (answer: VendorAnswer) =>
  pipe(
    named<Mandate>('mandates', answer),
    E.chain(({ id, status, links }) => {
      if (id !== reference || !isStatus(status) || !isObject(links)) return unreadable;
      if (!IS_USABLE[status]) return E.left(verdict({ kind: 'payment_instruction_not_active', status }));
      const { customer, customer_bank_account: bankAccount } = links;
      return isVendorId(customer) && isVendorId(bankAccount) ? E.right({ status, customer, bankAccount }) : unreadable;
    }),
  );

const toBankAccount = (asked: string) => (answer: VendorAnswer) =>
  pipe(
    named<CustomerBankAccount>('customer_bank_accounts', answer),
    // The client named the mandate, and that exists: that its account is missing is the vendor's inconsistency.
    E.mapLeft((left) =>
      left.failure.kind === 'payment_instruction_not_found_at_vendor' ? unanswered('unreadable') : left,
    ),
    E.chain(({ id, bank_name: bankName = null, account_number_ending: ending = null }) =>
      id === asked && (bankName === null || isName(bankName)) && (ending === null || isEnding(ending))
        ? E.right({ bankName, ending })
        : unreadable,
    ),
  );

/** The resource in its envelope, `{mandates: {…}}`; its fields are still to be looked at. */
const named = <Resource>(
  envelope: string,
  { httpStatus, body }: VendorAnswer,
): E.Either<AttemptFailure, { readonly [field in keyof Resource]?: unknown }> => {
  if (httpStatus === 404) return E.left(verdict({ kind: 'payment_instruction_not_found_at_vendor' }));
  if (httpStatus >= 400) return E.left(verdict({ kind: 'payment_vendor_rejected_request', httpStatus }));
  const resource = body[envelope];
  return isObject(resource) ? E.right(resource as { readonly [field in keyof Resource]?: unknown }) : unreadable;
};

const isStatus = (value: unknown): value is `${MandateStatus}` =>
  typeof value === 'string' && Object.hasOwn(IS_USABLE, value);

const unreadable = E.left(unanswered('unreadable'));
