import type { Server } from 'node:net';
import { createServer } from 'node:net';
import { makeS3DocumentStore } from '@carryover/adapters-documents/s3-document-store';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AServer } from './a-web-server.ts';
import { aWebServer, EMPTY_LISTING, started } from './a-web-server.ts';
import type { AnS3Server } from './an-s3-server.ts';
import { anS3Server, region, useCredentials } from './an-s3-server.ts';

const unavailable = (reason: string) => E.left({ kind: 'document_store_unavailable', reason });
const storeAt = (
  endpoint: string,
  other: { readonly bucket?: string; readonly prefix?: string } = {},
  deadlineMs?: number,
) => makeS3DocumentStore({ bucket: 'documents', prefix: '', endpoint, region, ...other }, deadlineMs);

describe('documents in an S3 bucket (ADR 8)', () => {
  let s3: AnS3Server;
  beforeAll(async () => {
    s3 = await anS3Server('documents');
    await s3.put('bill.pdf');
    await s3.put('migration/letter.pdf');
  });
  afterAll(() => s3.stop());

  it('tells a missing bucket from a missing document, though both are a 404', async () =>
    expect(await storeAt(s3.endpoint, { bucket: 'no-such-bucket' }).missing('', ['bill.pdf'])()).toEqual(
      unavailable('s3: 404 NoSuchBucket'),
    ));

  it('knows nothing when its credentials are refused', async () => {
    useCredentials('STRANGER', 'not-to-be-shown');
    expect(await storeAt(s3.endpoint).missing('', ['none.pdf'])()).toEqual(unavailable('s3: 403'));
    useCredentials();
  });

  it.each(['migration', 'migration/'])('looks under the prefix %j only', async (prefix) =>
    expect(await storeAt(s3.endpoint, { prefix }).missing('', ['letter.pdf', 'bill.pdf'])()).toEqual(
      E.right(['bill.pdf']),
    ),
  );
});

describe('an S3 that does not answer (ADR 8)', () => {
  const running: AServer[] = [];
  const serve = async (server: Server) => {
    running.push(await started(server));
    return running.at(-1)!.endpoint;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()));
  });

  it('refuses the connection', async () => {
    const { endpoint, stop } = await started(createServer());
    await stop();
    expect(await storeAt(endpoint).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: ECONNREFUSED'));
  });

  it('accepts the connection and is silent: three attempts fit into the deadline', async () => {
    let connections = 0;
    const endpoint = await serve(
      createServer((socket) => {
        connections += 1;
        socket.on('error', () => {});
      }),
    );
    const begun = performance.now();
    // Three times a quarter of it, and two short waits between.
    expect(await storeAt(endpoint, {}, 4_000).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: ETIMEDOUT'));
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(connections).toBe(3);
  });

  it('hangs up', async () => {
    const endpoint = await serve(createServer((socket) => socket.on('error', () => {}).resetAndDestroy()));
    expect(await storeAt(endpoint).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: ECONNRESET'));
  });

  it('speaks another protocol', async () => {
    const endpoint = await serve(
      createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_10.0\r\n')),
    );
    expect(await storeAt(endpoint).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: HPE_INVALID_CONSTANT'));
  });

  it('has no name', async () =>
    expect(await storeAt('http://documents.invalid').missing('', ['bill.pdf'])()).toMatchObject(
      unavailable(expect.stringMatching(/^s3: (ENOTFOUND|EAI_AGAIN)$/)),
    ));
});

describe('an S3 that answers something else (ADR 8)', () => {
  let server: AServer;
  let requests: string[];
  let underWay = 0;
  let most = 0;
  /** Answers a HEAD with these statuses in turn, the last one for good, and a listing with a status and a body. */
  const answering = async (
    heads: ReadonlyArray<number>,
    listing: readonly [number, string] = [200, EMPTY_LISTING],
    etag = true,
  ) => {
    requests = [];
    most = 0;
    server = await aWebServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      most = Math.max(most, ++underWay);
      response.on('close', () => {
        underWay -= 1;
      });
      if (request.method !== 'HEAD') {
        response.writeHead(listing[0], { 'content-type': 'application/xml' }).end(listing[1]);
        return;
      }
      const status = heads[Math.min(requests.length, heads.length) - 1]!;
      response.writeHead(status, { 'content-length': 10, ...(etag && status === 200 ? { etag: '"e"' } : {}) }).end();
    });
    return storeAt(server.endpoint);
  };
  afterEach(() => server.stop());

  it.each([301, 307, 400, 401, 403, 405, 410, 412])(
    '%i: nothing is known, and it is not asked again',
    async (status) => {
      const store = await answering([status]);
      expect(await store.missing('', ['bill.pdf'])()).toEqual(unavailable(`s3: ${status}`));
      expect(requests).toEqual(['HEAD /documents/bill.pdf']);
    },
  );

  it.each([500, 502, 503, 504])('%i: nothing is known after three attempts', async (status) => {
    const store = await answering([status]);
    expect(await store.missing('', ['bill.pdf'])()).toEqual(unavailable(`s3: ${status}`));
    expect(requests).toHaveLength(3);
  });

  it('500 once: the next attempt counts', async () => {
    expect(await (await answering([500, 200])).missing('', ['bill.pdf'])()).toEqual(E.right([]));
  });

  it('a key longer than the 1,024 bytes S3 allows: missing without being asked for', async () => {
    await answering([400]);
    const { missing } = storeAt(server.endpoint, { prefix: 'ab' });
    const [longest, tooLong] = [`${'é'.repeat(510)}x`, 'é'.repeat(511)];
    expect(await missing('', [tooLong])()).toEqual(E.right([tooLong]));
    expect(requests).toEqual([]);
    expect(await missing('', [longest])()).toEqual(unavailable('s3: 400'));
  });

  it('asks for the bucket once, however many documents are missing', async () => {
    const store = await answering([404]);
    const locations = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
    expect(await store.missing('', locations)()).toEqual(E.right(locations));
    expect(requests.filter((request) => request.startsWith('GET'))).toEqual([
      expect.stringMatching(/^GET \/documents\/\?list-type=2&max-keys=1&prefix=[abcd]\.pdf$/),
    ]);
  });

  it('does not ask for the bucket where nothing is missing', async () => {
    expect(await (await answering([200])).missing('', ['bill.pdf'])()).toEqual(E.right([]));
    expect(requests).toEqual(['HEAD /documents/bill.pdf']);
  });

  it('404 where the bucket may not be listed: nothing is known', async () => {
    const denied = '<Error><Code>AccessDenied</Code><Message>AKIA-not-to-be-shown</Message></Error>';
    expect(await (await answering([404], [403, denied])).missing('', ['bill.pdf'])()).toEqual(
      unavailable('s3: 403 AccessDenied'),
    );
  });

  it('keeps the other side’s text out of the reason', async () => {
    const odd = '<Error><Code>see\nlog line</Code><Message>not to be shown</Message></Error>';
    expect(await (await answering([404], [403, odd])).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: 403'));
  });

  it('404 from a web server that lists no bucket: nothing is known', async () => {
    const page = '<!doctype html><html><body>Welcome<br></body></html>';
    expect(await (await answering([404], [200, page])).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: not S3'));
    await server.stop();
    expect(await (await answering([404], [200, '<html></html>'])).missing('', ['bill.pdf'])()).toEqual(
      unavailable('s3: not S3'),
    );
    await server.stop();
    expect(await (await answering([404], [404, page])).missing('', ['bill.pdf'])()).toEqual(unavailable('s3: 404'));
  });

  it('200 from a web server that has a page for everything: nothing is known', async () => {
    expect(await (await answering([200], undefined, false)).missing('', ['bill.pdf'])()).toEqual(
      unavailable('s3: not S3'),
    );
  });

  it('stops asking when one document cannot be determined', async () => {
    const store = await answering([200, 403]);
    expect(
      await store.missing(
        '',
        Array.from({ length: 1_000 }, (_, i) => `bill-${i}.pdf`),
      )(),
    ).toEqual(unavailable('s3: 403'));
    expect(requests.length).toBeLessThanOrEqual(64);
  });

  it('looks 1,000 locations up in one call, 32 at a time', async () => {
    await answering([200]);
    // The server shares our thread here: on a busy machine an answer may take longer than it should.
    const { missing } = storeAt(server.endpoint, {}, 60_000);
    expect(
      await missing(
        '',
        Array.from({ length: 1_000 }, (_, i) => `acme/bill-${i}.pdf`),
      )(),
    ).toEqual(E.right([]));
    expect(requests).toHaveLength(1_000);
    expect(most).toBeLessThanOrEqual(32);
  });
});
