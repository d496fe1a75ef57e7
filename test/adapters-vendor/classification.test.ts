import { startVendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  aCard,
  aMandate,
  goCardlessAt,
  notActive,
  notFound,
  PATIENT,
  rejected,
  stripeAt,
  unavailable,
  VENDORS,
  verify,
} from './vendors.ts';

const sandbox = await startVendorSandbox();
afterAll(() => sandbox.close());

/** Each reference with the outcome and the requests it takes. */
const SHARED = [
  ['SANDBOX-EXPIRED', notActive('expired'), 1],
  ['NEVER-HEARD-OF', notFound, 1],
  ['SANDBOX-404', notFound, 1],
  ['SANDBOX-400', rejected(400), 1],
  ['SANDBOX-422', rejected(422), 1],
  ['SANDBOX-401', unavailable('credentials'), 1],
  ['SANDBOX-403', unavailable('credentials'), 1],
  ['SANDBOX-408', unavailable('http_status'), 3],
  ['SANDBOX-409', unavailable('http_status'), 3],
  ['SANDBOX-425', unavailable('http_status'), 3],
  ['SANDBOX-429-LONG', unavailable('http_status'), 1],
  ['SANDBOX-500', unavailable('http_status'), 3],
  ['SANDBOX-503', unavailable('http_status'), 3],
  ['SANDBOX-HANG', unavailable('timeout'), 3],
  ['SANDBOX-RESET', unavailable('connection'), 3],
] as const;

describe.each(VENDORS)('$name at the vendor sandbox', ({ at, usable, verified }) => {
  it('verifies a usable instruction and keeps only what is safe to show', async () => {
    expect(await verify(at(sandbox.url), usable)).toEqual(E.right(verified));
  });

  it.concurrent.each(SHARED)('answers %s with %j', async (reference, expected, requests) => {
    const key = reference === 'NEVER-HEARD-OF' ? '' : reference;
    const own = await startVendorSandbox();
    const settings = reference === 'SANDBOX-HANG' ? { ...PATIENT, attemptMs: 500 } : PATIENT;
    expect(await verify(at(own.url, { settings }), reference)).toEqual(expected);
    expect(own.requests(key)).toBe(requests);
    await own.close();
  });

  it('verifies an instruction after two failed attempts', async () => {
    expect(await verify(at(sandbox.url), 'SANDBOX-FLAKY')).toEqual(E.right(verified));
    expect(sandbox.requests('SANDBOX-FLAKY') % 3).toBe(0);
  });

  it('verifies an instruction of a vendor that is slow but within the time of an attempt', async () => {
    expect(await verify(at(sandbox.url), 'SANDBOX-SLOW-100')).toEqual(E.right(verified));
  });

  it('finds no instruction of a type it does not offer', async () => {
    const before = sandbox.requests(usable);
    expect(await at(sandbox.url).verify({ reference: usable, type: 'CASH' })()).toEqual(notFound);
    expect(sandbox.requests(usable)).toBe(before);
  });

  it('calls a vendor that cannot be reached unavailable', async () => {
    const gone = await startVendorSandbox();
    await gone.close();
    expect(await verify(at(gone.url), usable)).toEqual(unavailable('connection'));
  });

  it('asks under https only encrypted', async () => {
    const before = sandbox.requests(usable);
    expect(await verify(at(sandbox.url.replace('http:', 'https:')), usable)).toEqual(unavailable('connection'));
    expect(sandbox.requests(usable)).toBe(before);
  });
});

describe('a Stripe card', () => {
  it.each([
    ['THIS-IS-A-FAKE-REFERENCE', E.right(aCard)],
    ['SANDBOX-CANCELLED', notActive('detached')],
    ['SANDBOX-NOT-A-CARD', notFound],
    ['SANDBOX-MANDATE', notFound],
  ])('%s is %j', async (reference, expected) => {
    expect(await verify(stripeAt(sandbox.url), reference)).toEqual(expected);
  });

  it.each([
    ['2099-08-31T23:59:59Z', E.right(aCard)],
    ['2099-09-01T00:00:00Z', notActive('expired')],
  ])('that names 2099-08 is at %s %j: good until the end of that month', async (now, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    expect(await verify(stripeAt(sandbox.url), 'SANDBOX-CARD')).toEqual(expected);
    vi.useRealTimers();
  });
});

describe('a GoCardless mandate', () => {
  it.each([
    ['SANDBOX-PENDING-SUBMISSION', E.right({ ...aMandate, status: 'pending_submission' })],
    ['SANDBOX-SUBMITTED', E.right({ ...aMandate, status: 'submitted' })],
    ['SANDBOX-PENDING-CUSTOMER-APPROVAL', notActive('pending_customer_approval')],
    ['SANDBOX-CANCELLED', notActive('cancelled')],
    ['SANDBOX-FAILED', notActive('failed')],
    ['SANDBOX-CONSUMED', notActive('consumed')],
    ['SANDBOX-BLOCKED', notActive('blocked')],
    ['SANDBOX-SUSPENDED-BY-PAYER', notActive('suspended_by_payer')],
    ['THIS-IS-A-FAKE-REFERENCE', notFound],
  ])('%s is %j', async (reference, expected) => {
    expect(await verify(goCardlessAt(sandbox.url), reference)).toEqual(expected);
  });
});
