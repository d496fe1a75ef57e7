import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { VendorSettings } from '@carryover/adapters-vendor/attempts';
import { gocardless } from '@carryover/adapters-vendor/gocardless';
import { stripe } from '@carryover/adapters-vendor/stripe';
import { makeVendor, type VendorEvent } from '@carryover/adapters-vendor/vendor';
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

type Overrides = { readonly settings?: Partial<VendorSettings>; readonly observe?: (event: VendorEvent) => void };

const at =
  (vendor: typeof stripe) =>
  (baseUrl: string, { settings, observe = () => {} }: Overrides = {}): PaymentVendor =>
    makeVendor(vendor, { secret: 'secret', baseUrl, observe, settings: { ...FAST, ...settings } });

export const stripeAt = at(stripe);
export const goCardlessAt = at(gocardless);

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

/** The number of open connections. */
export const connectionsOf = (server: Server): Promise<number> =>
  promisify<number>((done) => server.getConnections((error, count) => done(error, count)))();

const BODY = '{"id":"pm_1","object":"payment_method"}';

const sendHalf = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': BODY.length }).write(BODY.slice(0, 20));
};

/** Answers that have no end, or not all of their body. */
export const UNFINISHED: Readonly<
  Record<string, { readonly respond: (response: ServerResponse) => void; readonly cause: string }>
> = {
  'stops in the middle of its body': { respond: sendHalf, cause: 'timeout' },
  'comes a byte at a time': {
    respond: (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    },
    cause: 'timeout',
  },
  'has no end': {
    respond: (response) => {
      const fill = () => {
        while (!response.destroyed && response.write(' '.repeat(64 * 1024))) {
          // Writes until the buffers are full; the `drain` event continues.
        }
      };
      response.writeHead(200).on('drain', fill);
      fill();
    },
    cause: 'unreadable',
  },
  'is reset in the middle of its body': {
    respond: (response) => {
      sendHalf(response);
      setTimeout(() => response.socket?.resetAndDestroy(), 10);
    },
    cause: 'connection',
  },
};

export const timed = async <A>(work: () => Promise<A>): Promise<{ readonly result: A; readonly ms: number }> => {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
};
