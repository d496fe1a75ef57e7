import { globSync, readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type ErrorCode,
  type LoadEntry,
  type LoadProgress,
  type LoadResult,
  makeClient,
  type NotesRequest,
  type Receipt,
} from '@carryover/client';
import type { ErrorCode as ContractErrorCode } from '@carryover/contract/error-codes';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { aScript, failureOf, stopAll } from './a-script.ts';
import type { Script } from './a-scripted-service.ts';
import { NOTE_CREATED, refusal } from './samples.ts';

afterEach(stopAll);

const aNoteOf = (account: string | number, body = 'Hello'): LoadEntry => ({
  kind: 'notes',
  request: { import_supplier: 'ACME', external_account_number: `E-${account}`, notes: [{ body }] },
});
const notes = (count: number): LoadEntry[] => Array.from({ length: count }, (_, n) => aNoteOf(n));
const RECEIPT = { 'X-Import-Id': 'I-1', 'X-Payload-SHA256': 'a'.repeat(64) };
const bodyOf = ({ json }: { readonly json: NotesRequest }) => json.notes[0]?.body;

/** Answers when it is told to; knows how many requests waited for that at the same time. */
const aGate = () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const script: Script = async () => {
    await new Promise<void>((resolve) => {
      most = Math.max(most, waiting.push(resolve));
    });
    return NOTE_CREATED;
  };
  return { script, waiting: () => waiting.length, most: () => most, open: () => waiting.splice(0).map((go) => go()) };
};

/** Opens the gate again and again until the load has ended. */
const through = async <T>(gate: ReturnType<typeof aGate>, load: Promise<T>): Promise<T> => {
  let isDone = false;
  const ended = load.finally(() => {
    isDone = true;
  });
  ended.catch(() => undefined);
  while (!isDone) {
    gate.open();
    await turn();
  }
  return ended;
};

describe('a load', () => {
  it('sends as many accounts at the same time as it is told, and reads no further ahead than as many again', async () => {
    const gate = aGate();
    const { client } = await aScript(gate.script);
    let read = 0;
    function* source() {
      for (const entry of notes(40)) {
        read += 1;
        yield entry;
      }
    }
    const load = client.loadAll(source(), { concurrency: 3 });
    await expect.poll(gate.waiting).toBe(3);
    await expect.poll(() => read).toBe(7);
    expect(await through(gate, load)).toEqual({ succeeded: 40, failed: 0, items: 40, alreadyExisted: 0 });
    expect(gate.most()).toBe(3);
    expect(read).toBe(40);
  });

  it("sends one account's requests in order, each after the one before has ended", async () => {
    const gate = aGate();
    const { client, service } = await aScript(gate.script);
    const source = Array.from({ length: 12 }, (_, n) => aNoteOf(n % 2, `${n}`));
    const load = client.loadAll(source, { concurrency: 8 });
    await expect.poll(gate.waiting).toBe(2);
    await through(gate, load);
    expect(gate.most()).toBe(2);
    for (const account of ['E-0', 'E-1']) {
      const sent = service.received.filter(({ json }) => json.external_account_number === account).map(bodyOf);
      expect(sent).toEqual(sent.toSorted((one, other) => Number(one) - Number(other)));
      expect(sent).toHaveLength(6);
    }
  });

  it('repeats what the single call repeats, reports what fails, and goes on with the rest', async () => {
    const { client } = await aScript((request, number) => {
      if (bodyOf(request) === 'wrong') return refusal(400, 'account_failed_validation');
      return number === 1 ? refusal(503, 'service_unavailable') : NOTE_CREATED;
    });
    const results: LoadResult[] = [];
    const progress: LoadProgress[] = [];
    const source = [aNoteOf(1), aNoteOf(1, 'wrong'), aNoteOf(1, 'after it')];
    const options = {
      onResult: (one: LoadResult) => void results.push(one),
      onProgress: (one: LoadProgress) => void progress.push(one),
    };
    const summary = await client.loadAll(source, options);
    expect(results.map(({ number, entry, error }) => [number, entry, error?.code ?? null])).toEqual([
      [1, source[0], null],
      [2, source[1], 'account_failed_validation'],
      [3, source[2], null],
    ]);
    expect(progress.map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
      [1, 0],
      [1, 1],
      [2, 1],
    ]);
    expect(progress.at(-1)).toEqual(summary);
  });

  it('ends when its caller says so, though the source does not: what runs is reported', async () => {
    const caller = new AbortController();
    const { client } = await aScript(() => 'hang');
    const results: LoadResult[] = [];
    let isClosed = false;
    let given = 0;
    const endless: AsyncIterableIterator<LoadEntry> = {
      [Symbol.asyncIterator]: () => endless,
      next: () => {
        given += 1;
        return given > 2 ? new Promise(() => {}) : Promise.resolve({ value: aNoteOf(1) });
      },
      return: async () => {
        isClosed = true;
        return { done: true, value: undefined };
      },
    };
    const onResult = (one: LoadResult) => void results.push(one);
    const load = failureOf(client.loadAll(endless, { signal: caller.signal, onResult }));
    await expect.poll(() => given).toBe(3);
    caller.abort('enough');
    expect(await load).toMatchObject({ kind: 'aborted', cause: 'enough' });
    expect(results.map(({ error }) => error?.kind)).toEqual(['aborted', 'aborted']);
    expect(isClosed).toBe(true);
    expect(await failureOf(client.loadAll([aNoteOf(1)], { signal: caller.signal }))).toMatchObject({ kind: 'aborted' });
  });

  it('ends when the API key is refused: every further request would be too', async () => {
    const { client, service } = await aScript(() => NOTE_CREATED, {
      tokenScript: () => ({
        status: 200,
        json: { errors: [{ message: 'No.', extensions: { code: 'authentication_failed' } }] },
      }),
    });
    let read = 0;
    function* source() {
      for (const entry of notes(1_000)) {
        read += 1;
        yield entry;
      }
    }
    expect(await failureOf(client.loadAll(source(), { concurrency: 2 }))).toMatchObject({ kind: 'not_authenticated' });
    expect(read).toBeLessThan(20);
    expect(service.received).toEqual([]);
  });

  it('ends with what its source or its caller throws, after what runs', async () => {
    const { client } = await aScript(() => NOTE_CREATED);
    const results: LoadResult[] = [];
    async function* broken() {
      yield aNoteOf(1);
      throw new Error('The file ended in the middle.');
    }
    await expect(client.loadAll(broken(), { onResult: (one) => void results.push(one) })).rejects.toThrow('The file');
    expect(results.map(({ error }) => error)).toEqual([null]);
    const onResult = () => Promise.reject(new Error('disk full'));
    await expect(client.loadAll(notes(3), { onResult })).rejects.toThrow('disk full');
    const receipts = () => Promise.reject(new Error('no space for a receipt'));
    const json = [{ created_at: '2026-11-05T10:00:00Z', body: 'Hello', status: 'NOTE_CREATION_SUCCESS' }];
    const { client: withReceipts } = await aScript(() => ({ status: 201, json, headers: RECEIPT }));
    await expect(withReceipts.loadAll(notes(3), { receipts })).rejects.toThrow('no space for a receipt');
  });

  it.each<[string, () => Iterable<never>, object]>([
    ['no concurrency', () => [], { concurrency: 0 }],
    ['a request of no known kind', () => [{ ...aNoteOf(1), kind: 'letters' } as never], {}],
    ['a request of no account', () => [{ kind: 'notes', request: { notes: [] } } as never], {}],
  ])('refuses %s', async (_, source, options) => {
    const { client } = await aScript(() => NOTE_CREATED);
    await expect(client.loadAll(source(), options)).rejects.toThrow(TypeError);
  });
});

describe('a load into a running service', () => {
  let service: RunningService;
  let accounts: TestAccount[];
  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
    accounts = await Promise.all(Array.from({ length: 5 }, () => anAccount(service)));
  });
  afterAll(() => service.stop());

  const payment = (id: string) =>
    ({ transaction_id: id, transaction_date: '2019-10-03', amount: '71.00', type: 'PAYMENT' }) as const;
  const statement = {
    statement_id: 'S-1',
    bill_period_from_date: '2019-09-01',
    bill_period_to_date: '2019-09-30',
    issued_date: '2019-10-02',
    number: '1',
    gross_amount: '71.00',
  };
  const everythingOf = (account: TestAccount): LoadEntry[] => [
    { kind: 'notes', request: { ...account, notes: [{ body: 'Hello' }, { body: 'Again' }] } },
    { kind: 'transactions', request: { ...account, transactions: [payment('T-1'), payment('T-2')] } },
    {
      kind: 'billing-documents',
      request: {
        ...account,
        ledger_number: 'L-1',
        ledger_code: 'ELECTRICITY',
        billing_document_type: 'ITEM_BASED',
        historical_billing_documents: [
          {
            billing_document_identifier: 'B-1',
            billing_document_type: 'ITEM_BASED',
            issued_date: '2019-10-02',
            transactions: [payment('H-1')],
          },
        ],
      },
    },
    { kind: 'statements', request: { ...account, statements: [statement] } },
    {
      kind: 'payment-instructions',
      request: { ...account, vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' },
    },
  ];

  it('stores all five kinds, and tells on the second time what was there', async () => {
    const client = makeClient({ baseUrl: service.baseUrl, apiKey: service.demo.api_key });
    const source = () => accounts.flatMap(everythingOf);
    const [lines, receipts]: [string[], Receipt[]] = [[], []];
    let isWriting = false;
    const loaded = await client.loadAll(source(), {
      receipts: async (line) => {
        expect(isWriting).toBe(false);
        isWriting = true;
        await turn();
        lines.push(line);
        isWriting = false;
      },
      onResult: ({ answer }) => {
        if (answer === null) return;
        expect(lines.join('')).toContain(answer.importId);
        receipts.push({ importId: answer.importId, payloadSha256: answer.payloadSha256 });
      },
    });
    expect(loaded).toEqual({ succeeded: 25, failed: 0, items: 35, alreadyExisted: 0 });
    expect(lines.toSorted()).toEqual(
      receipts
        .map(({ importId, payloadSha256 }) => `{"import_id":"${importId}","sha256":"${payloadSha256}"}\n`)
        .toSorted(),
    );
    const failures: LoadResult[] = [];
    const onResult = (one: LoadResult) => void (one.error !== null && failures.push(one));
    const again = await client.loadAll(source(), { onResult });
    expect(again).toEqual({ succeeded: 20, failed: 5, items: 30, alreadyExisted: 20 });
    expect(failures.map(({ kind, error }) => [kind, error?.errors[0]?.code])).toEqual(
      accounts.map(() => ['billing-documents', 'historical_billing_documents_already_imported']),
    );
    const summaries = await Promise.all(accounts.map((account) => client.summariseAccount(account)));
    expect(summaries.map(({ ledgers }) => ledgers[0]?.transactions)).toEqual(
      accounts.map(() => [{ type: 'PAYMENT', count: 3, sum: '213.00' }]),
    );
  });
});

describe("the client's types", () => {
  it('know every error code of the contract', () => {
    expectTypeOf<ErrorCode>().toEqualTypeOf<ContractErrorCode>();
  });

  it('are explained without paragraphs of a document that their readers do not have', () => {
    const files = globSync('packages/client/src/**/*.ts');
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/§|decisions \d/);
  });
});
