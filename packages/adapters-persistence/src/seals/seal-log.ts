import type { SealedTree, SealingState, SealLog } from '@carryover/application/ports/seal-log';
import { type MerkleFrontier, subtreeSizes } from '@carryover/domain/merkle-tree';
import { endOf, nodeOf } from '@carryover/domain/seal';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { haveStayed, type NodePositions, type Nodes, ONE_NODE, readNodes } from '../sql/nodes.ts';
import { query, readRow } from '../sql/query.ts';
import { codeOf, stored } from '../sql/store-failure.ts';
import { readSealedEnds } from './sealed-ends.ts';
import { ENTRIES, leavesOf, sealedPositions, sealedRecords } from './sealed-records.ts';

/** Records per seal, which is a statement of half a second, and 60 MB for who reads it: more are sealed one after the other. */
const MAX_RECORDS = 20_000;

export const bytes = new t.Type<Buffer, unknown>(
  'bytes',
  Buffer.isBuffer,
  (value, context) => (Buffer.isBuffer(value) ? t.success(value) : t.failure(value, context)),
  t.identity,
);

/** Numbers of records and transactions are far below 2^53. */
const wholeNumber = new t.Type<number, unknown>(
  'a whole number',
  t.number.is,
  (value, context) => {
    const number = typeof value === 'string' ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) ? t.success(number) : t.failure(value, context);
  },
  t.identity,
);

export const sealRow = t.type({
  number: wholeNumber,
  previous: orNull(t.string),
  root: t.string,
  size: wholeNumber,
  from: wholeNumber,
  to: wholeNumber,
  signature: orNull(t.string),
});
export const SEAL = `number, previous, root, size, from_position as "from", to_position as "to", signature`;

const UNIQUE_VIOLATION = '23505';
const HASH_BYTES = 32;

const rootsOf = (frontier: Buffer): ReadonlyArray<Buffer> =>
  Array.from({ length: frontier.length / HASH_BYTES }, (_, index) =>
    frontier.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

/** Returns the frontier of a tree with so many leaves; null if the bytes are none. */
export const frontierOf = (leaves: number, frontier: Buffer): MerkleFrontier | null =>
  frontier.length === HASH_BYTES * subtreeSizes(leaves).length ? { leaves, roots: rootsOf(frontier) } : null;

const lastRow = t.intersection([sealRow, t.type({ frontier: bytes })]);
const LAST = `select ${SEAL}, frontier from seal order by number desc limit 1`;

const finalRow = t.type({ final: t.string });
const FINAL = 'select final_position()::text as final';

const fullRow = t.type({ full: wholeNumber });
/** Where the next seal is full; no row if fewer records are final. With an unknown end, the planner would sort all of them. */
const FULL = `
  select position + 1 as full from (
    ${sealedPositions((position) => `${position} >= $1::bigint and ${position} < $3::bigint`, '$2::int')}) first
  order by position offset $2::int - 1 limit 1`;

const unsealedRow = t.type({ count: t.number, entries: bytes });
/** Records of one transaction have one position, and are sealed together. Both ends are known to the planner. */
const UNSEALED = `
  select count(*)::int as count, ${ENTRIES} as entries
  from (${sealedRecords((position) => `${position} >= $1::bigint and ${position} < $2::bigint`)}) record`;

const headRow = t.type({ head: wholeNumber });
/** Returns the largest number that a seal has or had; 0 before the first. */
export const readHead = async (em: EntityManager): Promise<number> =>
  (await readRow(em, headRow, 'select coalesce(max(number), 0) as head from seal_head'))!.head;

const MOVE_HEAD = `
  insert into seal_head (number) values ($1) on conflict (is_only) do update set number = excluded.number`;
const ADD = `
  insert into seal (number, previous, root, size, from_position, to_position, signature, frontier, entries)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const toLastSeal = ({ frontier, ...seal }: t.TypeOf<typeof lastRow>): SealedTree => ({
  seal,
  frontier: { leaves: seal.size, roots: rootsOf(frontier) },
});

/** The positions of a server's records that are final. */
const finalOf = async (em: EntityManager, nodes: Nodes | null): Promise<ReadonlyArray<NodePositions>> =>
  nodes?.positions ?? [{ ...ONE_NODE, final: (await readRow(em, finalRow, FINAL))!.final }];

const addNext =
  (orm: MikroORM, maxRecords: number, nodes: Nodes | null) =>
  async (em: EntityManager, make: Parameters<SealLog['addNext']>[0]): Promise<SealingState> => {
    const lock = await readRow(
      em,
      t.type({ isFree: t.boolean }),
      `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.seals}) as "isFree"`,
    );
    if (lock?.isFree !== true) return 'elsewhere';
    // In this order: through another node, a process may add seals meanwhile. Then the next number is taken, or follows them.
    const head = await readHead(em);
    const row = await readRow(em, lastRow, LAST);
    const ends = await readSealedEnds(em);
    const unsealed = [];
    for (const { first, final } of await finalOf(em, nodes)) {
      const from = endOf(ends, nodeOf(first));
      const full = (await readRow(em, fullRow, FULL, [from, maxRecords, final]))?.full ?? null;
      const to = full ?? Number(final);
      const { count, entries } = (await readRow(em, unsealedRow, UNSEALED, [from, to]))!;
      if (count > 0) unsealed.push({ from, to, entries, isFull: full !== null });
    }
    // What was read while a shard moved is read again.
    if (nodes !== null && !(await haveStayed(orm.em, nodes))) return 'later';
    let last = row === null ? null : toLastSeal(row);
    for (const { from, to, entries } of unsealed) {
      last = await make(
        { last, head: Math.max(head, last?.seal.number ?? 0) },
        { leaves: leavesOf(entries), from, to },
      );
      const { number, previous, root, size, signature } = last.seal;
      const frontier = Buffer.concat(last.frontier.roots);
      await query(em, MOVE_HEAD, [number]);
      await query(em, ADD, [number, previous, root, size, from, to, signature, frontier, entries]);
    }
    return unsealed.some(({ isFull }) => isFull) ? 'behind' : 'current';
  };

/** Seals in the database. @param maxRecords of one seal, but for those of one transaction. */
export const makePostgresSealLog = (orm: MikroORM, maxRecords = MAX_RECORDS): SealLog => ({
  addNext: (make) =>
    stored(async () => {
      const nodes = await readNodes(orm.em);
      if (nodes?.isBehind === true) return 'later';
      const add = addNext(orm, maxRecords, nodes);
      try {
        return await orm.em.fork().transactional((em) => add(em, make));
      } catch (error) {
        // The lock is that of one node: through another one, a seal of the same number was added.
        if (codeOf(error) === UNIQUE_VIOLATION) return 'elsewhere';
        throw error;
      }
    }),
});
