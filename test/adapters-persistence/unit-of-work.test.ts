import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makePostgresUnitOfWork } from '@carryover/adapters-persistence/imports/unit-of-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import type { ImportCommand } from '@carryover/application/ports/import-records';
import type { Store } from '@carryover/application/ports/store';
import type { AccountRef } from '@carryover/domain/account';
import type { DateTime } from '@carryover/domain/date-time';
import { fc, test } from '@fast-check/vitest';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anImportCommand } from '../support/an-import-command.ts';

const service = await theService();
const [{ id: organisationId, key }] = (await service.sql<{ id: string; key: string }>(
  'select o.id, k.id as key from organisation o join api_key k on k.organisation_id = o.id',
)) as [{ id: string; key: string }];

/** Random groups of units; each waits for locks and for connections to be made again. */
const RUNS = Number(process.env.SHARED_RUNS ?? 6);
/** Every so many messages, a connection is lost. */
const STEP = Math.max(1, Math.round(60 / RUNS));
const COUNT = 12;
const accounts: AccountRef[] = [];
for (let n = 0; n < COUNT; n += 1) {
  const { import_supplier, external_account_number } = await anAccount(service);
  accounts.push({ organisationId, supplierCode: import_supplier, externalAccountNumber: external_account_number });
}

const timeouts = { statementMs: 20_000, lockMs: 5_000, answerMs: 25_000 };
const orm = openDatabase({ url: service.databaseUrl, maxConnections: 8, acquireTimeoutMs: 5_000, timeouts });
afterAll(() => orm.close(true));
const unitOfWork = makePostgresUnitOfWork(orm, 20_000);

/** What the work of a unit does. */
const KINDS = [
  'stores',
  'is refused',
  'has a read that fails',
  'has a write that fails',
  'finds the disk full',
  'throws',
  'is of no account',
] as const;
type Kind = (typeof KINDS)[number];

const REFUSED = { kind: 'refused' } as const;

/** PostgreSQL refuses a text with U+0000; what the trigger does with the others, a full disk and a busy server do. */
const BEGINNINGS: Partial<Record<Kind | 'takes too long', string>> = {
  'has a write that fails': '\0',
  'finds the disk full': 'full ',
  'takes too long': 'slow ',
};
await service.sql(`
  create function fail() returns trigger language plpgsql as $$ begin
    if new.body like 'full %' then raise exception 'could not extend file: No space left on device' using errcode = '53100'; end if;
    perform pg_sleep(10);
    return new;
  end $$`);
await service.sql(`
  create trigger fail before insert on note for each row when (new.body like 'full %' or new.body like 'slow %')
  execute function fail()`);

/** Adds a note. PostgreSQL refuses a time that is none. */
const addNote = (
  kind: Kind | 'takes too long',
  store: Store,
  command: ImportCommand,
  meanwhile: () => Promise<unknown>,
) => {
  const { id } = command.request;
  const note = {
    body: `${BEGINNINGS[kind] ?? ''}${id}`,
    documentPaths: [],
    documents: [],
    createdAt: (kind === 'has a read that fails' ? 'never' : '2026-01-01T00:00:00Z') as DateTime,
    isPinned: false,
    unpinAt: null,
  };
  return pipe(
    TE.Do,
    TE.apSW('account', store.accounts.locked),
    TE.apSW('known', store.notes.known([note])),
    TE.chainFirstTaskK(() => meanwhile),
    TE.bindW('found', ({ account }) => TE.fromNullable({ kind: 'no account' })(account)),
    TE.tap(() => store.notes.add([note])),
    TE.tap(({ found }) => store.imports.accept(found, command, { items: 1 })),
    TE.filterOrElseW(
      () => kind !== 'is refused',
      () => REFUSED,
    ),
    TE.map(() => {
      if (kind === 'throws') throw new Error('a defect');
      return 'stored' as const;
    }),
  );
};

/** Runs a unit; its outcome is a word. */
const run = async (
  kind: Kind | 'takes too long',
  account: AccountRef,
  meanwhile: () => Promise<unknown> = async () => undefined,
  within = unitOfWork,
) => {
  const ref = kind === 'is of no account' ? { ...account, externalAccountNumber: `no-${randomUUID()}` } : account;
  const command = anImportCommand(ref, key);
  const result = await within
    .run<{ readonly kind: string }, 'stored'>(command, (store) => addNote(kind, store, command, meanwhile))()
    .catch(() => E.left({ kind: 'defect' }));
  return { importId: command.request.id, outcome: E.isLeft(result) ? result.left.kind : result.right };
};

/** The outcome of each kind when it runs alone. */
const ALONE: Readonly<Record<Kind, string>> = {
  stores: 'stored',
  'is refused': 'refused',
  'has a read that fails': 'store_failure',
  'has a write that fails': 'store_failure',
  'finds the disk full': 'store_unavailable',
  throws: 'defect',
  'is of no account': 'no account',
};

const storedImports = async (): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await service.sql<{ id: string }>(`
      select i.id from accepted_import i join note n on n.account_id = i.account_id and n.import_id = i.id`)
    ).map(({ id }) => id),
  );

/** Begins a transaction that locks accounts. @returns what ends it. */
const lockElsewhere = async (refs: ReadonlyArray<AccountRef>): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin');
  const numbers = refs.map(({ externalAccountNumber }) => externalAccountNumber);
  await client.query('select from account where external_account_number = any($1) for update', [numbers]);
  return () => client.end();
};

/** Cuts the connection of a shared transaction once so many messages went in a direction: to the server, or from it. */
type Cut = { readonly after: number; readonly to: 'server' | 'client' };

/** The bytes of the first messages: a type, then a length that counts itself. */
const bytesOfMessages = (bytes: Buffer, count: number): number => {
  let end = 0;
  for (let n = 0; n < count && end < bytes.length; n += 1) end += 1 + bytes.readUInt32BE(end + 1);
  return end;
};

const messagesIn = (bytes: Buffer): number => {
  let count = 0;
  while (bytesOfMessages(bytes, count) < bytes.length) count += 1;
  return count;
};

/** A database behind a proxy that cuts connections. */
const aCutDatabase = async (databaseUrl: string) => {
  let cut: (Cut & { left: number; cutOff: Socket | null }) | null = null;
  const database = new URL(databaseUrl);
  const proxy = createServer((client) => {
    const server = connect({ host: database.hostname, port: Number(database.port), noDelay: true });
    const forward = (from: Socket, to: Socket, direction: Cut['to']) => {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes: Buffer) => {
        // Only a transaction that is shared begins with so many statements.
        if (cut !== null && direction === 'server' && messagesIn(bytes) > 12) cut.cutOff ??= client;
        if (cut === null || cut.to !== direction || cut.cutOff !== client) return void to.write(bytes);
        const end = Math.min(bytes.length, bytesOfMessages(bytes, cut.left));
        cut.left -= messagesIn(bytes.subarray(0, end));
        to.write(bytes.subarray(0, end), () => {
          if (end === bytes.length) return;
          client.destroy();
          server.destroy();
        });
      });
    };
    forward(client, server, 'server');
    forward(server, client, 'client');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => proxy.close());
  const url = new URL(database);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** @returns whether a connection was cut. */
    during: async (of: Cut, work: () => Promise<unknown>): Promise<boolean> => {
      cut = { ...of, left: of.after, cutOff: null };
      await work();
      const wasCut = cut.left <= 0;
      cut = null;
      return wasCut;
    },
  };
};

const units = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(COUNT - 1)), { minLength: 6, maxLength: 40 });

describe('units of work at the same time', () => {
  test.prop([units, fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 3 })], { numRuns: RUNS })(
    'have the results that they have alone, also if accounts are locked elsewhere',
    async (planned, locked) => {
      const unlock = await lockElsewhere(locked.map((index) => accounts[index]!));
      const running = planned.map(([kind, index]) => run(kind, accounts[index]!));
      await delay(20);
      await unlock();
      const results = await Promise.all(running);
      expect(results.map(({ outcome }) => outcome)).toEqual(planned.map(([kind]) => ALONE[kind]));
      const stored = await storedImports();
      expect(results.map(({ importId }) => stored.has(importId))).toEqual(planned.map(([kind]) => kind === 'stores'));
    },
  );

  it('share transactions', async () => {
    const results = await Promise.all(accounts.map((account) => run('stores', account)));
    const [row] = await service.sql<{ transactions: number }>(
      'select count(distinct xmin::text)::int as transactions from accepted_import where id = any($1)',
      [results.map(({ importId }) => importId)],
    );
    expect(row!.transactions).toBeLessThan(COUNT);
  });

  it('do not wait for accounts that are locked elsewhere, also if there are as many as transactions at a time', async () => {
    const locked = accounts.slice(0, 3);
    const unlock = await lockElsewhere(locked);
    const waiting = locked.map((account) => run('stores', account));
    const others = await Promise.all(accounts.slice(3).map((account) => run('stores', account)));
    expect(others.map(({ outcome }) => outcome)).toEqual(others.map(() => 'stored'));
    await unlock();
    expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(locked.map(() => 'stored'));
  });

  test.prop([fc.array(fc.nat(60), { minLength: 1, maxLength: 3 })], { numRuns: Math.ceil(RUNS / 3) })(
    'are stored if they say so, and not if they say that they may be sent again, when connections are killed',
    async (pauses) => {
      const running = accounts.flatMap((account) =>
        [1, 2, 3].map(() => run('stores', account, () => delay(Math.random() * 10))),
      );
      for (const pause of pauses) {
        await delay(pause);
        await service.sql(`
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'carryover' and datname = current_database() and pid <> pg_backend_pid()`);
      }
      const results = await Promise.all(running);
      const stored = await storedImports();
      for (const { importId, outcome } of results) {
        expect(['stored', 'store_unavailable']).toContain(outcome);
        expect(stored.has(importId)).toBe(outcome === 'stored');
      }
    },
  );

  it('are stored or not, as they say, whichever message a connection is lost at', async () => {
    const database = await aCutDatabase(service.databaseUrl);
    const cutOrm = openDatabase({ url: database.url, maxConnections: 8, acquireTimeoutMs: 5_000, timeouts });
    const within = makePostgresUnitOfWork(cutOrm, 20_000);
    const runAll = () => Promise.all(accounts.map((account) => run('stores', account, undefined, within)));
    await runAll();
    const random = Math.random() * STEP;
    let cuts = 0;
    for (const to of ['server', 'client'] as const) {
      for (let after = Math.floor(random), isCut = true; isCut; after += STEP) {
        let results: Awaited<ReturnType<typeof runAll>> = [];
        isCut = await database.during({ after, to }, async () => {
          results = await runAll();
        });
        if (isCut) cuts += 1;
        const stored = await storedImports();
        const outcomes = results.map(({ importId, outcome }) => [outcome, stored.has(importId)]);
        for (const outcome of outcomes)
          expect(
            [
              ['stored', true],
              ['store_unavailable', false],
            ],
            `${to} ${after}`,
          ).toContainEqual(outcome);
      }
    }
    // Nine units have 12 and 19 statements, of two messages each, in both directions.
    expect(cuts).toBeGreaterThan(80 / STEP);
    await cutOrm.close(true);
  });

  it('are stored though one of them takes longer than a statement may', async () => {
    const url = service.databaseUrl;
    const short = { ...timeouts, statementMs: 1_500 };
    const shortOrm = openDatabase({ url, maxConnections: 8, acquireTimeoutMs: 5_000, timeouts: short });
    const within = makePostgresUnitOfWork(shortOrm, 20_000);
    const results = await Promise.all(
      accounts.map((account, index) => run(index === 5 ? 'takes too long' : 'stores', account, undefined, within)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(
      accounts.map((_, index) => (index === 5 ? 'store_unavailable' : 'stored')),
    );
    const stored = await storedImports();
    expect(results.map(({ importId }) => stored.has(importId))).toEqual(accounts.map((_, index) => index !== 5));
    await shortOrm.close(true);
  });
});
