import { connect } from '@carryover/operations/connect';
import { makeNamed } from '@carryover/operator/commands/imports-undo';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import { describe, expect, inject, it } from 'vitest';
import { KINDS, payloadOf } from '../operations/five-kinds.ts';
import { aCountingProxy } from '../support/a-counting-proxy.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const IS_CLUSTER = inject('postgresTemplate') === null;

const service = await theService({ VENDOR_SANDBOX: 'on' });

const second = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
/** A second that has passed by the time the promise resolves. */
const theNextSecond = async (): Promise<string> => {
  const at = Math.ceil((Date.now() + 1) / 1_000) * 1_000;
  await new Promise((resolve) => setTimeout(resolve, at - Date.now() + 5));
  return second(at);
};

/** A supplier with three accounts. */
const aSupplier = async (code: string) => {
  const organisation = (await anOperator(service.operatorEnvironment)('organisation', 'list', '--json')).json[0].name;
  await service.operator.createSupplier(organisation, code);
  const accounts = await Promise.all(
    ['E-1', 'E-2', 'E-3'].map((number) =>
      anAccount(service, { supplier: code, number, openFrom: '2026-01-01', openTo: null }),
    ),
  );
  const { operator, ...with_ } = makeUndoableAccounts(service);
  const undoRange = (since: string, until: string, ...args: ReadonlyArray<string>) =>
    with_.undo('--supplier', code, '--since', since, '--until', until, ...args);
  const sendAll = async (name: string): Promise<ReadonlyArray<string>> => {
    const ids: string[] = [];
    for (const account of accounts)
      for (const kind of KINDS) ids.push(idOf(await with_.send(account, payloadOf(kind, name, 2))));
    return ids;
  };
  const statesOf = () => Promise.all(accounts.map((account: TestAccount) => with_.stateOf(account)));
  return {
    code,
    accounts: accounts as [TestAccount, TestAccount, TestAccount],
    operator,
    undoRange,
    sendAll,
    statesOf,
    ...with_,
  };
};

const REMOVED = { notes: 6, transactions: 18, billing_documents: 6, statements: 6, payment_instructions: 3 };

describe('what the output of a range names', () => {
  it('is bounded, however many items the later imports have', () => {
    const { add, named } = makeNamed(3);
    const answered = [{ importId: 'later', items: [{ transaction_id: 'T-1' }, { transaction_id: 'T-2' }] }];
    const one = { importId: 'one', externalAccountNumber: 'E-1' };
    const refused = { ...one, refusal: { kind: 'later_imports_answered' as const, answered } };
    const undone = { ...one, answered };
    for (let account = 0; account < 4; account += 1) add({ refused: [refused], answering: [undone] });
    expect(named()).toEqual({ refused: [refused, refused], answering: [undone, undone] });
  });
});

describe('the imports of a range (decisions 16)', () => {
  it('are undone as a whole, in a dry run too, and skipped when the command is run again', async () => {
    const { code, undoRange, sendAll, statesOf, send, accounts, operator } = await aSupplier('NIGHT');
    const empty = await statesOf();
    const before = await send(accounts[0], { notes: [{ body: 'kept', created_at: '2026-01-01T00:00:00Z' }] });
    expect(before.status).toBe(201);
    const kept = await statesOf();
    expect(kept).not.toEqual(empty);
    const since = await theNextSecond();
    await sendAll('undated');
    const full = await statesOf();
    // Sent again within the range: answered "already exists", which does not count.
    for (const account of accounts) idOf(await send(account, payloadOf('notes', 'undated', 2)));
    const until = await theNextSecond();
    const all = { refused_count: 0, refused: [], removed: REMOVED, missing_count: 0, missing: [] };

    const tried = await undoRange(since, until, '--dry-run');
    expect([tried.code, tried.json]).toEqual([0, { dry_run: true, undone: 18, ...all }]);
    expect(await statesOf()).toEqual(full);
    const done = await undoRange(since, until);
    expect([done.code, done.json]).toEqual([0, { dry_run: false, undone: 18, ...all }]);
    expect(await statesOf()).toEqual(kept);
    expect(await undoRange(since, until)).toMatchObject({ code: 0, json: { undone: 0, refused_count: 0 } });

    await sendAll('undated');
    expect(await statesOf()).toEqual(full);
    const actions = (await operator('audit', 'list', '--supplier', code, '--json')).json;
    expect(actions.map(({ action, after }: any) => [action, after.state, after.undone]).slice(0, 4)).toEqual([
      ['imports undo', 'finished', 0],
      ['imports undo', 'started', undefined],
      ['imports undo', 'finished', 18],
      ['imports undo', 'started', undefined],
    ]);
  });

  it('that are refused are listed, and the others are undone', async () => {
    const { code, undoRange, sendAll, send, accounts, operator } = await aSupplier('PARTS');
    const since = await theNextSecond();
    const ids = await sendAll('undated');
    const until = await theNextSecond();
    const later = idOf(await send(accounts[1], payloadOf('notes', 'undated', 1)));
    await operator('ledger', 'finalize', '--supplier', code, '--account', 'E-1', '--ledger', 'L-1');
    const done = await undoRange(since, until);
    expect(done).toMatchObject({ code: 1, json: { undone: 12, refused_count: 3 } });
    // Accounts are undone concurrently: the latest import is first within each account only.
    const byAccount = done.json.refused.toSorted((one: any, other: any) =>
      one.external_account_number.localeCompare(other.external_account_number),
    );
    expect(byAccount.map((one: any) => [one.import_id, one.external_account_number, one.code])).toEqual([
      [ids[2], 'E-1', 'ledger_has_finalized_billing_document'],
      [ids[1], 'E-1', 'ledger_has_finalized_billing_document'],
      [ids[5], 'E-2', 'later_imports_answered'],
    ]);
    expect(byAccount[2].detail).toContain(later);
    expect(await undoRange(since, until, '--even-if-answered')).toMatchObject({
      code: 1,
      json: { undone: 1, refused_count: 2 },
    });
  });

  it('stay if one of them that is refused was answered because of them, directly or over others', async () => {
    const { code, undoRange, statesOf, send, accounts, operator } = await aSupplier('CHAIN');
    const [account, other] = accounts;
    const notes = (...bodies: ReadonlyArray<string>) => ({
      notes: bodies.map((body) => ({ body, created_at: '2026-01-01T00:00:00Z' })),
    });
    const since = await theNextSecond();
    const chain: string[] = [];
    for (const link of [['a'], ['a', 'b'], ['b', 'c'], ['c', 'd']])
      chain.push(idOf(await send(account, notes(...link))));
    const free = idOf(await send(account, notes('free')));
    const again = idOf(await send(account, notes('free')));
    const ofOther = idOf(await send(other, notes('a')));
    const until = await theNextSecond();
    const outside = idOf(await send(account, notes('d')));
    const full = await statesOf();

    const night = ['--supplier', code, '--since', since, '--until', until, '--reason', 'x'];
    const tried = await operator('imports', 'undo', ...night, '--dry-run');
    expect(tried).toMatchObject({ code: 1, out: expect.stringContaining('Imports that would be undone: 3.') });
    expect(await statesOf()).toEqual(full);
    const done = await undoRange(since, until);
    expect([done.code, done.json.undone, done.json.missing]).toEqual([1, 3, []]);
    const later = (importId: string, body: string) => [
      { import_id: importId, item_count: 1, items: [{ created_at: '2026-01-01T00:00:00Z', body }] },
    ];
    expect(done.json.refused.map((one: any) => [one.import_id, one.code, one.later_imports])).toEqual([
      [chain[3], 'later_imports_answered', later(outside, 'd')],
      [chain[2], 'later_imports_answered', later(chain[3]!, 'c')],
      [chain[1], 'later_imports_answered', later(chain[2]!, 'b')],
      [chain[0], 'later_imports_answered', later(chain[1]!, 'a')],
    ]);
    for (const id of [free, again, ofOther])
      expect((await operator('imports', 'show', '--id', id, '--json')).json.undone_at).not.toBeNull();
    for (const body of ['a', 'b', 'c', 'd'])
      expect((await send(account, notes(body))).json[0].status).toBe('NOTE_ALREADY_EXISTS');

    const forced = await operator('imports', 'undo', ...night, '--even-if-answered');
    expect(forced.code).toBe(0);
    for (const part of ['(items: 5)', 'body d', outside, account.external_account_number])
      expect(forced.out).toContain(part);
  });

  it('are told, account by account, also beside one that fails', async () => {
    // A cluster has no triggers.
    if (IS_CLUSTER) return;
    const { code, sendAll } = await aSupplier('FAILING');
    const since = new Date(await theNextSecond());
    await sendAll('undated');
    const until = new Date(await theNextSecond());
    const [first] = await service.sql<{ id: string }>(
      'select a.id from account a join import_supplier s on s.id = a.supplier_id where s.code = $1 order by a.id limit 1',
      [code],
    );
    await service.sql(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'failed'; end $$`,
    );
    await service.sql(`create trigger fail before insert on import_undo for each row
      when (new.account_id = '${first!.id}') execute function fail()`);
    const { useCases, close } = await connect(readDataSettings(new EnvironmentReader(service.operatorEnvironment)));
    const told: unknown[] = [];
    const done = await useCases.undoRange({
      supplier: { code },
      selection: { since, until },
      actor: { performedBy: 'Ada', performedBySubject: null, performedByIssuer: null, reason: 'Ticket 42' },
      isDryRun: false,
      evenIfAnswered: false,
      onProgress: ({ undone }, { removed }) => told.push([undone, removed.size]),
    })();
    await close();
    expect(done).toMatchObject({ _tag: 'Left', left: { kind: 'store_failure' } });
    expect(told).toEqual([
      [5, 5],
      [10, 5],
    ]);
  });

  it('take the same number of round trips for an account, however many of them were answered', async () => {
    const { code, send, accounts } = await aSupplier('AGAIN');
    const proxy = await aCountingProxy(service.databaseUrl);
    const operator = anOperator({ ...service.operatorEnvironment, DATABASE_URL: proxy.url });
    const roundTripsOf = async (account: TestAccount, times: number): Promise<number> => {
      const since = await theNextSecond();
      const payload = payloadOf('transactions', 'again', 20);
      for (let sent = 0; sent < times; sent += 1) idOf(await send(account, payload));
      const night = ['--supplier', code, '--since', since, '--until', await theNextSecond()];
      const before = proxy.roundTrips();
      const { json } = await operator('imports', 'undo', ...night, '--reason', 'x', '--json');
      expect(json).toMatchObject({ undone: times, refused_count: 0 });
      return proxy.roundTrips() - before;
    };
    const two = await roundTripsOf(accounts[0], 2);
    expect(await roundTripsOf(accounts[1], 40)).toBe(two);
  });
});
