import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { aSocket, readingOf } from '../support/sockets/socket.ts';

const service = await theService({ MAX_CONNECTIONS: '20' });
const console = await theConsole(service.operatorEnvironment);

const open = (baseUrl = service.baseUrl): Socket => aSocket(baseUrl);

/** Returns the data sent to a client until its connection is closed, and the time that takes. */
const closed = async (socket: Socket): Promise<{ readonly text: string; readonly seconds: number }> => {
  const start = performance.now();
  const text = await readingOf(socket).all;
  return { text, seconds: (performance.now() - start) / 1_000 };
};

const livez = async () => (await fetch(`${service.baseUrl}/livez`)).status;

describe.concurrent('a client that sends its headers a byte at a time', () => {
  it.each([
    ['the service', service.baseUrl, '/livez', 200],
    ['the console', console.baseUrl, '/', 401],
  ])('is cut off by %s after ten seconds or so; others are served meanwhile', async (_, baseUrl, path, status) => {
    const slow = Array.from({ length: 10 }, () => open(baseUrl));
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('a');
    }, 500);
    for (const socket of slow) socket.write('POST /v1/data-import/notes/create/ HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const ends = Promise.all(slow.map(closed));
    expect((await fetch(`${baseUrl}${path}`)).status).toBe(status);
    for (const { text, seconds } of await ends) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(seconds).toBeLessThan(15);
    }
    clearInterval(drip);
  });
});

describe('more connections than the service takes', () => {
  it('are closed as they come, and new ones are accepted once others end', async () => {
    const held = Array.from({ length: 20 }, () => open());
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const beyond = open();
    expect((await closed(beyond)).text).toBe('');
    for (const socket of held) socket.destroy();
    await expect.poll(() => livez().catch(() => 0), { timeout: 5_000 }).toBe(200);
  });
});

describe('an expectation that nobody knows', () => {
  it('does not refuse a request', async () => {
    const socket = open();
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n');
    expect((await closed(socket)).text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"status":"live"\}$/);
  });
});
