import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import type Stripe from 'stripe';
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

/** A new SDK does not compile until its API version is checked and entered here. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/**
 * Stripe (§4.5): cards under a payment method (`pm_…`) or an older card or source reference, which Stripe's payment method
 * endpoint returns as well. A verification makes one request. What makes a card unusable, and why the SDK's client is not
 * used: docs/adr/0008.
 */
export const stripe: Vendor = {
  name: 'STRIPE',
  types: ['CARD'],
  liveUrl: 'https://api.stripe.com',
  version: { 'stripe-version': API_VERSION },
  lookUp: (ask, reference) =>
    ask(`/v1/payment_methods/${reference}`, toVerifiedCard(reference, new Date().toISOString().slice(0, 7))),
};

/** @param month the current one, `YYYY-MM`: a card is usable until the end of the month it names. */
const toVerifiedCard =
  (reference: string, month: string) =>
  (answer: VendorAnswer): E.Either<AttemptFailure, VerifiedInstruction> => {
    if (answer.httpStatus >= 400) return E.left(isMissing(answer) ? notFound : refusal(answer));

    const unreadable = E.left(unanswered('unreadable'));
    const method = answer.body;
    if (method.object !== 'payment_method' || method.id !== reference) return unreadable;
    if (typeof method.type !== 'string') return unreadable;
    if (method.type !== 'card') return E.left(notFound);

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

/** Stripe reports an unknown reference with 404, or with 400 and this code. */
const isMissing = ({ body: { error } }: VendorAnswer): boolean => isObject(error) && error.code === 'resource_missing';

const notFound = verdict({ kind: 'payment_instruction_not_found_at_vendor' });

const toMonth = (year: unknown, month: unknown): string | null =>
  isWithin(year, 1900, 9999) && isWithin(month, 1, 12) ? `${year}-${String(month).padStart(2, '0')}` : null;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
