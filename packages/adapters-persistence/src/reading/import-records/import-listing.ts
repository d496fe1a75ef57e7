import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';

/** Adds a value to the parameters of a statement, and returns its place (`$1`). */
export type Bind = (value: unknown) => string;

/**
 * A table of import records and one of its indexes. The records with the same values of the index's columns before the id are
 * a series; the index has the newest of each.
 */
export type Listing = {
  readonly table: string;
  /** The columns of the index before the id, by the names of their values. */
  readonly columns: Readonly<Record<string, string>>;
  /** The series to look at: those with this value of the first column, or all; a list of values has a series each. */
  readonly within: { readonly first: string } | { readonly values: string } | null;
  /** Conditions on the columns of the series, all of which must hold. */
  readonly ofSeries: ReadonlyArray<string>;
  /** Between these ids, neither included. */
  readonly after: string;
  readonly before: string;
  /** Conditions on the single record `r`, all of which must hold. */
  readonly ofRecord: ReadonlyArray<string>;
};

const all = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? 'true' : conditions.join(' and ');

/** Before all values of a column: a UUID or a text. */
const START: Readonly<Record<string, string>> = {
  supplier_id: `'00000000-0000-0000-0000-000000000000'`,
  api_key_id: `'00000000-0000-0000-0000-000000000000'`,
};
const startOf = (name: string): string => START[name] ?? `''`;

/** Finds one series after another by the index, without reading their records. */
const seriesOf = ({ table, columns, within }: Listing): string => {
  const names = Object.keys(columns);
  if (within !== null && 'values' in within) return `select ${names[0]} from unnest(${within.values}) as ${names[0]}`;
  const values = Object.values(columns).join(', ');
  const next = (condition: string) =>
    `select ${values} from ${table} r where (${values}) ${condition} order by ${values} limit 1`;
  const isWithin = within === null ? 'true' : `n.${names[0]} = ${within.first}`;
  const start = names.map((name, at) => (at === 0 && within !== null ? within.first : startOf(name)));
  return `
    select * from (${next(`>= (${start})`)}) n (${names}) where ${isWithin}
    union all
    select n.* from series s
    cross join lateral (${next(`> (${names.map((name) => `s.${name}`)})`)}) n (${names}) where ${isWithin}`;
};

/**
 * Finds the ids of the newest records in a time that depends on the number of series and of listed records alone: only of the
 * series with the newest records are more than the newest read.
 *
 * The bounds of a series are comparisons of rows, because PostgreSQL takes another index for an equality if it expects many
 * records of the series.
 */
export const bySeries = (listing: Listing, limit: string): string => {
  const { table, columns, ofSeries, after, before, ofRecord } = listing;
  const names = Object.keys(columns);
  const values = Object.values(columns);
  const at = names.map((name) => `s.${name}`);
  const newest = (count: string) => `
    select r.id from ${table} r
    where ${all([`(${values}, r.id) < (${at}, ${before})`, `(${values}, r.id) > (${at}, ${after})`, ...ofRecord])}
    order by ${[...values, 'r.id'].map((value) => `${value} desc`)} limit ${count}`;
  return `
    with recursive series (${names}) as (${seriesOf(listing)}),
    latest as materialized (
      select s.*, n.id from series s cross join lateral (${newest('1')}) n
      where ${all(ofSeries)} order by n.id desc limit ${limit})
    select n.id from latest s cross join lateral (${newest(limit)}) n
    order by n.id desc limit ${limit}`;
};

/** The same for Citus, which refuses laterals over several nodes: each shard is read by the plan that its node chooses (ADR 41). */
export const byShard = (
  { table, columns, within, ofSeries, after, before, ofRecord }: Listing,
  limit: string,
): string => {
  const [first] = Object.values(columns);
  const isWithin = within === null ? [] : [`${first} = ${'first' in within ? within.first : `any(${within.values})`}`];
  const conditions = [...isWithin, `r.id < ${before}`, `r.id > ${after}`, ...ofSeries, ...ofRecord];
  return `select r.id from ${table} r where ${all(conditions)} order by r.id desc limit ${limit}`;
};

const idRow = t.type({ id: t.string });

/** Returns the ids that a statement selects. */
export const readIds = async (
  em: EntityManager,
  makeStatement: (bind: Bind) => string,
): Promise<ReadonlyArray<string>> => {
  const parameters: unknown[] = [];
  const sql = makeStatement((value) => `$${parameters.push(value)}`);
  return (await readRows(em, idRow, sql, parameters)).map(({ id }) => id);
};
