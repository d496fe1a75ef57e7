import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { lookForHeldBack } from '@carryover/api/held-back';
import { keepSealing } from '@carryover/api/sealing';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { whileHeld } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { obtainToken, send } from '../support/requests.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const scrape = async (): Promise<string> => {
  const { status, headers, text } = await send(`${service.baseUrl}/metrics`, { method: 'GET' });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return text;
};

/** The value of a sample whose labels include these; 0 if there is none. */
const sampleOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number => {
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    );
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
};

describe('GET /metrics', () => {
  it('has at zero what is to page somebody at the first increase', async () => {
    const text = await scrape();
    const atZero = [
      ...['notes/create', 'accounts/summary', 'control-totals/compare', 'control-totals/register', 'graphql'].map(
        (endpoint) => `carryover_http_requests_total{endpoint="${endpoint}",status="500",code="error"} 0`,
      ),
      'carryover_vendor_credentials_refused_total{vendor="STRIPE"} 0',
      'carryover_vendor_breaker_open{vendor="GOCARDLESS"} 0',
      'carryover_worker_restarts_total 0',
    ];
    expect(atZero.filter((line) => !text.includes(`${line}\n`))).toEqual([]);
  });

  it('counts requests by endpoint, status and code, and the items that were accepted', async () => {
    const notes = '/v1/data-import/notes/create/';
    await service.post(notes, { ...service.demoAccount, notes: [{ body: 'a' }, { body: 'b' }, { body: 'c' }] });
    await service.post(notes, { ...service.demoAccount, notes: [{ body: 'd' }, { body: 7 }] });
    const { import_supplier } = service.demo;
    const totals = { import_supplier, set: 'night', totals: [], complete: true };
    expect((await service.post('/v1/data-import/control-totals/register/', totals)).status).toBe(201);
    await service.post('/nowhere/co_12345678', {});
    await obtainToken(service.baseUrl, 'wrong');

    const text = await scrape();
    const requests = 'carryover_http_requests_total';
    expect(sampleOf(text, requests, { endpoint: 'notes/create', status: '201', code: '' })).toBe(1);
    expect(sampleOf(text, requests, { endpoint: 'notes/create', status: '400', code: 'invalid' })).toBe(1);
    expect(sampleOf(text, requests, { endpoint: 'unknown', status: '404', code: 'not_found' })).toBe(1);
    expect(sampleOf(text, requests, { endpoint: 'graphql', status: '200', code: '' })).toBe(1);
    expect(sampleOf(text, requests, { endpoint: 'graphql', status: '200', code: 'authentication_failed' })).toBe(1);
    expect(sampleOf(text, 'carryover_import_items_total', { endpoint: 'notes/create' })).toBe(3);
    expect(text).toMatch(/^carryover_seal_lag_seconds 0$/m);
    expect(text).toMatch(/^carryover_held_back_seconds \d/m);
    const lag = Date.now() / 1_000 - sampleOf(text, 'carryover_import_last_accepted_timestamp_seconds');
    expect(lag).toBeLessThan(60);
    // A client that registers totals has imported nothing: the alert of imports that stall must not wait for it.
    expect(text).not.toMatch(/^carryover_import_\w+\{endpoint="control-totals/m);
    expect(sampleOf(text, 'carryover_http_request_duration_seconds_count', { endpoint: 'notes/create' })).toBe(2);
  });

  it('knows how long a transaction stays open, and that it has ended', async () => {
    const orm = openDatabase({
      ...{ url: service.databaseUrl, maxConnections: 1 },
      ...{ acquireTimeoutMs: 10_000, timeouts: UNHURRIED },
    });
    onTestFinished(() => orm.close(true));
    const told: (number | null)[] = [];
    const stop = lookForHeldBack(orm.em, (since) => told.push(since), 20);
    onTestFinished(stop);
    await whileHeld(service.databaseUrl, 'select commit_position()', async () => {
      // It holds nothing back until another one has ended behind it.
      await service.sql('select commit_position()');
      await expect.poll(() => performance.now() - (told.at(-1) ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(300);
    });
    const ended = performance.now();
    await expect.poll(() => told.at(-1) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(ended);
  });

  it('shows the pool, what is inside, the event loop and the memory', async () => {
    const text = await scrape();
    expect(sampleOf(text, 'carryover_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(text).toContain('carryover_database_connections{state="waiting"} 0');
    expect(text).toContain('carryover_requests_inside 0');
    expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('counts what vendors answer', async () => {
    const instruction = (reference: string) =>
      service.post('/v1/data-import/payment-instruction/create/', {
        ...service.demoAccount,
        vendor: 'STRIPE',
        type: 'CARD',
        reference,
      });
    const first = await instruction('SANDBOX-404');
    expect(first.status).toBe(400);
    await instruction('SANDBOX-401');
    const text = await scrape();
    const count = 'carryover_vendor_verification_duration_seconds_count';
    const outcome = 'payment_instruction_not_found_at_vendor';
    expect(sampleOf(text, count, { vendor: 'STRIPE', outcome })).toBe(1);
    expect(sampleOf(text, count, { vendor: 'STRIPE', cause: 'credentials' })).toBe(1);
    expect(sampleOf(text, 'carryover_vendor_credentials_refused_total', { vendor: 'STRIPE' })).toBe(1);
  });

  it('has one address, which a proxy can hide', async () => {
    for (const path of ['/metrics/', '/METRICS', '//metrics', '/metrics/x'])
      expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(404);
  });

  it('names no worker where the service is one process', async () => {
    expect(await scrape()).not.toContain('worker=');
  });

  it('names no organisation, supplier, account, key or address a client made up', async () => {
    const text = await scrape();
    const [organisation] = await service.sql<{ id: string }>('select id from organisation');
    for (const secret of [organisation!.id, ...Object.values(service.demoAccount), 'co_12345678'])
      expect(text).not.toContain(secret);
  });
});

describe('the lag of seals', () => {
  it.each([
    ['current', 1],
    ['elsewhere', 0],
    ['later', 0],
  ] as const)('ends only once all that is final has a seal: %s', async (state, times) => {
    let told = 0;
    const seals = { addNext: () => TE.right(state) };
    const stop = keepSealing(seals, null, { sealIntervalMs: 60_000 }, pino({ level: 'silent' }), () => {
      told += 1;
    });
    await stop();
    expect(told).toBe(times);
  });
});
