import { NODE_POSITIONS, nodeOf } from '@carryover/domain/seal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { NEXT_POSITION, POSITIONED } from '../schema/commit-position.ts';
import { CITUS, dialectOf } from './dialect.ts';
import { readRow, readRows } from './query.ts';
import { CONNECTION_FAILURE } from './store-failure.ts';

/** The commit positions of one node: of a node that a cluster does not have any more, all of them are final. */
export type NodePositions = { readonly first: string; readonly end: string; readonly final: string };

/** What is final on each node of a cluster (ADR 28), as it was before the reading of records begins. */
export type Nodes = {
  /** By their numbers, which are those of their positions. */
  readonly positions: ReadonlyArray<NodePositions>;
  /** True if a node may lack records that are final on the node that wrote them. */
  readonly isBehind: boolean;
  /** As {@link readPlaces} tells them. */
  readonly places: string;
  /** Another text once anything newer is final. */
  readonly newest: string;
};

const positionsOf = (node: number, final?: string): NodePositions => {
  const [first, end] = [node * NODE_POSITIONS, (node + 1) * NODE_POSITIONS];
  return { first: String(first), end: String(end), final: final ?? String(end - 1) };
};

/** The positions of one server. */
export const ONE_NODE = positionsOf(0);

/**
 * `places_of_accounts()` is the same again once a shard has come back to its node. A snapshot from before does not have the rows that
 * came back. So the text also has the transactions that wrote the places on this node: each move writes them anew, on every node. Refused
 * requests and dry runs, which a reconciliation reads too, have shards of their own.
 */
const PLACES = `
  select places_of_accounts() || ' ' || (
    select string_agg(p.xmin::text, ',' order by p.placementid) from pg_dist_placement p
    join pg_dist_shard s using (shardid)
    where s.logicalrelid in ('account'::regclass, 'refused_import'::regclass, 'dry_run'::regclass)) as places`;
const placesRow = t.type({ places: t.string });

/**
 * Returns the places of all accounts and import records of a cluster as a text, which is another one once a shard has moved. Texts of
 * different nodes cannot be compared.
 */
export const readPlaces = async (em: EntityManager): Promise<string> => (await readRow(em, placesRow, PLACES))!.places;

/** A cluster has the snapshot of a transaction on each node: one connection, so that all of its shards are read on the same. */
export const SNAPSHOT_OF_NODES = Object.entries(CITUS.snapshotSettings).map(
  ([name, value]) => `set local ${name} = '${value}'`,
);

const onAllNodes = (sql: string): string => `
  select success, result from run_command_on_all_nodes('${sql.replaceAll("'", "''")}', give_warning_for_connection_errors => true)`;
const answerRow = t.type({ success: t.boolean, result: t.string });

/** Asks each node for a text, all at the same time. Rejects if one does not answer. */
export const askNodes = async (em: EntityManager, sql: string): Promise<ReadonlyArray<string>> => {
  const answers = await readRows(em, answerRow, onAllNodes(sql));
  const failed = answers.find(({ success }) => !success);
  if (failed !== undefined)
    throw Object.assign(new Error(`A node of the cluster does not answer: ${failed.result}`), {
      code: CONNECTION_FAILURE,
    });
  return answers.map(({ result }) => result);
};

/** Asks each node for a position. */
const readPositions = async (em: EntityManager, sql: string): Promise<ReadonlyArray<string>> =>
  (await askNodes(em, sql)).toSorted((a, b) => Number(a) - Number(b));

/** Returns the first position of each node that is not final. */
export const readFinalPositions = (em: EntityManager): Promise<ReadonlyArray<string>> =>
  readPositions(em, 'select final_position()');

/** Returns the first position of each node that no transaction has yet. */
export const readNextPositions = (em: EntityManager): Promise<ReadonlyArray<string>> =>
  readPositions(em, `select ${NEXT_POSITION}`);

export const newestOf = (finals: ReadonlyArray<string>): string => finals.join();

/** The parts of distributed tables that a node has. */
export const shardsOf = (tables: ReadonlyArray<string>): string => `
  select to_regclass('public.' || relname || '_' || shardid) from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid
  where relname in (${tables.map((table) => `'${table}'`)})`;

/** A transaction that wrote records on another node, too, and is committed there, still has its locks on this one. */
const PREPARED = `
  select count(*)::text from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.pid is null and l.mode = 'RowExclusiveLock' and l.relation in (${shardsOf([...POSITIONED, 'alarm'])})`;

/** Returns whether a node may lack records that are committed on the node that wrote them. */
export const isBehind = async (em: EntityManager): Promise<boolean> =>
  (await askNodes(em, PREPARED)).some((count) => count !== '0');

/** Nodes that left the cluster have records, too: their numbers are below that of a node that is there, or in records. */
const LAST_WITH_RECORDS = `
  select greatest(0, ${['account', 'accepted_import'].map(
    (table) => `(select commit_position from ${table} order by commit_position desc limit 1)`,
  )})::text as position`;
const lastRow = t.type({ position: t.string });

/**
 * Returns what is final on each node of a cluster; null on one server. Records are to be read after it: then all that is final is
 * there, but for `isBehind`.
 */
export const readNodes = async (em: EntityManager): Promise<Nodes | null> => {
  if ((await dialectOf(em)).hasOneOrder) return null;
  const places = await readPlaces(em);
  const finals = await readFinalPositions(em);
  const behind = await isBehind(em);
  const { position } = (await readRow(em, lastRow, LAST_WITH_RECORDS))!;
  const byNode = new Map(finals.map((final) => [nodeOf(final), final]));
  const nodes = 1 + Math.max(nodeOf(position), ...byNode.keys());
  const positions = Array.from({ length: nodes }, (_, node) => positionsOf(node, byNode.get(node)));
  return { positions, isBehind: behind, places, newest: behind ? '' : newestOf(finals) };
};

/** Returns whether all accounts are where they were: else, a part of what was read may be from a node that they had left. */
export const haveStayed = async (em: EntityManager, { places }: Pick<Nodes, 'places'>): Promise<boolean> =>
  (await readPlaces(em)) === places;

type Placed = { readonly position: string; readonly time: Date; readonly accountId: string | null };

/**
 * Merges the records of nodes, each node's in the order given: the next is the one of the earliest time. What is before a record on its
 * node was begun before that record was committed. So what an account had on a node, before it was moved, comes before what was begun
 * on another node after that was committed. Records of an account that were in progress at once, on two nodes, come by their times, if
 * the orders of the nodes allow it.
 */
export const mergeByTime = <A extends Placed>(records: ReadonlyArray<A>): ReadonlyArray<A> => {
  // Of an account, the earliest time of what is left on each node: the last value, after those of when less will be left.
  const left = new Map<string | null, Map<number, number[]>>();
  for (const { accountId, position, time } of records.toReversed()) {
    const ofAccount = left.get(accountId) ?? new Map<number, number[]>();
    const times = ofAccount.get(nodeOf(position)) ?? [];
    times.push(Math.min(time.getTime(), times.at(-1) ?? Number.POSITIVE_INFINITY));
    left.set(accountId, ofAccount.set(nodeOf(position), times));
  }
  const isEarlierElsewhere = ({ accountId, position, time }: A): boolean =>
    accountId !== null &&
    [...left.get(accountId)!].some(
      ([node, times]) => node !== nodeOf(position) && times.length > 0 && times.at(-1)! < time.getTime(),
    );
  const queues = [...Map.groupBy(records, ({ position }) => nodeOf(position)).values()].map((ofNode) =>
    ofNode.toReversed(),
  );
  const merged: A[] = [];
  while (merged.length < records.length) {
    const heads = queues.flatMap((queue) => queue.at(-1) ?? []);
    const free = heads.filter((head) => !isEarlierElsewhere(head));
    const next = (free.length > 0 ? free : heads).reduce((first, head) => (head.time < first.time ? head : first));
    queues.find((queue) => queue.at(-1) === next)!.pop();
    left.get(next.accountId)!.get(nodeOf(next.position))!.pop();
    merged.push(next);
  }
  return merged;
};
