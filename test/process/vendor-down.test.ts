import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';

/** A minute in the long form, `VENDOR_DOWN_SECONDS=60`; the everyday run keeps it short. */
const SECONDS = Number(process.env.VENDOR_DOWN_SECONDS ?? 3);
/** The breaker asks the vendor again after 5 s (ADR 8). */
const BREAKER_MS = 5_000;

const service = await theService({ VENDOR_SANDBOX: 'on', LOG_LEVEL: 'error' });
const accounts = await Promise.all(Array.from({ length: 50 }, () => anAccount(service)));

const pay = (account: TestAccount, reference: string) =>
  service.post('/v1/data-import/payment-instruction/create/', {
    ...account,
    vendor: 'STRIPE',
    type: 'CARD',
    reference,
  });

const note = async (account: TestAccount, body: string): Promise<number> => {
  const startedAt = performance.now();
  const { status } = await service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body }] });
  expect(status).toBe(201);
  return performance.now() - startedAt;
};

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe('a vendor that hangs under 50 requests per second', () => {
  it('slows no other endpoint, holds no database connection, and is asked again when it is back', async () => {
    const quiet: number[] = [];
    for (let n = 0; n < 40; n += 1) quiet.push(await note(accounts[n]!, `quiet ${n}`));

    const replies: Promise<{ status: number }>[] = [];
    const busy: number[] = [];
    const endsAt = performance.now() + SECONDS * 1_000;
    for (let n = 0; performance.now() < endsAt; n += 1) {
      replies.push(pay(accounts[n % 50]!, 'SANDBOX-HANG'));
      busy.push(await note(accounts[(n + 25) % 50]!, `busy ${n}`));
      await delay(Math.max(0, 20 - busy.at(-1)!));
    }
    const connections = await service.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'carryover' and datname = current_database() and state = 'idle in transaction'`,
    );
    expect(connections).toEqual([{ count: 0 }]);
    expect(median(busy)).toBeLessThan(median(quiet) * 3 + 20);

    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([500]));

    await delay(BREAKER_MS + 500);
    const back = await Promise.all(accounts.slice(0, 5).map((account) => pay(account, 'THIS-IS-A-FAKE-REFERENCE')));
    const later = await Promise.all(accounts.slice(0, 5).map((account) => pay(account, 'THIS-IS-A-FAKE-REFERENCE')));
    expect(back.some(({ status }) => status === 201)).toBe(true);
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 201));
  }, 120_000);
});
