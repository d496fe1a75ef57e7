import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { API_VERSION } from 'gocardless-nodejs/constants';
import type { CustomerBankAccount, Mandate, MandateStatus } from 'gocardless-nodejs/types';
import {
  type AttemptFailure,
  isEnding,
  isName,
  isObject,
  isVendorId,
  refusal,
  unanswered,
  type VendorAnswer,
  verdict,
} from './answer.ts';
import type { Vendor } from './vendor.ts';

/**
 * GoCardless (§4.5): Direct Debit mandates (`MD…`). A verification makes two requests: for the mandate, then for the
 * customer's bank account that it debits. Types and API version are the SDK's; its client is not used, because its host,
 * its time limit and its retries cannot be set (docs/adr/0008).
 */
export const gocardless: Vendor = {
  name: 'GOCARDLESS',
  types: ['DIRECT_DEBIT'],
  liveUrl: 'https://api.gocardless.com',
  version: { 'gocardless-version': API_VERSION },
  lookUp: (ask, reference) =>
    pipe(
      TE.Do,
      TE.bind('mandate', () => ask(`/mandates/${reference}`, toUsableMandate(reference))),
      TE.bind('account', ({ mandate: { bankAccount } }) =>
        ask(`/customer_bank_accounts/${bankAccount}`, toBankAccount(bankAccount)),
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
};

/**
 * Returns true if payments may be collected under a mandate of this status (docs/adr/0008). SEPA, PAD, ACH and Becs mandates stay
 * `pending_submission` until their first payment. A status that a new SDK adds does not compile until it is decided.
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
    // The mandate exists and names the account: a missing account is the vendor's inconsistency.
    E.mapLeft((left) =>
      left.failure.kind === 'payment_instruction_not_found_at_vendor' ? unanswered('unreadable') : left,
    ),
    E.chain(({ id, bank_name: bankName = null, account_number_ending: ending = null }) =>
      id === asked && (bankName === null || isName(bankName)) && (ending === null || isEnding(ending))
        ? E.right({ bankName, ending })
        : unreadable,
    ),
  );

/** The resource in its envelope, `{mandates: {…}}`; its fields are not checked yet. */
const named = <Resource>(
  envelope: string,
  answer: VendorAnswer,
): E.Either<AttemptFailure, { readonly [field in keyof Resource]?: unknown }> => {
  if (answer.httpStatus >= 400) return E.left(refusal(answer));
  const resource = answer.body[envelope];
  return isObject(resource) ? E.right(resource as { readonly [field in keyof Resource]?: unknown }) : unreadable;
};

const isStatus = (value: unknown): value is `${MandateStatus}` =>
  typeof value === 'string' && Object.hasOwn(IS_USABLE, value);

const unreadable = E.left(unanswered('unreadable'));
