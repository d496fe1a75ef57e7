import { expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { send } from '../support/requests.ts';
import { runSql } from '../support/run-sql.ts';
import { settled } from '../support/settled.ts';
import { noneLeft, superusersOf, WRITTEN, writers } from './writers.ts';

const DISTURB_EVERY = 30;

const service = await theService({ RATE_LIMIT_PER_MINUTE: '100000', SEAL_INTERVAL_SECONDS: '1' });
const operator = anOperator(service.operatorEnvironment);
const { json: key } = await operator('platform-key', 'issue', '--label', 'billing', '--json');
const superusers = superusersOf(service);

const get = async (after: string | null, limit: number) => {
  const query = `limit=${limit}${after === null ? '' : `&after=${after}`}`;
  const headers = { Authorization: `Bearer ${key.platform_key}` };
  return send(`${service.baseUrl}/v1/platform/changes/?${query}`, { headers });
};

/** Ends the connections of the services to a node, and those of the node to the others. */
const disconnect = (node: string) =>
  runSql(
    node,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = 'carryover'`,
  );

const STORED = `
  select a.external_account_number as number, 'import.accepted/' || i.id as id from account a join accepted_import i on i.account_id = a.id
  union all
  select a.external_account_number, 'import.undone/' || u.import_id from account a join import_undo u on u.account_id = a.id`;
const HELD = `
  select a.external_account_number as number, t.transaction_id as id from account a join ledger_transaction t on t.account_id = a.id`;

it('gives a reader all changes once, per account in order, while nodes lose connections and shards move', async () => {
  const { accounts, write, move, stop } = await writers(service, operator);

  let isOver = false;
  let [rounds, moves] = [0, 0];
  const disturb = async () => {
    await disconnect(superusers[rounds % superusers.length]!);
    await noneLeft(superusers[0]!);
    moves += await move(accounts[rounds % 2]!);
    rounds += 1;
  };
  let imports = 0;
  let disturbed = Promise.resolve();
  /** One of the writers waits for it, and the others go on. */
  const disturbInTurn = async () => {
    imports += 1;
    if (imports % DISTURB_EVERY !== 0) return;
    disturbed = disturbed.then(disturb);
    await disturbed;
  };

  const changes: any[] = [];
  const read = async () => {
    for (let cursor: string | null = null; ; ) {
      const wasOver = isOver;
      const reply = await get(cursor, 1 + Math.floor(Math.random() * 20));
      if (reply.status !== 200) continue;
      changes.push(...reply.json.changes);
      cursor = reply.json.next;
      if (reply.json.caught_up && wasOver) return;
    }
  };
  const reading = read();
  const told = await Promise.all(accounts.map((_, index) => write(index, disturbInTurn)));
  await runSql(superusers[0]!, 'select recover_prepared_transactions()');
  await settled(service);
  isOver = true;
  await reading;
  expect(moves).toBe(Math.floor(WRITTEN / DISTURB_EVERY));

  const stored = await service.sql<{ number: string; id: string }>(STORED);
  const held = await service.sql<{ number: string; id: string }>(HELD);
  const seen = changes.filter(({ type }) => type.startsWith('import.'));
  const ids = seen.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(WRITTEN);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  for (const [index, { external_account_number: number }] of accounts.entries()) {
    const own = seen.filter(({ data }) => data.external_account_number === number);
    expect(own.map(({ id }) => id).filter((id) => told[index]!.includes(id))).toEqual(told[index]);
    const items = new Set<string>();
    for (const { type, data } of own)
      for (const { transaction_id: id } of data.items)
        expect(type === 'import.undone' ? items.delete(id) : !items.has(id) && items.add(id) !== null).toBe(true);
    expect([...items].toSorted()).toEqual(held.flatMap((row) => (row.number === number ? [row.id] : [])).toSorted());
  }
  // Also what was imported on one node and undone on another; and all of it is sealed.
  await expect.poll(async () => (await operator('seal', 'verify', '--json')).json.unsealed).toBe(0);
  const checked = await operator('verify-storage', '--supplier', service.demo.import_supplier, '--json');
  expect(checked.json.findings).toEqual([]);
  await stop();
});
