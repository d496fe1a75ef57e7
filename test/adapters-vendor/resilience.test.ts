import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { VENDOR_SETTINGS } from '@carryover/adapters-vendor/attempts';
import { startVendorSandbox, type VendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import type { VendorEvent } from '@carryover/adapters-vendor/vendor';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectionsOf,
  FAST,
  PATIENT,
  startVendor,
  timed,
  UNFINISHED,
  unavailable,
  VENDORS,
  verify,
} from './vendors.ts';

/** The time that a busy machine may add. */
const SLACK_MS = 300;

let sandbox: VendorSandbox;
beforeEach(async () => {
  sandbox = await startVendorSandbox();
});
afterEach(() => sandbox.close());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('stays below ten seconds in production, and reopens no circuit by attempts begun before', () => {
  expect(VENDOR_SETTINGS.deadlineMs).toBeLessThan(10_000);
  expect(VENDOR_SETTINGS.halfOpenAfterMs).toBeGreaterThan(VENDOR_SETTINGS.attemptMs);
});

describe.each(VENDORS)('$name within its deadline', ({ at, usable, verified }) => {
  it.each([
    ['never comes', () => {}],
    ['stops in the middle of its body', UNFINISHED['stops in the middle of its body']!.respond],
    ['comes a byte at a time', UNFINISHED['comes a byte at a time']!.respond],
    ['comes too late', (response: ServerResponse) => void setTimeout(() => response.end(), 5_000)],
  ])('gives up in time on an answer that %s, retries included', async (_case, respond) => {
    let requests = 0;
    const vendor = await startVendor((_, response) => {
      requests += 1;
      respond(response);
    });
    const settings = { deadlineMs: 500, attempts: 99 };
    const { result, ms } = await timed(() => verify(at(vendor.url, { settings }), usable));
    await vendor.close();
    expect(result).toEqual(unavailable('timeout'));
    expect(ms).toBeLessThan(500 + SLACK_MS);
    expect(requests).toBeGreaterThan(1);
  });

  it('pauses longer before each further attempt, and not always as long', async () => {
    const asked: number[] = [];
    const vendor = await startVendor((_, response) => {
      asked.push(performance.now());
      response.writeHead(503).end();
    });
    await verify(at(vendor.url, { settings: { backoffMs: 100 } }), usable);
    await vendor.close();
    const [first, second] = asked.slice(1).map((time, i) => time - asked[i]!);
    expect(first).toBeGreaterThan(49);
    expect(first).toBeLessThan(100 + SLACK_MS);
    expect(second).toBeGreaterThan(99);
    expect(second).toBeLessThan(200 + SLACK_MS);
  });

  it('waits as long as Retry-After asks, where the time allows it', async () => {
    const settings = { deadlineMs: 1_500 };
    const { ms } = await timed(() => verify(at(sandbox.url, { settings }), 'SANDBOX-429'));
    expect(ms).toBeGreaterThan(990);
    expect(sandbox.requests('SANDBOX-429')).toBe(2);
  });

  it('does not wait for a Retry-After that is longer than the time left', async () => {
    const { ms } = await timed(() => verify(at(sandbox.url), 'SANDBOX-429-LONG'));
    expect(ms).toBeLessThan(SLACK_MS);
  });

  it('takes a Retry-After given as a date', async () => {
    const vendor = await startVendor((_, response) =>
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }).end(),
    );
    const { ms } = await timed(() => verify(at(vendor.url), usable));
    expect(ms).toBeLessThan(SLACK_MS);
    await vendor.close();
  });

  it('uses one kept-alive connection for one call after the other', async () => {
    const vendor = at(sandbox.url);
    for (let i = 0; i < 50; i++) expect(await verify(vendor, usable)).toEqual(E.right(verified));
    expect(await connectionsOf(sandbox.server)).toBe(1);
  });
});

describe.each(VENDORS)('$name behind its breaker', ({ at, usable, verified }) => {
  const settings = { ...PATIENT, failuresToOpen: 3 };

  it('opens after failures in a row, fails at once without asking, and closes once the vendor is back', async () => {
    const events: VendorEvent[] = [];
    const vendor = at(sandbox.url, { settings, observe: (event) => events.push(event) });
    await sandbox.close();
    expect(await verify(vendor, usable)).toEqual(unavailable('connection'));

    const port = Number(new URL(sandbox.url).port);
    sandbox = await startVendorSandbox(port);
    const { result, ms } = await timed(() => verify(vendor, usable));
    expect(result).toEqual(unavailable('circuit_open'));
    expect(ms).toBeLessThan(SLACK_MS);
    expect(sandbox.requests(usable)).toBe(0);

    await sleep(FAST.halfOpenAfterMs + 20);
    expect(await verify(vendor, usable)).toEqual(E.right(verified));
    expect(await verify(vendor, usable)).toEqual(E.right(verified));
    expect(events.flatMap((event) => (event.kind === 'circuit' ? [event.state] : []))).toEqual([
      'Open',
      'HalfOpen',
      'Closed',
    ]);
    expect(events.flatMap((event) => (event.kind === 'verification' ? [event.cause ?? event.outcome] : []))).toEqual([
      'connection',
      'circuit_open',
      'verified',
      'verified',
    ]);
  });

  it('stops repeating when the circuit opens meanwhile', async () => {
    const vendor = at(sandbox.url, { settings: { failuresToOpen: 2 } });
    expect(await verify(vendor, 'SANDBOX-500')).toEqual(unavailable('http_status'));
    expect(sandbox.requests('SANDBOX-500')).toBe(2);
  });

  it('lets one trial through and refuses the others while it runs; a failed trial opens it again', async () => {
    const vendor = at(sandbox.url, { settings: { ...settings, attempts: 1 } });
    for (let i = 0; i < 3; i++) await verify(vendor, 'SANDBOX-503');
    await sleep(FAST.halfOpenAfterMs + 20);

    let isOver = false;
    const trial = verify(vendor, 'SANDBOX-HANG').finally(() => {
      isOver = true;
    });
    const result = await Promise.all(Array.from({ length: 100 }, () => verify(vendor, usable)));
    expect(isOver).toBe(false);
    const notAsked = ['circuit_open', 'overloaded'] as const;
    expect(notAsked.map((cause) => unavailable(cause))).toEqual(expect.arrayContaining(result));
    expect(await trial).toEqual(unavailable('timeout'));
    expect(await verify(vendor, usable)).toEqual(unavailable('circuit_open'));
    expect(sandbox.requests(usable)).toBe(0);
  });

  it.each([
    ['SANDBOX-EXPIRED', 'payment_instruction_not_active'],
    ['NEVER-HEARD-OF', 'payment_instruction_not_found_at_vendor'],
    ['SANDBOX-400', 'payment_vendor_rejected_request'],
    ['SANDBOX-401', 'payment_vendor_unavailable'],
    ['SANDBOX-403', 'payment_vendor_unavailable'],
  ])('stays closed for %s, which is an answer', async (reference, kind) => {
    const vendor = at(sandbox.url, { settings });
    for (let i = 0; i < 10; i++) expect(await verify(vendor, reference)).toMatchObject({ left: { kind } });
    expect(await verify(vendor, usable)).toEqual(E.right(verified));
  });

  it('is one per vendor object: another vendor goes on', async () => {
    const broken = at(sandbox.url, { settings });
    await verify(broken, 'SANDBOX-500');
    expect(await verify(broken, usable)).toEqual(unavailable('circuit_open'));
    expect(await verify(at(sandbox.url), usable)).toEqual(E.right(verified));
  });
});

describe.each(VENDORS)('$name under load', ({ at, usable, verified }) => {
  it('holds a bounded number of calls and connections while the vendor hangs, and none afterwards', async () => {
    const vendor = at(sandbox.url);
    let most = 0;
    const causes: string[] = [];
    const watch = setInterval(async () => {
      most = Math.max(most, await connectionsOf(sandbox.server));
    }, 5);
    const { result, ms } = await timed(() =>
      Promise.all(
        Array.from({ length: 500 }, async () => {
          const failure = await verify(vendor, 'SANDBOX-HANG');
          causes.push(isDeepStrictEqual(failure, unavailable('overloaded')) ? 'overloaded' : 'waited');
          return failure;
        }),
      ),
    );
    clearInterval(watch);

    expect(result.filter(E.isLeft)).toHaveLength(500);
    // Those that do not fit are refused before the vendor had time to answer any.
    const fitting = FAST.concurrent + FAST.queued;
    expect(causes).toEqual([...Array(500 - fitting).fill('overloaded'), ...Array(fitting).fill('waited')]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(FAST.concurrent);
    expect(ms).toBeLessThan(FAST.deadlineMs + SLACK_MS);
    await vi.waitFor(async () => expect(await connectionsOf(sandbox.server)).toBe(0), { timeout: 1_000 });
  });

  it('serves all calls that fit into slots and queue', async () => {
    // The times of production: every call that fits is served, however busy the machine is.
    const vendor = at(sandbox.url, { settings: { queued: 500, deadlineMs: 9_500, attemptMs: 4_000 } });
    const results = await Promise.all(Array.from({ length: 300 }, () => verify(vendor, usable)));
    expect(results).toEqual(results.map(() => E.right(verified)));
    expect(await connectionsOf(sandbox.server)).toBeLessThanOrEqual(FAST.concurrent);
  });

  it.each([
    [300, 'is over in time'],
    [250, 'does not ask with the little time that is left'],
  ])('a call that waited %i of 300 ms in the queue %s', async (attemptMs) => {
    const settings = {
      concurrent: 1,
      deadlineMs: 300,
      attempts: 1,
      attemptMs,
      leastAttemptMs: 100,
      failuresToOpen: 99,
    };
    const vendor = at(sandbox.url, { settings });
    const hanging = verify(vendor, 'SANDBOX-HANG');
    const { result, ms } = await timed(() => verify(vendor, usable));
    expect(result).toEqual(unavailable('timeout'));
    expect(ms).toBeLessThan(300 + SLACK_MS);
    await hanging;
    expect(sandbox.requests(usable)).toBe(0);
  });
});

describe.each(VENDORS)('$name refused for its credentials', ({ name, at }) => {
  it.each([
    ['SANDBOX-401', 401],
    ['SANDBOX-403', 403],
  ])('raises the alarm at once for %s and does not ask again', async (reference, httpStatus) => {
    const events: VendorEvent[] = [];
    const vendor = at(sandbox.url, { observe: (event) => events.push(event) });
    expect(await verify(vendor, reference)).toEqual(unavailable('credentials'));
    expect(events.filter(({ kind }) => kind !== 'verification')).toEqual([
      { kind: 'vendor_credentials_refused', vendor: name, httpStatus },
    ]);
    expect(sandbox.requests(reference)).toBe(1);
  });
});
