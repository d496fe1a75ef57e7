import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { runSql } from '../support/a-database.ts';
import { send } from '../support/requests.ts';
import { aSocket } from '../support/sockets/socket.ts';
import { aProcess, type RunningProcess } from './a-process.ts';

let service: RunningProcess;
afterEach(() => service.remove());

describe('a service that is told to stop while it is used', () => {
  it('says so at /readyz first, serves until then, answers all it accepted, and ends well', async () => {
    service = await aProcess({ SHUTDOWN_DELAY_MS: '1500' });
    const { child, databaseUrl, demo, ended, post } = service;
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let isRefused = false;
    /** Posts until nobody takes the connection any more. */
    const client = async (name: number) => {
      for (let n = 0; !isRefused; n += 1) {
        const reply = await post(`${name}-${n}`).catch((error: unknown) => {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {};
          // Only a connection that was never taken, or an idle one that was closed, may be lost.
          expect(['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET']).toContain(code);
          isRefused = true;
          return null;
        });
        if (reply === null) return;
        statuses.add(reply.status);
        if (reply.status === 201) acknowledged.push(`${name}-${n}`);
      }
    };
    const clients = Array.from({ length: 8 }, (_, name) => client(name));
    await delay(500);
    child.kill('SIGTERM');
    await delay(300);

    const before = acknowledged.length;
    const ready = await send(`${demo.base_url}/readyz`, {});
    expect(ready).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect((await send(`${demo.base_url}/livez`, {})).status).toBe(200);
    expect((await post('while it says so')).status).toBe(201);

    expect(await ended).toBe(0);
    await Promise.all(clients);
    expect([...statuses]).toEqual([201]);
    expect(acknowledged.length).toBeGreaterThan(before);
    const rows = await runSql<{ body: string }>(databaseUrl, 'select body from note');
    const stored = rows.map(({ body }) => body);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((body) => !stored.includes(body))).toEqual([]);
  });

  it('sends an answer to its end that its client reads slowly', async () => {
    service = await aProcess({ SHUTDOWN_DELAY_MS: '0' });
    const { child, demo, token, ended } = service;
    // More than the operating system takes off the service's hands at once.
    const bodies = Array.from({ length: 150 }, (_, n) => `${n} `.padEnd(90_000, 'x'));
    const text = JSON.stringify({
      import_supplier: demo.import_supplier,
      external_account_number: demo.external_account_number,
      notes: bodies.map((body) => ({ body })),
    });
    const socket = aSocket(demo.base_url);
    socket.write(
      `POST /v1/data-import/notes/create/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    child.kill('SIGTERM');
    await delay(1_000);
    let answer = '';
    for await (const chunk of socket) answer += chunk;

    const [head, body] = answer.split('\r\n\r\n') as [string, string];
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    expect(JSON.parse(body).map((note: { body: string }) => note.body)).toEqual(bodies);
    expect(await ended).toBe(0);
  });
});
