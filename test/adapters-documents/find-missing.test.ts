import { type Lookup, makeDocumentStore } from '@carryover/adapters-documents/document-store';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const locations = (count: number) => Array.from({ length: count }, (_, i) => `acme/bill-${i}.pdf`);
const unavailable = (reason: string) => E.left({ kind: 'document_store_unavailable', reason });
const never = new Promise<never>(() => {});
const soon = () => new Promise((resolve) => setImmediate(resolve));

const aLookup = (holdsDocument: ReturnType<Lookup['begin']>, other: Partial<Lookup> = {}): Lookup => ({
  begin: () => holdsDocument,
  open: async () => null,
  reasonOf: (error) => String(error),
  maxParallel: 4,
  deadlineMs: 10_000,
  ...other,
});

describe('the search for missing documents among many locations (ADR 8)', () => {
  it('looks each distinct location up once', async () => {
    const asked: string[] = [];
    const { missing } = makeDocumentStore(
      aLookup(async (location) => {
        asked.push(location);
        return false;
      }),
    );
    expect(await missing('', ['b', 'a', 'b', 'b', 'a'])()).toEqual(E.right(['b', 'a']));
    expect(asked).toEqual(['b', 'a']);
  });

  it('keeps the order given, whichever answer comes first', async () => {
    const waits = [30, 1, 20, 10];
    const { missing } = makeDocumentStore(
      aLookup(async (location) => {
        await new Promise((resolve) => setTimeout(resolve, waits[Number(location)]));
        return location === '2';
      }),
    );
    expect(await missing('', ['0', '1', '2', '3'])()).toEqual(E.right(['0', '1', '3']));
  });

  it('has no more look-ups under way than allowed, over several calls', async () => {
    let underWay = 0;
    let most = 0;
    const { missing } = makeDocumentStore(
      aLookup(async () => {
        most = Math.max(most, ++underWay);
        await soon();
        underWay -= 1;
        return true;
      }),
    );
    await Promise.all([missing('', locations(50))(), missing('', locations(50))(), missing('', locations(1))()]);
    expect(most).toBe(4);
  });

  it('lets a small call through beside a large one', async () => {
    const { missing } = makeDocumentStore(aLookup(() => soon().then(() => true)));
    const order: string[] = [];
    const call = (name: string, count: number) => missing('', locations(count))().then(() => order.push(name));
    await Promise.all([call('large', 1_000), call('small', 1)]);
    expect(order).toEqual(['small', 'large']);
  });

  it('stops at the first look-up that fails, and aborts the rest', async () => {
    const asked: string[] = [];
    let signal: AbortSignal | undefined;
    const { missing } = makeDocumentStore({
      ...aLookup(() => never),
      begin: (_, given) => {
        signal = given;
        return async (location) => {
          asked.push(location);
          if (location === 'acme/bill-2.pdf') throw 'broken';
          return asked.length < 3 || never;
        };
      },
    });
    expect(await missing('', locations(100))()).toEqual(unavailable('broken'));
    await soon();
    expect(signal?.aborted).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(6);
  });

  it('does not wait for a request that hangs, and does not pile more upon it', async () => {
    let asked = 0;
    const { missing } = makeDocumentStore(
      aLookup(
        () => {
          asked += 1;
          return never;
        },
        { deadlineMs: 50 },
      ),
    );
    expect(await missing('', locations(10))()).toEqual(unavailable('deadline'));
    expect(await missing('', locations(10))()).toEqual(unavailable('deadline'));
    expect(asked).toBe(4);
  });

  it('answers again once what hung has come back', async () => {
    const release: Array<(value: boolean) => void> = [];
    const { missing } = makeDocumentStore(
      aLookup(() => new Promise((resolve) => release.push(resolve)), { deadlineMs: 300, maxParallel: 1 }),
    );
    expect(await missing('', ['a'])()).toEqual(unavailable('deadline'));
    release.pop()!(true);
    const again = missing('', ['a'])();
    await soon();
    release.pop()!(false);
    expect(await again).toEqual(E.right(['a']));
  });

  it('gives a large call more time', async () => {
    const slow = () => new Promise<boolean>((resolve) => setTimeout(resolve, 20, true));
    const { missing } = makeDocumentStore(aLookup(slow, { deadlineMs: 1, maxParallel: 500 }));
    expect(await missing('', locations(1))()).toEqual(unavailable('deadline'));
    expect(await missing('', locations(500))()).toEqual(E.right([]));
  });
});
