import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorStores } from '@carryover/application/ports/operator-work';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { dialectOf } from '../sql/dialect.ts';
import { askNodes, isBehind } from '../sql/nodes.ts';
import { readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/** Longer than a request of the service takes, by its default time-outs. */
const WAIT_MS = 30_000;
const RETRY_MS = 50;

/**
 * The transactions that lock accounts. An import has this lock of the table before it reads its account and the status of its supplier,
 * and until it is committed or rolled back; on a cluster, on the node that the service is connected to. It does not tell of which
 * supplier the account is.
 */
const IN_FLIGHT = `
  select coalesce(string_agg(l.virtualtransaction, ' '), '') as transactions
  from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.relation = 'public.account'::regclass and l.mode = 'RowShareLock'`;
const inFlightRow = t.type({ transactions: t.string });

const readInFlight = async (em: EntityManager, isCluster: boolean): Promise<ReadonlyArray<string>> => {
  const ofNodes = isCluster
    ? await askNodes(em, IN_FLIGHT)
    : [(await readRow(em, inFlightRow, IN_FLIGHT))!.transactions];
  return ofNodes.flatMap((transactions, node) =>
    transactions.split(' ').flatMap((transaction) => (transaction === '' ? [] : `${node}:${transaction}`)),
  );
};

/** {@link OperatorStores.importsEnded}, under the lock of a supplier that takes no imports. */
export const makeImportsEnded =
  (em: EntityManager): OperatorStores['importsEnded'] =>
  (onWait, withinMs = WAIT_MS) =>
    stored(async () => {
      const deadline = Date.now() + withinMs;
      const isCluster = !(await dialectOf(em)).hasOneOrder;
      let isTold = false;
      const wait = async () => {
        if (!isTold) onWait();
        isTold = true;
        await delay(RETRY_MS);
        return Date.now() < deadline;
      };
      // A node to which the commit of the supplier's status has not come lets imports in.
      while (isCluster && (await isBehind(em))) if (!(await wait())) return false;
      const before = new Set(await readInFlight(em, isCluster));
      let left = before.size;
      while (left > 0) {
        if (!(await wait())) return false;
        left = (await readInFlight(em, isCluster)).filter((transaction) => before.has(transaction)).length;
      }
      return true;
    });
