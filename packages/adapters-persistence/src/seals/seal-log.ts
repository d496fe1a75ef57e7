import type { SealedTree, SealLog } from '@carryover/application/ports/seal-log';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { CITUS, dialectOf } from '../sql/dialect.ts';
import { query, readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { ENTRIES, leavesOf, SEALED_RECORDS, sealedPositions } from './sealed-records.ts';

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

const HASH_BYTES = 32;

const rootsOf = (frontier: Buffer): ReadonlyArray<Buffer> =>
  Array.from({ length: frontier.length / HASH_BYTES }, (_, index) =>
    frontier.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

const lastRow = t.intersection([sealRow, t.type({ frontier: bytes })]);
const LAST = `select ${SEAL}, frontier from seal order by number desc limit 1`;

const finalRow = t.type({ final: wholeNumber });
const FINAL = 'select final_position() as final';

const fullRow = t.type({ full: wholeNumber });
/** Where the next seal is full; no row if fewer records are final. With an unknown end, the planner would sort all of them. */
const FULL = `
  select position + 1 as full from (
    ${sealedPositions((position) => `${position} >= $1::bigint and ${position} < $3::bigint`, '$2::int')}) first
  order by position offset $2::int - 1 limit 1`;

const unsealedRow = t.type({ count: t.number, entries: bytes });
/** Records of one transaction have one position, and are sealed together. Both ends are known to the planner. */
const UNSEALED = `
  select count(*)::int as count, ${ENTRIES} as entries from (${SEALED_RECORDS}) record
  where commit_position >= $1::bigint and commit_position < $2::bigint`;

const headRow = t.type({ head: wholeNumber });
/** Returns the largest number that a seal has or had; 0 before the first. */
export const readHead = async (em: EntityManager): Promise<number> =>
  (await readRow(em, headRow, 'select coalesce(max(number), 0) as head from seal_head'))!.head;

const ADD = `
  with head as (
    insert into seal_head (number) values ($1) on conflict (is_only) do update set number = excluded.number)
  insert into seal (number, previous, root, size, from_position, to_position, signature, frontier, entries)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const toLastSeal = ({ frontier, ...seal }: t.TypeOf<typeof lastRow>): SealedTree => ({
  seal,
  frontier: { leaves: seal.size, roots: rootsOf(frontier) },
});

/** Seals in the database. @param maxRecords of one seal, but for those of one transaction. */
export const makePostgresSealLog = (orm: MikroORM, maxRecords = MAX_RECORDS): SealLog => ({
  addNext: (make) =>
    stored(() =>
      orm.em.fork().transactional(async (em) => {
        // A node of a cluster knows the order of its own transactions only.
        if ((await dialectOf(em)) === CITUS) return 'unsupported';
        const lock = await readRow(
          em,
          t.type({ isFree: t.boolean }),
          `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.seals}) as "isFree"`,
        );
        if (lock?.isFree !== true) return 'elsewhere';
        const row = await readRow(em, lastRow, LAST);
        const last = row === null ? null : toLastSeal(row);
        const head = Math.max(await readHead(em), last?.seal.number ?? 0);
        const from = last?.seal.to ?? 0;
        const { final } = (await readRow(em, finalRow, FINAL))!;
        const full = (await readRow(em, fullRow, FULL, [from, maxRecords, final]))?.full ?? null;
        const { count, entries } = (await readRow(em, unsealedRow, UNSEALED, [from, full ?? final]))!;
        if (count === 0) return 'current';
        const made = await make({ last, head }, { leaves: leavesOf(entries), to: full ?? final });
        const { number, previous, root, size, to, signature } = made.seal;
        const frontier = Buffer.concat(made.frontier.roots);
        await query(em, ADD, [number, previous, root, size, from, to, signature, frontier, entries]);
        return full === null ? 'current' : 'behind';
      }),
    ),
});
