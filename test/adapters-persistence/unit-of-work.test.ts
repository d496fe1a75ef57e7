import { randomUUID } from 'node:crypto';
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
  'throws',
  'is of no account',
] as const;
type Kind = (typeof KINDS)[number];

const REFUSED = { kind: 'refused' } as const;

/** Adds a note. PostgreSQL refuses a text with U+0000, and a time that is none. */
const addNote = (kind: Kind, store: Store, command: ImportCommand, meanwhile: () => Promise<unknown>) => {
  const { id } = command.request;
  const note = {
    body: kind === 'has a write that fails' ? `\0${id}` : id,
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
const run = async (kind: Kind, account: AccountRef, meanwhile: () => Promise<unknown> = async () => undefined) => {
  const ref = kind === 'is of no account' ? { ...account, externalAccountNumber: `no-${randomUUID()}` } : account;
  const command = anImportCommand(ref, key);
  const result = await unitOfWork
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

  it('do not wait for an account that is locked elsewhere', async () => {
    const unlock = await lockElsewhere([accounts[0]!]);
    const waiting = run('stores', accounts[0]!);
    const others = await Promise.all(accounts.slice(1).map((account) => run('stores', account)));
    expect(others.map(({ outcome }) => outcome)).toEqual(others.map(() => 'stored'));
    await unlock();
    expect((await waiting).outcome).toBe('stored');
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
});
