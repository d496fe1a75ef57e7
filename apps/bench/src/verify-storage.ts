import { hash } from 'node:crypto';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makePostgresSealLog } from '@carryover/adapters-persistence/seals/seal-log';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeSealRecords } from '@carryover/application/evidence/seal-records';
import * as E from 'fp-ts/lib/Either.js';
import { endProgress, megabytes, progress } from './figures.ts';
import { runCommand } from './processes.ts';
import { fillSeeded, ORGANISATION, SUPPLIER, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
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

/** Fills a database with imports, one for each account, verifies what is stored, and again after an amount was changed. */
export const measureStorageCheck = async (
  { createDatabase }: Workbench,
  { transactions }: { readonly transactions: number },
): Promise<boolean> => {
  const url = await createDatabase('verify_storage');
  const accounts = Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT);
  const filled = (rows: number) => progress(`${rows} transactions filled`);
  await fillSeeded(url, { accounts, seeds: 0, hasPayloads: true }, filled);
  endProgress();
  const sealing = await sealAll(url);
  const named = ['--supplier', SUPPLIER, '--organisation', ORGANISATION, '--json'];
  const ran = await runCommand('operator', ['verify-storage', ...named], { DATABASE_URL: url });
  const count = accounts * TRANSACTIONS_OF_ACCOUNT;
  const [seals, bytes] = [await numberOf(url, 'select count(*) as n from seal'), await numberOf(url, SIZE)];
  process.stdout.write(
    [
      `${count} transactions, ${accounts} imports, ${seals} seals, ${megabytes(bytes)} of database`,
      `sealing: ${sealing.toFixed(1)} s`,
      `verify-storage: ${ran.seconds.toFixed(1)} s, ${((1e6 * ran.seconds) / count).toFixed(1)} µs per transaction, ${megabytes(ran.peakBytes)}, exit code ${ran.code}`,
      '',
    ].join('\n'),
  );
  const one = `where transaction_id = 'T-${accounts - 1}-7'`;
  await onDatabase(url, (client) => client.query(`update ledger_transaction set amount = amount + 0.01 ${one}`));
  const account = ['--account', `R-${String(accounts - 1).padStart(9, '0')}`];
  const changed = await runCommand('operator', ['verify-storage', ...named, ...account], { DATABASE_URL: url });
  return ran.code === 0 && JSON.parse(ran.out).rows === count && JSON.parse(changed.out).finding_count === 1;
};

const SIZE = 'select pg_database_size(current_database()) as n';
