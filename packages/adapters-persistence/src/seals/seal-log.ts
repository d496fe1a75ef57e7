import type { LastSeal, SealLog } from '@carryover/application/ports/seal-log';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { CITUS, dialectOf } from '../sql/dialect.ts';
import { query, readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { ENTRIES, leavesOf, SEALED_RECORDS } from './sealed-records.ts';

/** The key of the advisory lock; arbitrary, but not used by another program. */
const LOCK = 7_214_033_118;

/** Records per seal, which is a statement of a second: more are sealed one after the other. */
const MAX_RECORDS = 50_000;

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

const unsealedRow = t.type({ final: wholeNumber, count: t.number, last: orNull(wholeNumber), entries: bytes });
/** Records of one transaction have one position, and are sealed together. */
const UNSEALED = `
  with final as materialized (select final_position() as position),
  unsealed as (
    select * from (${SEALED_RECORDS}) record
    where commit_position >= $1::bigint and commit_position < (select position from final)
    order by commit_position
    fetch first ($2::int) rows with ties)
  select (select position from final) as final, count(*)::int as count, max(commit_position) as last, ${ENTRIES} as entries
  from unsealed`;

const ADD = `
  insert into seal (number, previous, root, size, from_position, to_position, signature, frontier, entries)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const toLastSeal = ({ frontier, ...seal }: t.TypeOf<typeof lastRow>): LastSeal => ({
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
          `select pg_try_advisory_xact_lock(${LOCK}) as "isFree"`,
        );
        if (lock?.isFree !== true) return 'elsewhere';
        const row = await readRow(em, lastRow, LAST);
        const last = row === null ? null : toLastSeal(row);
        const {
          final,
          count,
          last: position,
          entries,
        } = (await readRow(em, unsealedRow, UNSEALED, [last?.seal.to ?? 0, maxRecords]))!;
        if (position === null) return 'current';
        const isBehind = count >= maxRecords;
        const made = await make(last, { leaves: leavesOf(entries), to: isBehind ? position + 1 : final });
        const { number, previous, root, size, from, to, signature } = made.seal;
        const frontier = Buffer.concat(made.frontier.roots);
        await query(em, ADD, [number, previous, root, size, from, to, signature, frontier, entries]);
        return isBehind ? 'behind' : 'current';
      }),
    ),
});
