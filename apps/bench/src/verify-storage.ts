import { hash } from 'node:crypto';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makePostgresSealLog } from '@carryover/adapters-persistence/seals/seal-log';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeSealRecords } from '@carryover/application/evidence/seal-records';
import * as E from 'fp-ts/lib/Either.js';
import { megabytes } from './figures.ts';
import { measureCommand } from './processes.ts';
import { numberOfAccount, ORGANISATION, SUPPLIER, seededDatabase, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
import { numberOf, onDatabase, type Workbench } from './workbench.ts';

/** Seals all records, as the service does. @returns the seconds that it took. */
const sealAll = async (url: string): Promise<number> => {
  const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 10_000, timeouts: UNHURRIED });
  const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
  const seal = makeSealRecords({ seals: makePostgresSealLog(orm), sha256, sign: null });
  const start = performance.now();
  try {
    for (;;) {
      const sealed = await seal();
      if (E.isLeft(sealed)) throw sealed.left.cause;
      if (sealed.right !== 'behind') return (performance.now() - start) / 1000;
    }
  } finally {
    await orm.close(true);
  }
};

/** What the command says of a database. */
type Check = { readonly rows: number; readonly finding_count: number };

const SIZE = 'select pg_database_size(current_database()) as n';

const ADD = `
  update ledger_transaction t set amount = amount + $1
  from seeded d where d.i = $2 and t.account_id = d.id and t.transaction_id = $3`;

/** Fills a database with imports, one for each account, verifies what is stored, and one account again while an amount is changed. */
export const measureStorageCheck = async (
  bench: Workbench,
  { transactions }: { readonly transactions: number },
): Promise<boolean> => {
  const accounts = Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT);
  const url = await seededDatabase(bench, accounts);
  const sealing = await sealAll(url);
  const verify = async (...more: ReadonlyArray<string>) => {
    const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION, '--json', ...more];
    const ran = await measureCommand(bench, 'operator', ['verify-storage', ...named], { DATABASE_URL: url });
    return { ...ran, check: JSON.parse(ran.out) as Check };
  };
  const { seconds, cost, code, check } = await verify();
  const [seals, bytes] = [await numberOf(url, 'select count(*) as n from seal'), await numberOf(url, SIZE)];
  process.stdout.write(
    [
      `${check.rows} transactions, ${accounts} imports, ${seals} seals, ${megabytes(bytes)} of database`,
      `sealing: ${sealing.toFixed(1)} s`,
      `verify-storage: ${cost}, ${((1e6 * seconds) / check.rows).toFixed(1)} µs per transaction`,
      '',
    ].join('\n'),
  );
  const last = accounts - 1;
  const add = (cents: number) => onDatabase(url, (client) => client.query(ADD, [cents / 100, last, `T-${last}-7`]));
  await add(1);
  const changed = await verify('--account', numberOfAccount(last));
  await add(-1);
  return code === 0 && check.rows === accounts * TRANSACTIONS_OF_ACCOUNT && changed.check.finding_count === 1;
};
