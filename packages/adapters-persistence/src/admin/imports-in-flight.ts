import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorStores } from '@carryover/application/ports/operator-work';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { dialectOf } from '../sql/dialect.ts';
import { askNodes, isBehind, shardsOf } from '../sql/nodes.ts';
import { readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/** Longer than a statement of the service takes, by its default time-outs. */
export const IMPORTS_END_WITHIN_MS = 30_000;
const FIRST_LOOK_MS = 20;
const LOOK_EVERY_MS = 500;

/**
 * The transactions that lock accounts, or sets of control totals. An import has this lock of the table before it reads its account and
 * the status of its supplier, and until it is committed or rolled back; on a cluster, on the node that the service is connected to, and
 * of a part of the table on that of the account. The lock does not tell of which supplier the account is.
 */
const inFlight = (node: string, relations: string): string => `
  select coalesce(string_agg(${node} || l.virtualtransaction, ' '), '') as transactions
  from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.mode = 'RowShareLock' and l.relation in (${relations})`;
const TABLES = ['account', 'control_total_set'];
const RELATIONS = `select unnest(array[${TABLES.map((table) => `to_regclass('public.${table}')`)}])`;
const IN_FLIGHT = inFlight(`''`, RELATIONS);
const IN_FLIGHT_ON_NODE = inFlight(
  `(select groupid from pg_dist_local_group) || ':'`,
  `${RELATIONS} union all ${shardsOf(TABLES)}`,
);
const inFlightRow = t.type({ transactions: t.string });

const readInFlight = async (em: EntityManager, isCluster: boolean): Promise<ReadonlySet<string>> => {
  const ofNodes = isCluster
    ? await askNodes(em, IN_FLIGHT_ON_NODE)
    : [(await readRow(em, inFlightRow, IN_FLIGHT))!.transactions];
  return new Set(ofNodes.flatMap((transactions) => transactions.split(' ').filter((one) => one !== '')));
};

/** {@link OperatorStores.importsEnded}, under the lock of a supplier that takes no imports. */
export const makeImportsEnded =
  (em: EntityManager, withinMs: number): OperatorStores['importsEnded'] =>
  (onWait) =>
    stored(async () => {
      const isCluster = !(await dialectOf(em)).hasOneOrder;
      const deadline = Date.now() + withinMs;
      let pauseMs = 0;
      /** Returns false at the deadline. */
      const until = async (isSo: () => Promise<boolean>): Promise<boolean> => {
        while (!(await isSo())) {
          if (Date.now() >= deadline) return false;
          if (pauseMs === 0) onWait();
          pauseMs = Math.min(LOOK_EVERY_MS, pauseMs * 2 || FIRST_LOOK_MS);
          await delay(pauseMs);
        }
        return true;
      };
      // What is prepared on a node is neither committed there nor in flight. Before the look, it may be the status of the supplier, without
      // which the node lets imports in; after it, what was in flight.
      const isNothingPrepared = () => until(async () => !isCluster || !(await isBehind(em)));
      if (!(await isNothingPrepared())) return false;
      const awaited = await readInFlight(em, isCluster);
      const haveEnded = async () => awaited.isDisjointFrom(await readInFlight(em, isCluster));
      return (await until(async () => awaited.size === 0 || haveEnded())) && isNothingPrepared();
    });
