import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@carryover/console/web/problem';
import { receiveUpload } from '@carryover/console/web/upload';
import type { Request } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);

/** A request with any header, as a program may send it. */
const raw = (
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(console.baseUrl);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.flushHeaders();
    if (method === 'GET') sent.end();
  });

describe('a session', () => {
  it('gets a new id at sign-in, whatever id the browser had (fixation)', async () => {
    const fixed = `carryover_${new URL(console.baseUrl).port}=chosen-by-an-attacker`;
    const signedIn = await console.nobody.get(console.signInUrl.slice(console.baseUrl.length), { cookie: fixed });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.getSetCookie()[0]).not.toContain('chosen-by-an-attacker');
    expect((await console.nobody.get('/', { cookie: fixed })).status).toBe(401);
  });

  it('ends after half an hour without a request, and after twelve hours in any case', async () => {
    const idle = await console.as('operator');
    await service.sql("update console_session set last_seen_at = now() - interval '31 minutes'");
    expect((await idle.get('/')).status).toBe(401);
    const old = await console.as('operator');
    await service.sql('update console_session set expires_at = now()');
    expect((await old.get('/')).status).toBe(401);
  });

  it('is stored without its id', async () => {
    const { cookie } = await console.as('operator');
    const stored = JSON.stringify(await service.sql('select * from console_session'));
    expect(stored).not.toContain(cookie.split('=')[1]);
  });
});

describe('a change', () => {
  const FORM = { name: 'Forged' };
  it.each([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['an old browser on another site', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null' }],
  ])('that %s asks for is refused', async (_, headers) => {
    const operator = await console.as('operator');
    const reply = await operator.post('/set-up/organisations', FORM, headers);
    expect(reply.status).toBe(403);
    expect((await operator.get('/set-up')).text).not.toContain('Forged');
  });
});

describe('a host name', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:3100', '10.0.0.1'])(
    'that is not the console’s is refused: %s (DNS rebinding)',
    async (host) => {
      const { cookie } = await console.as('operator');
      const reply = await raw('/', { host, cookie });
      expect(reply.status).toBe(421);
      expect(reply.text).not.toContain('DEMO_SUPPLIER');
    },
  );
  it.each(['localhost', 'localhost:8080', '[::1]:3100', '127.0.0.1'])('of loopback is answered: %s', async (host) => {
    const { cookie } = await console.as('operator');
    expect((await raw('/', { host, cookie })).status).toBe(200);
  });
});

describe('a value that nothing stored can have', () => {
  it.each([
    ['/accounts/A%00', 404],
    ['/accounts/%FF', 400],
    ['/accounts/A?ledger=%00', 400],
    ['/imports?since=2026-02-30', 400],
    ['/imports/newer?until=-271821-04-20', 400],
    ['/imports/loads?after=2026-11-27T00:00:00Z+none+01900000-0000-7000-8000-000000000000+a%00', 400],
  ])('is refused in the address %s', async (path, status) => {
    expect((await (await console.as('operator')).get(path)).status).toBe(status);
  });

  it('is refused in a form, and in the name of a file', async () => {
    const operator = await console.as('operator');
    const path = '/set-up/organisations/Demo%20organisation';
    expect((await operator.post(`${path}/suppliers`, { code: 'A', document_root: 'a\0' })).status).toBe(400);
    expect((await operator.post(`${path}/keys`, { label: 'a', expires: '2027-02-30' })).status).toBe(400);
  });

  it('is refused at sign-in', async () => {
    for (const path of ['/sign-in?link=%00', '/sign-in?link=%FF', '/sign-in?to=%00&link=x'])
      expect([path, (await console.nobody.get(path)).status]).toEqual([path, 403]);
  });
});

describe('a page', () => {
  it('cannot be framed, and runs nothing that is not the console’s own', async () => {
    const { headers, text } = await (await console.as('operator')).get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:\/\//);
  });

  it('shows stored text as text', async () => {
    const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const operator = await console.as('operator');
    const created = await operator.post('/set-up/organisations', { name: script, reason: script });
    const path = created.headers.get('location')!;
    await operator.post(`${path}/suppliers`, { code: '<b>"\'\u202e</b>', document_root: '<b>root', reason: script });
    await operator.post(`${path}/keys`, { label: script });
    const supplier = `${path}/suppliers/${encodeURIComponent('<b>"\'\u202e</b>')}`;
    for (const address of ['/', '/set-up', path, supplier, '/audit', `/audit?person=${encodeURIComponent(script)}`]) {
      const { status, text } = await operator.get(address);
      expect([address, status]).toEqual([address, 200]);
      expect([address, /<script>|<img src=x|<b>|\u202e/.test(text)]).toEqual([address, false]);
    }
  });
});

describe('an upload of 10 GB', () => {
  it('is refused before it is sent', async () => {
    const { cookie } = await console.as('operator');
    const path = '/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/accounts';
    const type = 'multipart/form-data; boundary=x';
    const headers = {
      cookie,
      host: new URL(console.baseUrl).host,
      'content-type': type,
      'content-length': '10000000000',
    };
    const reply = await raw(path, headers, 'POST');
    expect(reply.status).toBe(413);
    expect(reply.text).toContain('2048 MiB');
  });
});

describe('an upload without an announced length', () => {
  const LIMIT = 8 * 1024 ** 2;
  const TEN_GB = 10_000_000_000;

  it('is refused at the limit, and neither kept in memory nor on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carryover-endless-'));
    vi.stubEnv('TMPDIR', folder);
    const server = createServer(async (incoming, response) => {
      const refused = await receiveUpload(incoming as Request, LIMIT).catch((error: unknown) => error);
      response.writeHead(refused instanceof Problem ? refused.status : 200, { connection: 'close' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    let bytes = 0;
    const zeros = Buffer.alloc(64 * 1024);
    async function* body() {
      yield '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
      for (; bytes < TEN_GB; bytes += zeros.length) yield zeros;
    }
    pipeline(Readable.from(body()), sent).catch(() => undefined);
    const [{ statusCode }] = await answered;
    sent.destroy();
    server.close();
    expect(statusCode).toBe(413);
    expect(bytes).toBeLessThan(LIMIT * 4);
    vi.unstubAllEnvs();
    expect(await readdir(folder)).toEqual([]);
    // Of a removed file that is open, the disk keeps the bytes.
    const openFiles = async () => {
      const open = (await readdir('/dev/fd')).map((one) => readlink(`/dev/fd/${one}`).catch(() => ''));
      return (await Promise.all(open)).filter((path) => path.startsWith(folder));
    };
    await expect.poll(openFiles).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
