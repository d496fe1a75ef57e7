import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import type { OwnAnswer } from '../support/a-gateway.ts';
import { aLoaderBehind } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { CARD } from '../support/bodies.ts';
import { aHistoryRow, aNoteRow, aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const isCreate = (path: string): boolean => path.includes('/create/');
const HTML = { headers: { 'Content-Type': 'text/html' }, body: '<html><title>Gateway</title></html>' };
const json = (value: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

/** Answers that the interface does not have, and its own of which the outcome is not known. */
const ANSWERS: ReadonlyArray<OwnAnswer> = [
  { status: 200, ...HTML },
  { status: 200, ...json({ results: [] }) },
  { status: 201, ...json({ results: [] }) },
  { status: 201, body: '[{"status":"NOTE_CREA' },
  { status: 201, ...HTML },
  { status: 202, ...json({}) },
  { status: 204, body: '' },
  { status: 302, headers: { Location: '/sign-in' }, body: '' },
  { status: 308, headers: { Location: 'https://elsewhere.example/' }, body: '' },
  { status: 400, ...HTML },
  { status: 400, ...json({ message: 'Bad request' }) },
  { status: 400, ...json({ code: 'blocked', detail: 'Blocked.' }) },
  { status: 401, ...HTML },
  { status: 403, ...HTML },
  { status: 403, ...json({ detail: 'Blocked.', code: 'blocked', errors: [] }) },
  { status: 404, ...HTML },
  { status: 408, ...HTML },
  { status: 409, ...json({ detail: 'Conflict.', code: 'conflict', errors: [] }) },
  { status: 413, ...HTML },
  { status: 429, ...HTML },
  { status: 500, ...json({ detail: 'An unexpected error occurred.', code: 'error', errors: [] }) },
  { status: 500, ...HTML },
  { status: 503, ...HTML },
  { status: 524, ...HTML },
];
const nameOf = ({ status, body = '' }: OwnAnswer): string => `${status} ${body}`;

const outputsOf = (file: string) =>
  ['rejected.ndjson', 'conflicts.ndjson'].filter((output) => existsSync(`${file}.${output}`));

/** The loads that run at the same time: they mostly wait until they may send a request again. */
const AT_ONCE = 8;
/** Works on each, and on several at once. @returns the results, in order. */
const forEach = async <A, B>(all: ReadonlyArray<A>, work: (one: A) => Promise<B>): Promise<ReadonlyArray<B>> => {
  const results: B[] = [];
  const left = all.entries();
  const next = async (): Promise<void> => {
    for (const [index, one] of left) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return results;
};

describe('a gateway that answers in place of the service, which has stored the request', () => {
  it('lets no row be told as rejected: the load ends with 4, and goes on to find all of it stored', async () => {
    const ended = await forEach(ANSWERS, async (answer) => {
      const account = await anAccount(service);
      const file = aFile('notes.ndjson', lines([aNoteRow(account, 'one'), aNoteRow(account, 'two')]));
      const { gateway, load } = await aLoaderBehind(service, (path) =>
        isCreate(path) ? { ...answer, passesOn: true } : 'pass',
      );
      const stopped = await load('--wait', '2', file);
      const sent = gateway.counts.get('/v1/data-import/notes/create/')!;
      const told = [stopped.code, stopped.err.includes(`load --resume ${file}.journal`), sent > 1, outputsOf(file)];
      gateway.decide = () => 'pass';
      const resumed = await load('--wait', '20', '--resume', `${file}.journal`);
      const { code, accepted, already_existed, rejected, agree } = resumed;
      return [nameOf(answer), ...told, { code, accepted, already_existed, rejected, agree }];
    });
    const found = { code: 0, accepted: 2, already_existed: 0, rejected: 0, agree: true };
    expect(ended).toEqual(ANSWERS.map((answer) => [nameOf(answer), 4, true, true, [], found]));
  });

  it('is sent the request again after each of them, once', async () => {
    const parts = [0, 1, 2, 3].map((part) => ANSWERS.filter((_, at) => at % 4 === part));
    const ended = await forEach(parts, async (answers) => {
      const accounts = await Promise.all(answers.map(() => anAccount(service)));
      const rows = accounts.flatMap((account) => [aPayment(account, 'T-1'), aPayment(account, 'T-2')]);
      const left = [...answers];
      const { load } = await aLoaderBehind(service, (path) => {
        const answer = isCreate(path) ? left.shift() : undefined;
        return answer === undefined ? 'pass' : { ...answer, passesOn: true };
      });
      const file = aFile('transactions.ndjson', lines(rows));
      const { code, accepted, already_existed, rejected, agree } = await load('--wait', '20', file);
      return { code, accepted, already_existed, rejected, agree, left };
    });
    const found = { code: 0, already_existed: 0, rejected: 0, agree: true, left: [] };
    expect(ended).toEqual(parts.map(({ length }) => ({ ...found, accepted: 2 * length })));
  });

  it.each([
    { kind: 'statements', rowOf: (account: any) => aStatementRow(account, 'S-1') },
    { kind: 'billing-documents', rowOf: (account: any) => aHistoryRow(account) },
    { kind: 'payment-instructions', rowOf: (account: any) => ({ ...account, ...CARD }) },
  ])('is seen through for $kind too', async ({ kind, rowOf }) => {
    const file = aFile(`${kind}.ndjson`, lines([rowOf(await anAccount(service))]));
    const blocked = { status: 403, ...HTML, passesOn: true };
    const { gateway, load } = await aLoaderBehind(service, (path) => (isCreate(path) ? blocked : 'pass'));
    expect((await load(file)).code).toBe(4);
    expect(outputsOf(file)).toEqual([]);
    gateway.decide = () => 'pass';
    expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 0, accepted: 1, rejected: 0 });
  });
});

describe('a success of another endpoint, of a request that never reached the service', () => {
  const created = { status: 201, ...json([{ status: 'CREATED' }]) };
  it.each([
    { kind: 'notes', rowOf: (account: any) => aNoteRow(account, 'one'), answer: created },
    {
      kind: 'transactions',
      rowOf: (account: any) => aPayment(account, 'T-1'),
      answer: { status: 201, ...json({ results: [{}] }) },
    },
    {
      kind: 'statements',
      rowOf: (account: any) => aStatementRow(account, 'S-1'),
      answer: { status: 201, ...json({ statements: [null] }) },
    },
    { kind: 'billing-documents', rowOf: (account: any) => aHistoryRow(account), answer: { status: 201, ...json({}) } },
    { kind: 'payment-instructions', rowOf: (account: any) => ({ ...account, ...CARD }), answer: created },
  ])('is none for $kind: the load ends with 4, and goes on to store them', async ({ kind, rowOf, answer }) => {
    const file = aFile(`${kind}.ndjson`, lines([rowOf(await anAccount(service))]));
    const { gateway, load } = await aLoaderBehind(service, (path) => (isCreate(path) ? answer : 'pass'));
    expect(await load(file)).toMatchObject({ code: 4, accepted: 0, agree: false });
    gateway.decide = () => 'pass';
    expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 0, accepted: 1, agree: true });
  });
});

it('a vendor that cannot be asked rejects no instruction that an earlier attempt may have stored', async () => {
  const file = aFile('payment-instructions.ndjson', lines([{ ...(await anAccount(service)), ...CARD }]));
  const unavailable = { detail: 'The vendor.', code: 'payment_vendor_unavailable', errors: [] };
  const { gateway, load } = await aLoaderBehind(service, (path, number) => {
    if (!isCreate(path)) return 'pass';
    return number === 1 ? 'lose' : { status: 500, ...json(unavailable) };
  });
  expect((await load('--wait', '3', file)).code).toBe(4);
  expect((await load('--resume', `${file}.journal`)).code).toBe(4);
  expect(outputsOf(file)).toEqual([]);
  gateway.decide = () => 'pass';
  expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 0, accepted: 1 });
});

describe('a gateway in front of what stores nothing', () => {
  it.each([403, 500])(
    '%d: a proof that cannot be finished ends with 4, with the object of the load last',
    async (status) => {
      const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
      const { gateway, load } = await aLoaderBehind(service, (path) =>
        path.includes('/accounts/summary/') ? { status, ...HTML } : 'pass',
      );
      const stopped = { code: 4, accepted: 1, rejected: 0, requests: 1, agree: false };
      expect(await load(file)).toMatchObject({ ...stopped, err: expect.stringContaining(`--resume ${file}.journal`) });
      gateway.decide = () => 'pass';
      expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 0, accepted: 1, agree: true });
    },
  );

  it('a dry run and a verification end with 4, and say no row is at fault', async () => {
    const statuses = [403, 404, 413, 500, 507];
    const ended = await forEach(statuses, async (status) => {
      const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
      const { run } = await aLoaderBehind(service, (path) =>
        path.includes('/v1/data-import/') ? { status, ...HTML } : 'pass',
      );
      const out = join(aFolder(), 'run.ndjson');
      const dryRun = await run('dry-run', '--wait', '1', file, '--out', out);
      const verified = await run('verify', '--wait', '1', file);
      return [status, dryRun.code, existsSync(out), verified.code];
    });
    expect(ended).toEqual(statuses.map((status) => [status, 4, false, 4]));
  });
});

it('a dry run that names no item of its request is no answer of the service: a load and a dry run end with 4', async () => {
  const account = await anAccount(service);
  const file = aFile('notes.ndjson', lines([aNoteRow(account, 'one'), aNoteRow(account, ' ')]));
  const refusing = (...errors: ReadonlyArray<object>) => ({ status: 200, ...json({ valid: false, errors }) });
  const other = refusing({ code: 'blank', detail: 'Must not be blank.', attr: 'notes.2.body' });
  const { gateway, load, run } = await aLoaderBehind(service, (path) => (path.includes('/validate/') ? other : 'pass'));
  expect(await load(file)).toMatchObject({ code: 4, err: expect.stringContaining(`load --resume ${file}.journal`) });
  expect(outputsOf(file)).toEqual([]);
  gateway.decide = (path) => (path.includes('/validate/') ? refusing() : 'pass');
  expect((await run('dry-run', '--wait', '1', file, '--out', join(aFolder(), 'run.ndjson'))).code).toBe(4);
  gateway.decide = () => 'pass';
  expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 1, accepted: 1, rejected: 1 });
});

it('waits for a service that is still starting', async () => {
  const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
  const { load } = await aLoaderBehind(service, (path, number) => {
    if (path !== '/v1/graphql/') return 'pass';
    return number === 1 ? 'drop' : number === 2 ? { status: 503, ...HTML } : 'pass';
  });
  expect(await load('--wait', '20', file)).toMatchObject({ code: 0, accepted: 1 });
});
