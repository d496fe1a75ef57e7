import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { atCommit, LOSE_THE_ANSWER } from '../support/at-commit.ts';
import { billingDocument, CARD, history, payment, statement } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';

const IS_CLUSTER = inject('postgresTemplate') === null;

const service = await theService({ VENDOR_SANDBOX: 'on' });
const with_ = makeUndoableAccounts(service);

const transactions = (...ids: ReadonlyArray<string>) => ({
  transactions: ids.map((id) => payment(id)),
});
const notes = (...bodies: ReadonlyArray<string>) => ({
  notes: bodies.map((body) => ({ body, created_at: '2019-10-01T08:30:00Z' })),
});
const statements = (...ids: ReadonlyArray<string>) => ({
  statements: ids.map((id) => statement(id)),
});
const HISTORY = history({
  historical_billing_documents: [billingDocument('D-1', transactions('H-1'))],
  additional_historical_transactions: [payment('H-2')],
});
const PAYLOADS: Readonly<Record<Kind, object>> = {
  notes: notes('a', 'b'),
  transactions: {
    transactions: [payment('T-1'), payment('T-2', { transaction_date: '2018-01-01' })],
  },
  'historical-billing-documents': HISTORY,
  'historical-statements': statements('S-1', 'S-2'),
  'payment-instruction': CARD,
};
const NOTHING = {
  notes: 0,
  notes_added_by_service: 0,
  transactions: [],
  billing_documents: 0,
  statements: 0,
  payment_instructions: 0,
};
const payments = (count: number, sum: string) => [{ ledger_number: 'L-1', type: 'PAYMENT', count, sum }];
const REMOVED: Readonly<Record<Kind, object>> = {
  notes: { ...NOTHING, notes: 2 },
  transactions: { ...NOTHING, notes_added_by_service: 1, transactions: payments(2, '142.00') },
  'historical-billing-documents': { ...NOTHING, transactions: payments(2, '142.00'), billing_documents: 1 },
  'historical-statements': { ...NOTHING, statements: 2 },
  'payment-instruction': { ...NOTHING, payment_instructions: 1 },
};

describe('an undone import (decisions 16)', () => {
  it.each(KINDS)('of %s leaves nothing, and the same can be sent again', async (kind) => {
    const account = await with_.account();
    const empty = await with_.stateOf(account);
    const id = idOf(await with_.send(account, PAYLOADS[kind]));
    const full = await with_.stateOf(account);
    expect(full).not.toEqual(empty);
    const { code, json } = await with_.undo('--id', id);
    expect([code, json]).toEqual([
      0,
      {
        import_id: id,
        external_account_number: account.external_account_number,
        endpoint: `${kind}/create`,
        dry_run: false,
        removed: REMOVED[kind],
        later_imports: [],
      },
    ]);
    expect(await with_.stateOf(account)).toEqual(empty);
    idOf(await with_.send(account, PAYLOADS[kind]));
    expect(await with_.stateOf(account)).toEqual(full);
  });

  it('keeps its record and payload, marked with who, when and why, and is an operator action', async () => {
    const account = await with_.account();
    const id = idOf(await with_.send(account, notes('a')));
    await with_.undo('--id', id);
    const { json } = await with_.operator('imports', 'show', '--id', id, '--json');
    const undone = { undone_at: expect.any(String), undone_by: 'Ada', undo_reason: 'Ticket 42' };
    expect(json).toMatchObject({ id, outcome: 'accepted', payload: expect.stringContaining('"a"'), ...undone });
    const number = ['--account', account.external_account_number];
    expect((await with_.operator('imports', 'list', ...number, '--json')).json).toMatchObject([{ id, ...undone }]);
    const [action] = (await with_.operator('audit', 'list', '--json')).json;
    expect(action).toMatchObject({
      action: 'imports undo',
      performed_by: 'Ada',
      reason: 'Ticket 42',
      external_account_number: account.external_account_number,
      before: { import_id: id, endpoint: 'notes/create', undone: false },
      after: {
        import_id: id,
        endpoint: 'notes/create',
        undone: true,
        removed: REMOVED.notes && { ...NOTHING, notes: 1 },
        later_imports: [],
      },
    });
  });

  it('no longer solves a rejected request whose item it had stored', async () => {
    const account = await with_.account();
    const failing = async () => {
      const number = ['--account', account.external_account_number];
      const [group] = (await with_.operator('imports', 'failures', ...number, '--json')).json;
      return [group.still_failing, group.solved];
    };
    await with_.send(account, { transactions: [payment('T-9', { amount: '1.001' })] });
    const id = idOf(await with_.send(account, { transactions: [payment('T-9')] }));
    expect(await failing()).toEqual([0, 1]);
    await with_.undo('--id', id);
    expect(await failing()).toEqual([1, 0]);
  });

  it.each(KINDS)('leaves everything as it is in a dry run, and no dead row: %s', async (kind) => {
    const TABLES = ['note', 'ledger_transaction', 'import_undo', 'operator_action', 'accepted_import'];
    /** Rows that were rolled back or deleted: `analyze` reads all pages of a small table and counts them. */
    const deadRows = async () => {
      await service.sql(`analyze ${TABLES}`);
      return service.sql(
        'select relname, n_dead_tup from pg_stat_user_tables where relname = any($1) order by relname',
        [TABLES],
      );
    };
    const account = await with_.account();
    const id = idOf(await with_.send(account, PAYLOADS[kind]));
    const before = await with_.stateOf(account);
    const dead = await deadRows();
    const { code, json } = await with_.undo('--id', id, '--dry-run');
    expect([code, json.dry_run, json.removed]).toEqual([0, true, REMOVED[kind]]);
    expect(await deadRows()).toEqual(dead);
    expect(await with_.stateOf(account)).toEqual(before);
    expect((await with_.operator('imports', 'show', '--id', id, '--json')).json).toMatchObject({ undone_at: null });
  });
});

describe('an id that was added again, once its first import is undone (decisions 5, 6)', () => {
  const again = '?check_previously_added=false';
  const added = { status: 201, json: { results: [{ status: 'TRANSACTION_ADDED_TO_ACCOUNT' }] } };
  const skipped = { status: 201, json: { results: [{ status: 'TRANSACTION_ALREADY_EXISTS' }] } };
  /** An account on which only the second occurrence of d-1, of another amount, is left. */
  const secondOnly = async () => {
    const account = await with_.account();
    const first = idOf(await with_.send(account, { transactions: [payment('d-1')] }));
    const of = { transactions: [payment('d-1', { amount: '5.00' })] };
    const second = idOf(await with_.send(account, of, again));
    expect(outcomeOf(await with_.undo('--id', first))).toEqual([0]);
    return { account, second };
  };
  const validate = (account: object, kind: Kind, payload: object) =>
    service.post(`/v1/data-import/${kind}/validate/`, { ...account, ...payload });

  it('exists: it is not added by a create, a dry run or a history', async () => {
    const { account } = await secondOnly();
    const before = await with_.stateOf(account);
    const own = { transactions: [payment('d-1', { amount: '5.00' })] };
    const tried = await validate(account, 'transactions', own);
    expect(tried.json).toMatchObject({ valid: true, results: skipped.json });
    expect(await with_.send(account, own)).toMatchObject(skipped);
    const ofHistory = { ...HISTORY, additional_historical_transactions: [payment('d-1')] };
    const refusal = { code: 'transaction_already_exists', attr: 'additional_historical_transactions.0.transaction_id' };
    expect(await with_.send(account, ofHistory)).toMatchObject({
      status: 400,
      json: { errors: [refusal] },
    });
    expect((await validate(account, 'historical-billing-documents', ofHistory)).json).toMatchObject({
      valid: false,
      errors: [refusal],
    });
    expect(await with_.stateOf(account)).toEqual(before);
  });

  it('is compared with the earliest transaction that is still stored', async () => {
    const { account } = await secondOnly();
    const third = payment('d-1', { amount: '9.00' });
    expect(await with_.send(account, { transactions: [third] }, again)).toMatchObject(added);
    const differing = async (amount: string) => {
      const { json } = await with_.send(account, { transactions: [payment('d-1', { amount })] });
      return json.results[0].differing_fields;
    };
    expect([await differing('5.00'), await differing('9.00'), await differing('71.00')]).toEqual([
      undefined,
      ['amount'],
      ['amount'],
    ]);
  });
});

describe('an import is not undone', () => {
  it('if there is none of this id, or it was not accepted', async () => {
    const account = await with_.account();
    const refused = await with_.send(account, { notes: [{}] });
    const ids = ['0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e', refused.headers.get('X-Request-Id')!];
    for (const id of ids) expect(outcomeOf(await with_.undo('--id', id))).toEqual([1, 'import_not_found']);
  });

  it.each<[string, ReadonlyArray<string>]>([
    ['without a reason', ['--id', '0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e']],
    ['without an id or a range', ['--reason', 'x']],
    [
      'with an id and half a range',
      ['--id', '0198c2f0-5b1e-7c3a-9d4e-2f6a8b0c1d2e', '--since', '2026-01-01', '--reason', 'x'],
    ],
    ['with half a range', ['--supplier', 'X', '--since', '2026-01-01', '--reason', 'x']],
  ])('%s: wrong usage', async (_, args) => {
    expect(await with_.operator('imports', 'undo', ...args)).toMatchObject({ code: 2, out: '' });
  });

  it('twice: one of forty at the same time succeeds', async () => {
    const account = await with_.account();
    const id = idOf(await with_.send(account, notes('a')));
    const outcomes = (await Promise.all(Array.from({ length: 40 }, () => with_.undo('--id', id)))).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual([[0], ...Array.from({ length: 39 }, () => [1, 'import_already_undone'])]);
  });

  it.each<Kind>(['transactions', 'historical-billing-documents'])(
    'of %s once the platform has finalized a billing document of the ledger',
    async (kind) => {
      const account = await with_.account();
      const id = idOf(await with_.send(account, PAYLOADS[kind]));
      const note = idOf(await with_.send(account, notes('a')));
      const ledger = ['--account', account.external_account_number, '--ledger', 'L-1'];
      const finalized = await with_.operator('ledger', 'finalize', '--supplier', 'DEMO_SUPPLIER', ...ledger, '--json');
      expect(finalized.json).toEqual({ ledger_number: 'L-1', has_finalized_billing_document: true });
      const before = await with_.stateOf(account);
      expect(outcomeOf(await with_.undo('--id', id))).toEqual([1, 'ledger_has_finalized_billing_document']);
      expect(await with_.stateOf(account)).toEqual(before);
      expect(outcomeOf(await with_.undo('--id', note))).toEqual([0]);
    },
  );

  it('once the statement period of its transactions is closed, until it is open again', async () => {
    const account = await with_.account();
    const id = idOf(await with_.send(account, transactions('T-1')));
    const history = idOf(await with_.send(account, HISTORY));
    const ledger = ['--supplier', 'DEMO_SUPPLIER', '--account', account.external_account_number, '--ledger', 'L-1'];
    await with_.operator('ledger', 'open-period', ...ledger, '--from', '2019-11-01');
    expect(outcomeOf(await with_.undo('--id', id))).toEqual([1, 'statement_period_closed']);
    expect(outcomeOf(await with_.undo('--id', history))).toEqual([0]);
    await with_.operator('ledger', 'close-period', ...ledger);
    expect(outcomeOf(await with_.undo('--id', id))).toEqual([1, 'statement_period_closed']);
    await with_.operator('ledger', 'open-period', ...ledger, '--from', '2019-10-01', '--to', '2019-10-31');
    expect(outcomeOf(await with_.undo('--id', id))).toEqual([0]);
  });
});

describe('later imports that were answered "already exists" because of an import', () => {
  const at = '2019-10-01T08:30:00Z';
  const LONG = '😀'.repeat(1_000);
  const byPaths = (created_at?: string) => ({
    notes: [
      { document_paths: [{ document_path: 'a.pdf' }, { document_path: 'b.pdf' }], ...(created_at && { created_at }) },
    ],
  });
  it.each<[string, object, object, ReadonlyArray<object>]>([
    [
      'transactions',
      transactions('T-1', 'T-2'),
      transactions('T-2', 'T-3', 'T-1'),
      [{ transaction_id: 'T-2' }, { transaction_id: 'T-1' }],
    ],
    ['transactions of a history', HISTORY, transactions('H-1'), [{ transaction_id: 'H-1' }]],
    ['notes', notes('a', 'b'), notes('c', 'b'), [{ created_at: at, body: 'b' }]],
    ['notes without a time', notes('a'), { notes: [{ body: 'a' }] }, [{ created_at: null, body: 'a' }]],
    ['long notes', notes(LONG), notes(LONG), [{ created_at: at, body: `${'😀'.repeat(200)}…` }]],
    ['notes without a body', byPaths(at), byPaths(), [{ created_at: null, document_paths: ['a.pdf', 'b.pdf'] }]],
    ['statements', statements('S-1'), statements('S-1', 'S-2'), [{ statement_id: 'S-1' }]],
    ['a payment instruction', CARD, CARD, [{ vendor: 'STRIPE', type: 'CARD' }]],
  ])('keep it from being undone, and are named with their items if it is: %s', async (_, sent, more, items) => {
    const account = await with_.account();
    const id = idOf(await with_.send(account, sent));
    const later = idOf(await with_.send(account, more));
    const refused = await with_.undo('--id', id);
    expect(outcomeOf(refused)).toEqual([1, 'later_imports_answered']);
    expect(refused.err).toContain(`${later} (items: ${items.length})`);
    const undoing = ['imports', 'undo', '--id', id, '--reason', 'x', '--even-if-answered'];
    const { out } = await with_.operator(...undoing, '--dry-run');
    expect(out).toContain(
      `Missing now, although later imports were answered "already exists" (items: ${items.length})`,
    );
    for (const value of items.flatMap((item) => Object.values(item).flat()))
      if (value !== null) expect(out).toContain(value);
    const { json } = await with_.undo('--id', id, '--even-if-answered');
    expect(json.later_imports).toEqual([{ import_id: later, item_count: items.length, items }]);
  });

  it('still hold if the next transaction of the id is the same', async () => {
    const account = await with_.account();
    const add = async (amount: string, query = '') =>
      idOf(await with_.send(account, { transactions: [payment('T-1', { amount })] }, query));
    const first = await add('71.00');
    const different = await add('5.00', '?check_previously_added=false');
    const same = await add('71.00', '?check_previously_added=false');
    const later = await add('71.00');
    const refused = await with_.undo('--id', first);
    expect(outcomeOf(refused)).toEqual([1, 'later_imports_answered']);
    expect(refused.err).toContain(later);
    expect(outcomeOf(await with_.undo('--id', different))).toEqual([0]);
    expect(outcomeOf(await with_.undo('--id', first))).toEqual([0]);
    expect(outcomeOf(await with_.undo('--id', same))).toEqual([1, 'later_imports_answered']);
  });

  it('still hold if the next note of the same text is the same, for a note without a time', async () => {
    const account = await with_.account();
    const add = async (note: object) => idOf(await with_.send(account, { notes: [{ body: 'a', ...note }] }));
    const first = await add({ created_at: '2019-10-01T08:30:00Z' });
    const same = await add({ created_at: '2019-10-02T08:30:00Z' });
    const pinned = await add({ created_at: '2019-10-03T08:30:00Z', is_pinned: true });
    const later = await add({});
    expect(outcomeOf(await with_.undo('--id', first))).toEqual([0]);
    const refused = await with_.undo('--id', same);
    expect(outcomeOf(refused)).toEqual([1, 'later_imports_answered']);
    expect(refused.err).toContain(later);
    expect(outcomeOf(await with_.undo('--id', pinned))).toEqual([0]);
  });

  it.each<[string, object, object, string]>([
    ['with other items', transactions('T-1'), transactions('T-2'), ''],
    ['that added an id again', transactions('T-1'), transactions('T-1'), '?check_previously_added=false'],
    ['with a note of another time', notes('a'), { notes: [{ body: 'a', created_at: '2020-01-01T00:00:00Z' }] }, ''],
    ['that say the same twice', notes('a'), notes('b', 'b'), ''],
  ])('are not those %s', async (_, sent, other, query) => {
    const account = await with_.account();
    const id = idOf(await with_.send(account, sent));
    idOf(await with_.send(account, other, query));
    expect(outcomeOf(await with_.undo('--id', id))).toEqual([0]);
  });

  it('are not those that have been undone, or were answered before by another import', async () => {
    const account = await with_.account();
    const first = idOf(await with_.send(account, transactions('T-1')));
    const again = idOf(await with_.send(account, transactions('T-1')));
    expect(outcomeOf(await with_.undo('--id', first, '--even-if-answered'))).toEqual([0]);
    const third = idOf(await with_.send(account, transactions('T-1')));
    const fourth = idOf(await with_.send(account, transactions('T-1')));
    expect(outcomeOf(await with_.undo('--id', fourth))).toEqual([0]);
    expect(outcomeOf(await with_.undo('--id', third))).toEqual([0]);
    expect(outcomeOf(await with_.undo('--id', again))).toEqual([0]);
  });
});

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

const UNKNOWN = {
  code: 'store_failure',
  detail: expect.stringMatching(/^It is not known whether the change was stored, .* Look at `audit list`\. /),
};

describe('an undo whose connection dies', () => {
  it.each(STEPS)('at %s has changed nothing, and can be run again, for each of the five kinds', async (table) => {
    const { undo, stateOf, send } = with_;
    const imports = await Promise.all(
      KINDS.map(async (kind) => {
        const account = await anAccount(service, { openFrom: '2026-01-01', openTo: null });
        const empty = await stateOf(account);
        const id = idOf(await send(account, payloadOf(kind, 'A', 2)));
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

  it('or whose commit is refused ends, and can be run again', async () => {
    // A cluster has no triggers.
    if (IS_CLUSTER) return;
    const { account, undo, send } = with_;
    const id = idOf(await send(await account(), notes('refused')));
    await atCommit(service, 'refused', "raise exception 'The commit is refused'");
    const refused = await undo('--id', id, '--reason', 'refused');
    expect([refused.code, JSON.parse(refused.err).error]).toEqual([
      1,
      { code: 'store_failure', detail: 'The database failed: The commit is refused' },
    ]);
    expect(await undo('--id', id)).toMatchObject({ code: 0, err: '' });
  });

  it('at its commit is not told as one that failed, and can be run again', async () => {
    // A cluster has no triggers.
    if (IS_CLUSTER) return;
    const { account, undo, send } = with_;
    const id = idOf(await send(await account(), notes('lost')));
    await atCommit(service, 'lost', LOSE_THE_ANSWER);
    const lost = await undo('--id', id, '--reason', 'lost');
    expect([lost.code, JSON.parse(lost.err).error]).toEqual([1, UNKNOWN]);
    expect(await undo('--id', id)).toMatchObject({ code: 0, err: '' });
  });

  it('at a commit of which a cluster only warns is not told as one that succeeded', async () => {
    // A cluster has no triggers, so that the warning is one of its own making.
    if (IS_CLUSTER) return;
    const { account, undo, send } = with_;
    const id = idOf(await send(await account(), notes('in doubt')));
    await atCommit(service, 'doubtful', "raise warning 'failed to commit transaction on 10.0.0.1:5432'");
    const doubtful = await undo('--id', id, '--reason', 'doubtful');
    expect([doubtful.code, JSON.parse(doubtful.err).error]).toEqual([1, UNKNOWN]);
  });
});
