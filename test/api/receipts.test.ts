import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import type { Reply } from '../support/requests.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const path = (kind: Kind, what = 'create') => `/v1/data-import/${kind}/${what}/`;
const receiptOf = ({ headers }: Reply) => [headers.get('X-Import-Id'), headers.get('X-Payload-SHA256')];
const recordOf = async ({ headers }: Reply) => {
  const { json } = await anOperator(service.operatorEnvironment)(
    ...['imports', 'show', '--id', headers.get('X-Request-Id')!, '--json'],
  );
  return [json.outcome, json.id, json.payload_sha256];
};
const bodyOf = async (kind: Kind) => {
  const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
  return Buffer.from(` ${JSON.stringify({ ...account, ...payloadOf(kind, 'A', 2) }, null, 2)}\n`);
};

describe('the receipt of a 201 (decisions 16)', () => {
  it.each(KINDS)('names the import record and the bytes of %s as received', async (kind) => {
    const body = await bodyOf(kind);
    const reply = await service.post(path(kind), body);
    expect([reply.status, ...receiptOf(reply)]).toEqual([201, reply.headers.get('X-Request-Id'), hash('sha256', body)]);
    expect(await recordOf(reply)).toEqual(['accepted', ...receiptOf(reply)]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is of the bytes after decompression: %s', async (coding, compress) => {
    const body = await bodyOf('notes');
    const reply = await service.post(path('notes'), compress(body), { 'Content-Encoding': coding });
    expect([reply.status, ...receiptOf(reply)]).toEqual([201, reply.headers.get('X-Request-Id'), hash('sha256', body)]);
  });

  it('of the same request sent again has the same hash and another record', async () => {
    const body = await bodyOf('transactions');
    const replies = [await service.post(path('transactions'), body), await service.post(path('transactions'), body)];
    const [first, again] = replies.map(receiptOf);
    expect(again).toEqual([expect.not.stringMatching(first![0]!), first![1]]);
  });
});

describe('the record of any other request', () => {
  it.each<[string, string, Kind, string, (body: Buffer) => Buffer]>([
    ['a payload of another kind', 'refused', 'payment-instruction', 'create', (body) => body],
    ['no JSON', 'refused', 'notes', 'create', (body) => body.subarray(0, -3)],
    ['a dry run', 'dry_run', 'notes', 'validate', (body) => body],
  ])('has the hash, and its response no receipt: %s', async (_, outcome, kind, what, change) => {
    const body = change(await bodyOf('notes'));
    const reply = await service.post(path(kind, what), body);
    expect(receiptOf(reply)).toEqual([null, null]);
    expect(await recordOf(reply)).toEqual([outcome, reply.headers.get('X-Request-Id'), hash('sha256', body)]);
  });

  it('has none if the body could not be read', async () => {
    const reply = await service.post(path('notes'), '{}', { 'Content-Type': 'text/plain' });
    expect([reply.status, ...(await recordOf(reply))]).toEqual([415, 'refused', expect.any(String), null]);
  });
});
