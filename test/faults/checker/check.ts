import type { ClientBase } from 'pg';
import { SUPPLIER } from '../batches/account.ts';
import type { Model } from '../model.ts';
import { compare } from './compare.ts';
import type { Disagreement } from './disagreement.ts';
import { readAccounts } from './read-tables.ts';

/** Read and compared together: enough for few round trips, not so many that their rows fill the memory. */
const AT_ONCE = 20;

const idsOf = async (client: ClientBase, accounts: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<{ id: string; number: string }>(
    `select account.id, external_account_number as number from account
     join import_supplier on import_supplier.id = supplier_id
     where code = $1 and external_account_number = any($2)`,
    [SUPPLIER, accounts],
  );
  return new Map(rows.map(({ id, number }) => [number, id]));
};

/** Runs `work` on one unchanging state of the database, while others may go on changing it. */
const onSnapshot = async <A>(client: ClientBase, work: () => Promise<A>): Promise<A> => {
  await client.query('begin isolation level repeatable read, read only');
  // On Citus one connection per node, and so one snapshot; elsewhere without effect.
  await client.query('set local citus.max_adaptive_executor_pool_size = 1');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
};

/** Compares some accounts; `on` runs the reading. In the order that a check beside running requests needs. */
export const compareAccounts = async (
  client: ClientBase,
  model: Model,
  accounts: ReadonlyArray<string>,
  on: typeof onSnapshot = (_client, work) => work(),
): Promise<ReadonlyArray<Disagreement>> => {
  // Requests answered after the promises were noted may be stored or not, and so may those sent until the snapshot is
  // taken; what had been answered before must be there.
  const promised = new Map(accounts.map((account) => [account, model.promisedOf(account)]));
  return on(client, async () => {
    const ids = await idsOf(client, accounts);
    const known = new Map(accounts.map((account) => [account, model.knownOf(account, promised.get(account)!)]));
    const refused = [...known.values()].flat().flatMap((one) => one.refused);
    const storedOf = await readAccounts(client, [...ids.values()], refused);
    return accounts.flatMap((account) => compare(account, known.get(account)!, storedOf(ids.get(account) ?? '')));
  });
};

/**
 * Compares what is stored of some accounts with the model. It may run while requests are being served: the tables are read
 * at one moment, and only what was answered before it is held against them.
 */
export const check = async (
  client: ClientBase,
  model: Model,
  accounts: ReadonlyArray<string>,
): Promise<ReadonlyArray<Disagreement>> => {
  const found: Disagreement[] = [];
  for (let from = 0; from < accounts.length; from += AT_ONCE)
    found.push(...(await compareAccounts(client, model, accounts.slice(from, from + AT_ONCE), onSnapshot)));
  return found;
};
