import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import * as TE from '@carryover/application/task-either';
import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import Stripe from 'stripe';
import { type AttemptFailure, isObject, unanswered, verdict } from './answer.ts';
import { makeExchange } from './exchange.ts';
import { isEnding, isName, isVendorId, vendorOrigin, vendorSecret } from './fields.ts';
import type { VendorObserver } from './observer.ts';
import { VENDOR_SETTINGS, type VendorSettings } from './settings.ts';
import { makeStripeHttpClient, UnansweredError } from './stripe-http-client.ts';
import { makeVendor } from './vendor.ts';

export type StripeVendorConfig = VendorObserver & {
  readonly apiKey: string;
  /** Scheme and host; Stripe's own unless given. */
  readonly baseUrl?: string;
  readonly settings?: Partial<VendorSettings>;
  /** Milliseconds since 1970; decides whether a card has expired. */
  readonly now?: () => number;
};

/**
 * Stripe (§4.5): cards under a payment method (`pm_…`) or an older card or source reference, which Stripe's payment method
 * endpoint knows as well. One request a verification. What makes a card unusable: docs/adr/0008.
 *
 * @throws TypeError where the API key or the base URL cannot be used.
 */
export const makeStripeVendor = (config: StripeVendorConfig): PaymentVendor => {
  const { apiKey, baseUrl = 'https://api.stripe.com', now = Date.now } = config;
  const settings = { ...VENDOR_SETTINGS, ...config.settings };
  const stripe = new Stripe(vendorSecret(apiKey), {
    httpClient: makeStripeHttpClient(makeExchange(vendorOrigin(baseUrl), settings.concurrent)),
    maxNetworkRetries: 0,
    telemetry: false,
  });

  return makeVendor({
    name: 'STRIPE',
    types: ['CARD'],
    settings,
    observer: config,
    lookUp: (ask, reference) =>
      ask((timeLimitMs) =>
        pipe(
          TE.tryCatch(() => stripe.paymentMethods.retrieve(reference, {}, { timeout: timeLimitMs }), toFailure),
          TE.chainEitherK(toVerifiedCard(reference, thisMonth(now()))),
        ),
      ),
  });
};

/** @param month the current one, `YYYY-MM`: a card is good until the end of the month it names. */
const toVerifiedCard =
  (reference: string, month: string) =>
  (method: unknown): E.Either<AttemptFailure, VerifiedInstruction> => {
    const unreadable = E.left(unanswered('unreadable'));
    if (!isObject(method) || method.object !== 'payment_method' || method.id !== reference) return unreadable;
    if (typeof method.type !== 'string') return unreadable;
    if (method.type !== 'card') return E.left(verdict({ kind: 'payment_instruction_not_found_at_vendor' }));

    const { card } = method;
    if (!isObject(card) || !isName(card.brand) || !isEnding(card.last4)) return unreadable;
    const expiry = toMonth(card.exp_year, card.exp_month);
    const customer = method.customer ?? method.customer_account ?? null;
    if (expiry === null || (customer !== null && !isVendorId(customer))) return unreadable;

    if (customer === null) return E.left(verdict({ kind: 'payment_instruction_not_active', status: 'detached' }));
    if (expiry < month) return E.left(verdict({ kind: 'payment_instruction_not_active', status: 'expired' }));
    const { brand, last4 } = card;
    return E.right({ customerReference: customer, status: 'active', brand, lastFour: last4, expiry, bankName: null });
  };

const toFailure = (error: unknown): AttemptFailure => {
  if (!(error instanceof Stripe.errors.StripeError)) return unanswered('unreadable');
  if (error.detail instanceof UnansweredError) return error.detail.attemptFailure;
  const { statusCode: httpStatus = 0, code } = error;
  if (httpStatus < 400 || httpStatus >= 500) return unanswered('unreadable');
  return httpStatus === 404 || code === 'resource_missing'
    ? verdict({ kind: 'payment_instruction_not_found_at_vendor' })
    : verdict({ kind: 'payment_vendor_rejected_request', httpStatus });
};

const toMonth = (year: unknown, month: unknown): string | null =>
  isWithin(year, 1900, 9999) && isWithin(month, 1, 12) ? `${year}-${String(month).padStart(2, '0')}` : null;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const thisMonth = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7);
