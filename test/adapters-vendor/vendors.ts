import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VendorSettings } from '@carryover/adapters-vendor/attempts';
import { gocardless } from '@carryover/adapters-vendor/gocardless';
import { stripe } from '@carryover/adapters-vendor/stripe';
import { makeVendor, type VendorOptions } from '@carryover/adapters-vendor/vendor';
import type { PaymentVendor, VendorFailure } from '@carryover/application/ports/payment-vendor';
import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';

/** The times of production, shortened. */
export const FAST: VendorSettings = {
  deadlineMs: 900,
  attemptMs: 200,
  leastAttemptMs: 20,
  attempts: 3,
  backoffMs: 5,
  failuresToOpen: 10,
  halfOpenAfterMs: 300,
  concurrent: 8,
  queued: 16,
};

/** An attempt ends early only if the vendor does not answer, however busy the machine is. */
export const PATIENT = { attemptMs: 1_000, deadlineMs: 9_500 };

type Overrides = Partial<VendorOptions>;

export const stripeAt = (baseUrl: string, { settings, ...overrides }: Overrides = {}): PaymentVendor =>
  makeVendor(stripe, { secret: 'sk_test_key', baseUrl, settings: { ...FAST, ...settings }, ...overrides });

export const goCardlessAt = (baseUrl: string, { settings, ...overrides }: Overrides = {}): PaymentVendor =>
  makeVendor(gocardless, { secret: 'sandbox_token', baseUrl, settings: { ...FAST, ...settings }, ...overrides });

export const aCard: VerifiedInstruction = {
  customerReference: 'cus_SANDBOX',
  status: 'active',
  brand: 'visa',
  lastFour: '4242',
  expiry: '2099-08',
  bankName: null,
};

export const aMandate: VerifiedInstruction = {
  customerReference: 'CU-SANDBOX',
  status: 'active',
  brand: null,
  lastFour: '11',
  expiry: null,
  bankName: 'BARCLAYS BANK PLC',
};

/** Both vendors, for what they share. */
export const VENDORS = [
  { name: 'STRIPE', at: stripeAt, type: 'CARD', usable: 'SANDBOX-CARD', verified: aCard },
  { name: 'GOCARDLESS', at: goCardlessAt, type: 'DIRECT_DEBIT', usable: 'SANDBOX-MANDATE', verified: aMandate },
] as const;

export const verify = (
  vendor: PaymentVendor,
  reference: string,
): Promise<E.Either<VendorFailure, VerifiedInstruction>> => vendor.verify({ reference, type: vendor.types[0]! })();

export const unavailable = (cause: string) =>
  E.left({
    kind: 'payment_vendor_unavailable',
    cause,
    ...(cause === 'circuit_open' ? { retryInMs: expect.any(Number) } : {}),
  });
export const notFound = E.left({ kind: 'payment_instruction_not_found_at_vendor' });
export const notActive = (status: string) => E.left({ kind: 'payment_instruction_not_active', status });
export const rejected = (httpStatus: number) => E.left({ kind: 'payment_vendor_rejected_request', httpStatus });

/** A vendor of the test's own making. */
export const startVendor = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const timed = async <A>(work: () => Promise<A>): Promise<{ readonly result: A; readonly ms: number }> => {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
};
