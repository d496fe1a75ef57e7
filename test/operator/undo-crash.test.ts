import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../operations/five-kinds.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

let service: RunningService;
beforeAll(async () => {
  service = await aService({ VENDOR_SANDBOX: 'on' });
});
afterAll(() => service.stop());

/** The backend that waits for a lock on a table, ended as soon as it does. */
const terminateWaiting = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_locks
       where not granted and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rowCount! > 0) return;
    await delay(10);
  }
};

/** Runs a command whose connection dies when it first uses a table. */
const dyingAt = async <A>(table: string, run: () => Promise<A>): Promise<A> => {
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query(`begin; lock table ${table} in access exclusive mode`);
    const running = run();
    await terminateWaiting(blocker);
    return await running;
  } finally {
    await blocker.end();
  }
};

/** The tables that an undo reads or changes, in the order in which it first uses them. */
const STEPS = [
  'account',
  'accepted_import',
  'statement_period',
  'note',
  'payment_instruction',
  'import_undo',
  'operator_action',
];

describe('an undo whose connection dies', () => {
  it.each(STEPS)('at %s has changed nothing, and can be run again', async (table) => {
    const { undo, stateOf, send } = makeUndoableAccounts(service);
    const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
    const kind: Kind = KINDS[STEPS.indexOf(table) % KINDS.length]!;
    const empty = await stateOf(account);
    const id = idOf(await send(account, kind, payloadOf(kind, 'A', 2)));
    const full = await stateOf(account);
    expect(await dyingAt(table, () => undo('--id', id))).toMatchObject({ code: 1, out: '' });
    expect(await stateOf(account)).toEqual(full);
    expect(await undo('--id', id)).toMatchObject({ code: 0, err: '' });
    expect(await stateOf(account)).toEqual(empty);
  });
});
