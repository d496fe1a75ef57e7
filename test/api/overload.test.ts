import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aSocket } from '../support/sockets/socket.ts';

const service = await theService({ MAX_REQUESTS: '8', DATABASE_LOCK_TIMEOUT_MS: '1500' });
const account = await anAccount(service);

const note = (body: string) => service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body }] });

/** Does something while the account is locked, as by a transaction of another process. */
const whileLocked = async <A>(work: () => Promise<A>): Promise<A> => {
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  const named = 'select id from account where external_account_number = $1';
  const { rows } = await blocker.query(named, [account.external_account_number]);
  await blocker.query('begin');
  await blocker.query('select 1 from account where id = $1 for update', [rows[0].id]);
  try {
    return await work();
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
};

describe('more requests than the service can work on', () => {
  it('are answered 503 at once, those inside are not disturbed', async () => {
    const inside = await whileLocked(async () => {
      const waiting = Array.from({ length: 8 }, (_, n) => note(`inside ${n}`));
      await delay(300);
      const start = performance.now();
      const beyond = await Promise.all(Array.from({ length: 20 }, (_, n) => note(`beyond ${n}`)));
      expect(performance.now() - start).toBeLessThan(1_000);
      for (const { status, headers, json } of beyond) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('1');
        expect(json).toMatchObject({ code: 'service_unavailable', errors: [] });
      }
      return { waiting };
    });
    expect((await Promise.all(inside.waiting)).map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await note('after')).status).toBe(201);
  });

  it('leave a place when their client goes away', async () => {
    const sockets = Array.from({ length: 8 }, () => aSocket(service.baseUrl));
    for (const socket of sockets) {
      socket.write(
        `POST /v1/data-import/notes/create/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${service.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"import`,
      );
    }
    await delay(300);
    expect((await note('no place')).status).toBe(503);
    for (const socket of sockets) socket.destroy();
    await delay(300);
    expect((await note('a place again')).status).toBe(201);
  });
});

describe('an account that is locked for too long', () => {
  it('is 503 in the time allowed, and nothing is stored', async () => {
    const start = performance.now();
    const waited = await whileLocked(() => note('too long'));
    const elapsed = performance.now() - start;
    expect(waited).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect(elapsed).toBeGreaterThan(1_400);
    expect(elapsed).toBeLessThan(4_000);
    expect(await service.sql(`select 1 from note where body = 'too long'`)).toEqual([]);
    expect((await note('too long')).json[0].status).toBe('NOTE_CREATION_SUCCESS');
  });
});
