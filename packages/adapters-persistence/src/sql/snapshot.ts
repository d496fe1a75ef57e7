import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { to as copyTo } from 'pg-copy-streams';
import { poolOf } from '../orm.ts';
import { checked } from '../schema/stored-values.ts';
import { acquire, type Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { haveStayed, readPlaces } from './nodes.ts';
import type { Read } from './query.ts';
import { toStoreFailure } from './store-failure.ts';

/** Values that the statements of a snapshot read with `current_setting('carryover.NAME')`: `COPY` takes no parameters. */
type SnapshotSettings = Readonly<Record<string, string>>;

/** One transaction that sees the data of one moment and changes nothing. Its methods are called one after the other. */
export type Snapshot = {
  readonly takenAt: Date;
  readonly dialect: Dialect;
  /** Returns the rows of a statement. */
  readonly read: Read;
  /**
   * Returns the rows of a query of any size as they come, some at a time. The properties of `row` are the query's columns in their
   * order, as texts or nulls.
   *
   * By `COPY`: PostgreSQL runs the query of a cursor on one core, this one on several (ADR 11).
   */
  readonly stream: <P extends t.Props>(row: t.TypeC<P>, sql: string) => AsyncIterable<ReadonlyArray<t.TypeOfProps<P>>>;
  /**
   * Passes on the rows of a query of any size as PostgreSQL writes them, some at a time.
   *
   * @param options of `COPY`.
   * @returns the number of rows.
   */
  readonly copy: (sql: string, options: string, take: (bytes: Buffer) => Promise<void>) => Promise<number>;
  /**
   * Throws if a shard of a cluster was moved since the snapshot began: a node that took its snapshot before does not have the rows that
   * came. A reader whose result must be whole calls it at the end.
   */
  readonly checkWhole: () => Promise<void>;
};

/** Returns a text as a literal of SQL: `COPY` takes no parameters. */
export const literal = (text: string): string => `e'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const OWN_SETTINGS = {
  // For sorting and grouping a whole supplier, in place of 4 MB.
  work_mem: '128MB',
};

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Returns a field of `COPY`'s text format; `\N` is null. */
const toField = (text: string): string | null => {
  if (!text.includes('\\')) return text;
  return text === '\\N' ? null : text.replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);
};

/** Splits text that comes in pieces into lines: a line break inside a field is escaped. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadonlyArray<string>> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}

/** The time after which a reader learns that its snapshot is not whole. */
const CHECK_EVERY_MS = 10_000;

/** A failure of the store, as opposed to one of the function that reads the snapshot. */
class SnapshotFailed extends Error {}

/** The cause of {@link Snapshot.checkWhole}'s failure. */
const MOVED =
  'A shard was moved to another node of the cluster meanwhile, so rows may be missing in what was read. Try again when no shard is moved.';

const failed = (cause: unknown): never => {
  throw new SnapshotFailed('The snapshot could not be read.', { cause });
};

/** Reads up to the end, or closes the query if its reader stops early. */
async function* copied<A>(chunks: AsyncIterable<A>): AsyncGenerator<A> {
  try {
    yield* chunks;
  } catch (error) {
    failed(error);
  }
}

const snapshotOf = async (
  client: Connection,
  haveRowsStayed: () => Promise<boolean>,
  checkEveryMs: number | null,
): Promise<Snapshot> => {
  const { rows } = await client.query<{ now: string }>(`select to_json(clock_timestamp())#>>'{}' as now`);
  let checkedAt = performance.now();
  /** What lacks rows is not read for hours more. What else goes wrong is left to the check at the end. */
  const checkNowAndThen = async () => {
    if (checkEveryMs === null || performance.now() - checkedAt < checkEveryMs) return;
    if (!(await haveRowsStayed().catch(() => true))) failed(new Error(MOVED));
    checkedAt = performance.now();
  };
  return {
    takenAt: new Date(rows[0]!.now),
    dialect: client.dialect,
    read: async (row, sql, parameters = []) => {
      await checkNowAndThen();
      const found = await client.query<Record<string, unknown>>(sql, [...parameters]).catch(failed);
      return found.rows.map((one) => checked(row, one));
    },
    async *stream(row, sql) {
      const columns = Object.keys(row.props);
      const toRow = (line: string) => {
        const fields = line.split('\t');
        return checked(row, Object.fromEntries(columns.map((name, at) => [name, toField(fields[at]!)])));
      };
      for await (const lines of copied(linesOf(client.query(copyTo(`copy (${sql}) to stdout`))))) {
        await checkNowAndThen();
        yield lines.map(toRow);
      }
    },
    async copy(sql, options, take) {
      const stream = client.query(copyTo(`copy (${sql}) to stdout (${options})`));
      for await (const bytes of copied<Buffer>(stream)) await take(bytes);
      // The number comes behind the last row; once another statement is answered, it has come.
      await client.query('select').catch(failed);
      return stream.rowCount;
    },
    async checkWhole() {
      if (!(await haveRowsStayed().catch(failed))) failed(new Error(MOVED));
    },
  };
};

const begin = async (
  client: Connection,
  orm: MikroORM,
  settings: SnapshotSettings,
  checkEveryMs: number | null,
): Promise<Snapshot> => {
  const places = client.dialect.hasOneOrder ? null : await readPlaces(orm.em);
  await client.query('begin isolation level repeatable read read only');
  // By statements, and not by `set_config`: a cluster passes them on to its nodes.
  for (const [name, value] of Object.entries({ ...OWN_SETTINGS, ...client.dialect.snapshotSettings, ...settings }))
    await client.query(`set local ${name} = ${client.escapeLiteral(value)}`);
  return snapshotOf(client, async () => places === null || haveStayed(orm.em, { places }), checkEveryMs);
};

/**
 * Runs `read` on the stored data of a supplier as of one moment, also on a standby; the queries of a reconciliation read it one
 * after the other. Rejects with what `read` throws of its own.
 *
 * @param checkEveryMs the time after which the reading ends because a shard of a cluster was moved; null: the reader finds it out itself.
 */
export const onSupplierSnapshot =
  (orm: MikroORM, { checkEveryMs = CHECK_EVERY_MS }: { readonly checkEveryMs?: number | null } = {}) =>
  <A>({ id, organisationId, code }: ImportSupplier, read: (snapshot: Snapshot) => Promise<A>): Stored<A> =>
  async () => {
    let client: Connection | undefined;
    let hasEnded = false;
    try {
      client = await acquire(await poolOf(orm)).catch(failed);
      const settings = {
        'carryover.supplier': id,
        'carryover.organisation': organisationId,
        'carryover.code': code,
      };
      const result = await read(await begin(client, orm, settings, checkEveryMs).catch(failed));
      await client.query('commit').catch(failed);
      hasEnded = true;
      return E.right(result);
    } catch (error) {
      if (error instanceof SnapshotFailed) return E.left(toStoreFailure(error.cause));
      throw error;
    } finally {
      // The connection may be in the middle of a query.
      client?.release(!hasEnded);
    }
  };
