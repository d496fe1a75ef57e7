import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { KINDS, payloadOf } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

/** Ends every backend that waits for a lock on a table. */
const TERMINATE_WAITING = `
  select pg_terminate_backend(pid) from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;

/** Runs commands at the same time, each of whose connections dies when it first uses a table. */
const dyingAt = async <A>(table: string, runs: ReadonlyArray<() => Promise<A>>): Promise<ReadonlyArray<A>> => {
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query(`begin; lock table ${table} in access exclusive mode`);
    const running = Promise.all(runs.map((run) => run()));
    const isOver = running.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([isOver, delay(10, false)]))) await blocker.query(TERMINATE_WAITING);
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
  it.each(STEPS)('at %s has changed nothing, and can be run again, for each of the five kinds', async (table) => {
    const { undo, stateOf, send } = makeUndoableAccounts(service);
    const imports = await Promise.all(
      KINDS.map(async (kind) => {
        const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
        const empty = await stateOf(account);
        const id = idOf(await send(account, kind, payloadOf(kind, 'A', 2)));
        return { account, id, empty, full: await stateOf(account) };
      }),
    );
    const died = await dyingAt(
      table,
      imports.map(
        ({ id }) =>
          () =>
            undo('--id', id),
      ),
    );
    expect(died).toMatchObject(KINDS.map(() => ({ code: 1, out: '' })));
    for (const { account, id, empty, full } of imports) {
      expect(await stateOf(account)).toEqual(full);
      expect(await undo('--id', id)).toMatchObject({ code: 0, err: '' });
      expect(await stateOf(account)).toEqual(empty);
    }
  });
});
