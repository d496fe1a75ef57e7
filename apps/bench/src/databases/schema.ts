import { UNHURRIED } from '@carryover/adapters-persistence/driver/timeouts';
import { migrate } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { type Cluster, onDatabase, type Template } from './cluster.ts';

/** `service`: the migrated tables. `floor`: the same with the extra constraints of a plain design. */
export type Templates = { readonly service: Template; readonly floor: Template };

/** Tables that hold rows of an account. */
const OF_ACCOUNTS = ['ledger_transaction', 'note', 'historical_statement', 'billing_document'];

const migrateDatabase = async (url: string): Promise<void> => {
  const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 10_000, timeouts: UNHURRIED });
  try {
    await migrate(orm);
  } finally {
    await orm.close(true);
  }
};

/** Adds foreign keys to the account, and an index to find the account by its number. */
const makePlain = (url: string): Promise<void> => {
  const keys = OF_ACCOUNTS.map((table) => `alter table ${table} add foreign key (account_id) references account (id)`);
  const statements = [...keys, 'create unique index on account (external_account_number)'];
  return onDatabase(url, async (client) => void (await client.query(statements.join('; '))));
};

/** Makes the tables once, empty: migrating takes longer than copying what it made. */
export const makeEmptyTemplates = async (cluster: Cluster): Promise<Templates> => {
  const service = { database: 'empty_service', isFilled: false };
  await migrateDatabase(await cluster.createDatabase(service.database));
  const floor = { database: 'empty_floor', isFilled: false };
  await makePlain(await cluster.createDatabase(floor.database, service));
  return { service, floor };
};
