import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createServer as createServerWithTls } from 'node:tls';
import { makePostWebhook } from '@carryover/adapters-webhook/post-webhook';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../support/a-file.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A receiver that does this with each connection, after its request has begun to arrive. */
const aReceiverThat = async (answer: (socket: Socket) => void) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => answer(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets };
};

const post = async (url: string, within = 15_000) => {
  const sender = makePostWebhook([], 'test');
  onTestFinished(sender.close);
  const signal = AbortSignal.timeout(within);
  const began = performance.now();
  const { status, error } = await sender.post({
    url,
    messageId: 'msg_1',
    body: '{"changes":[]}',
    secrets: [SECRET],
    signal,
  });
  return { status, error, ms: performance.now() - began };
};

const forever = (socket: Socket, first: string, more: string): void => {
  socket.write(first);
  const timer = setInterval(() => socket.write(more), 5);
  socket.on('close', () => clearInterval(timer));
};

describe('a receiver hurts nobody', () => {
  it('that closes the connection', async () => {
    const { url } = await aReceiverThat((socket) => socket.destroy());
    expect(await post(url)).toMatchObject({ status: null, error: expect.any(String) });
  });

  it('that answers something else than HTTP', async () => {
    const { url } = await aReceiverThat((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await post(url)).toMatchObject({ status: null, error: expect.any(String) });
  });

  it('that speaks no TLS, or has a certificate of nobody: in words', async () => {
    const plain = await aReceiverThat((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await post(plain.url.replace('http:', 'https:'))).error).toBe(
      'the receiver does not speak TLS 1.2 or later at this address (wrong version number)',
    );
    const [key, certificate] = [join(aFolder(), 'key.pem'), join(aFolder(), 'certificate.pem')];
    const made = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
    ];
    execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=receiver'], { stdio: 'pipe' });
    const server = createServerWithTls({ key: readFileSync(key), cert: readFileSync(certificate) }).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { error } = await post(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(error).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('that sends headers without end', async () => {
    const { url, sockets } = await aReceiverThat((socket) =>
      forever(socket, 'HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(4_000)}\r\n`),
    );
    const { status, ms } = await post(url);
    expect([status, ms < 5_000]).toEqual([null, true]);
    expect(sockets[0]!.bytesWritten).toBeLessThan(1_000_000);
  });

  it('whose answer has no end: its status counts, and it is cut off', async () => {
    const { url, sockets } = await aReceiverThat((socket) =>
      forever(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'),
    );
    const { status, error, ms } = await post(url);
    expect([status, error, ms < 5_000]).toEqual([200, null, true]);
    await expect.poll(() => sockets[0]!.closed).toBe(true);
  });

  it('that answers megabytes: of them, little is read', async () => {
    const { url, sockets } = await aReceiverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) {}
      };
      socket.on('drain', more);
      more();
    });
    expect(await post(url)).toMatchObject({ status: 200, error: null });
    await expect.poll(() => sockets[0]!.closed).toBe(true);
    expect(sockets[0]!.bytesWritten).toBeLessThan(20_000_000);
  });

  it('that says nothing, or informs without end: its time is up', async () => {
    const { url } = await aReceiverThat(() => undefined);
    const informing = await aReceiverThat((socket) =>
      forever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    );
    for (const address of [url, informing.url])
      expect(await post(address, 300)).toMatchObject({ status: null, error: expect.stringContaining('no answer') });
  });

  it('that leads elsewhere', async () => {
    const other = await aReceiverThat((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const { url } = await aReceiverThat((socket) =>
      socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await post(url)).toMatchObject({ status: 307, error: 'HTTP 307: redirects are not followed' });
    expect(other.sockets).toEqual([]);
  });

  it.each(['https://10.0.0.1/', 'https://169.254.169.254/', 'https://[::ffff:127.0.0.1]:1/', 'https://[fd00::1]/'])(
    'whose address is %s: nothing is sent',
    async (url) => {
      const { error } = await post(url.replace('[::ffff:127.0.0.1]:1', '[::ffff:10.0.0.1]'));
      expect(error).toContain('WEBHOOK_ALLOWED_NETWORKS');
    },
  );

  it('whose name leads to this machine, or to a private network', async () => {
    // The name of a machine is resolved from its own file, to loopback or to its own network.
    const { error } = await post(`https://${hostname()}/`);
    expect(error).toMatch(/WEBHOOK_ALLOWED_NETWORKS|ENOTFOUND|EAI_AGAIN/);
  });

  it('whose name has an allowed address and a private one: nothing is sent to either', async () => {
    const { url, sockets } = await aReceiverThat((socket) => socket.destroy());
    const { port } = new URL(url);
    const found = [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const sender = makePostWebhook(['127.0.0.0/8'], 'test', async () => found);
    onTestFinished(sender.close);
    const { status, error } = await sender.post({
      url: `https://billing.example:${port}/`,
      messageId: 'msg_1',
      body: '{"changes":[]}',
      secrets: [SECRET],
      signal: AbortSignal.timeout(5_000),
    });
    expect([status, error, sockets.length]).toEqual([null, expect.stringContaining('is at 10.0.0.1'), 0]);
  });
});
