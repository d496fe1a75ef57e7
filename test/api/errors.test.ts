import { gzipSync } from 'node:zlib';
import { unpackPayload } from '@carryover/adapters-persistence/imports/import-records';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { send } from '../support/requests.ts';
import { rawAnswer } from '../support/sockets/socket.ts';

const NOTES = '/v1/data-import/notes/create/';

const service = await theService({ MAX_BODY_BYTES: String(256 * 1024) });
const account = await anAccount(service);

const raw = (text: string) => rawAnswer(service.baseUrl, text);

const aNote = () => ({ ...account, notes: [{ body: 'a note' }] });

describe('media type, encoding and size', () => {
  it('reads the rest of a compressed body that is too large, so that the connection goes on', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'x')).toString('latin1');
    const first = `POST ${NOTES} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\nAuthorization: Token ${service.token}\r\n\r\n${bomb}`;
    const answers = await raw(`${first}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('judges the size of a body that does not say it', async () => {
    const head = `POST ${NOTES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Token ${service.token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    expect(await raw(`${head}${chunk.repeat(5)}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('addresses and methods', () => {
  it('gives every answer a request id', async () => {
    const { headers } = await send(`${service.baseUrl}/nothing`, {});
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });

  it('knows whether it lives and is ready', async () => {
    expect((await send(`${service.baseUrl}/livez`, {})).status).toBe(200);
    expect((await send(`${service.baseUrl}/readyz`, {})).status).toBe(200);
  });
});

describe('what Node lets through', () => {
  const body = '{}';
  const head = (first: string, ...headers: string[]) => [first, ...headers, 'Connection: close', '', body].join('\r\n');
  const usual = () => [
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Authorization: Token ${service.token}`,
  ];

  it('the transactions endpoint has its own form for that too', async () => {
    const answer = await raw(
      head('POST /v1/data-import/transactions/create/ HTTP/1.1', ...usual(), 'Authorization: x'),
    );
    expect(answer).toContain('"status":"TRANSACTION_IMPORT_ERROR","error_detail":"parse_error: ');
  });
});

describe('import records (decisions 3)', () => {
  it('are left by refused requests too, with what could be read of them', async () => {
    const record = async (body: unknown, headers = {}) => {
      const reply = await service.post(NOTES, body, headers);
      const [row] = await service.sql<any>(
        'select status, code, attr, endpoint, supplier_code, external_account_number, item_count from refused_import where id = $1',
        [reply.headers.get('x-request-id')],
      );
      return row;
    };
    const named = {
      endpoint: 'notes/create',
      supplier_code: account.import_supplier,
      external_account_number: account.external_account_number,
    };
    const unread = { endpoint: 'notes/create', supplier_code: null, external_account_number: null, item_count: null };
    expect(await record({ ...account, notes: [{ body: '' }] })).toEqual({
      status: 400,
      code: 'blank',
      attr: 'notes.0.body',
      item_count: 1,
      ...named,
    });
    expect(await record({ ...account, external_account_number: 'E-0', notes: [] })).toEqual({
      status: 404,
      code: 'import_process_does_not_exist',
      attr: null,
      ...named,
      item_count: 0,
      external_account_number: 'E-0',
    });
    expect(await record('{')).toEqual({ status: 400, code: 'parse_error', attr: null, ...unread });
    expect(await record('{}', { 'Content-Type': 'text/plain' })).toEqual({
      status: 415,
      code: 'unsupported_media_type',
      attr: null,
      ...unread,
    });
    expect(await record({ import_supplier: 'a\u0000\ud800', external_account_number: 'E', notes: [] })).toMatchObject({
      code: 'invalid_characters',
      supplier_code: 'a\ufffd\ufffd',
    });
  });

  it('hold the payload of accepted ones, exactly as it was sent', async () => {
    const text = ` {"notes":[{"body":"as sent \\u00e9"}], "import_supplier":"${account.import_supplier}", "external_account_number":"${account.external_account_number}"}\n`;
    const reply = await service.post(NOTES, text);
    const [row] = await service.sql<any>('select payload, item_count, findings from accepted_import where id = $1', [
      reply.headers.get('x-request-id'),
    ]);
    expect([await unpackPayload(row.payload), row.item_count, row.findings]).toEqual([text, 1, null]);
  });
});

describe('the log', () => {
  it('has one line for a request, with its id, endpoint, status and duration', async () => {
    const { headers } = await service.post(NOTES, aNote());
    const ofRequest = `"request_id":"${headers.get('x-request-id')}"`;
    const lines = () =>
      service
        .log()
        .split('\n')
        .filter((line) => line.includes(ofRequest));
    const line = { endpoint: 'notes/create', method: 'POST', status: 201, duration_ms: expect.any(Number) };
    // It is written once the response has gone.
    await expect.poll(() => lines().map((text) => JSON.parse(text))).toEqual([expect.objectContaining(line)]);
  });

  it('quotes no row that the database refuses', async () => {
    await service.sql(`alter table note add constraint refused check (body is null or body not like 'refuse%')`);
    const { status } = await service.post(NOTES, { ...account, notes: [{ body: 'refuse this private word' }] });
    await service.sql('alter table note drop constraint refused');
    expect(status).toBe(500);
    expect(service.log()).toContain('"code":"23514"');
    expect(service.log()).not.toContain('private word');
  });
});
