import type { RunningService } from '../support/a-service.ts';
import type { Organisation } from './organisation.ts';

type Column = { readonly table_name: string; readonly column_name: string };

const THE_ORGANISATION = '(select id from organisation where name = $1)';

/** The column by which a table's rows belong to an organisation. */
const OWNED: Readonly<Record<string, string>> = {
  organisation_id: `organisation_id = ${THE_ORGANISATION}`,
  supplier_id: `supplier_id in (select id from import_supplier where organisation_id = ${THE_ORGANISATION})`,
  account_id: `account_id in (select a.id from account a join import_supplier s on s.id = a.supplier_id
    where s.organisation_id = ${THE_ORGANISATION})`,
};

/** Every row that belongs to an organisation, whatever tables there are. */
export const rowsOf = async ({ sql }: RunningService, { name }: Organisation): Promise<ReadonlyArray<unknown>> => {
  const columns = await sql<Column>(
    `select distinct on (table_name) table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name = any($1) order by table_name, array_position($1, column_name::text)`,
    [['account_id', 'supplier_id', 'organisation_id']],
  );
  const parts = columns.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}' as name, to_jsonb(t) as row from ${table} t where t.${OWNED[column]}`,
  );
  const itself = `select 'organisation' as name, to_jsonb(o) as row from organisation o where o.name = $1`;
  // One by one: tables of a Citus cluster that are distributed differently cannot be read together.
  const found = [];
  for (const part of [...parts, itself].toSorted()) found.push(...(await sql(`${part} order by 1, 2`, [name])));
  return found;
};

const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Ids, numbers of accounts, prefixes of keys, digests: there by no chance. */
const ID = /^(?:[0-9a-f-]{36}|A-[0-9A-F]{8}|co_\w+|\\x[0-9a-f]{16,})$/;

/** The unique values of one organisation: its word, its dates, its amounts and their sums, and the ids of its rows. */
export const secretsOf = async (
  service: RunningService,
  of: Organisation,
  other: Organisation,
): Promise<ReadonlyArray<string>> => {
  const { word, year, amount } = of.data;
  const sums = [1, 2, 3, 4].map((times) => (times * Number(amount)).toFixed(2));
  // A year alone may stand in an id.
  const months = ['07', '08', '09', '10'].map((month) => `${year}-${month}`);
  const marks = [word, ...months, ...sums];
  const shared = new Set(textsIn(await rowsOf(service, other)));
  const own = textsIn(await rowsOf(service, of)).filter((text) => ID.test(text) && !shared.has(text));
  return [...marks, ...new Set(own)];
};

/** Returns those of these values that a text contains, in any letter case. */
export const foundIn = (text: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lower = text.toLowerCase();
  return secrets.filter((secret) => lower.includes(secret.toLowerCase()));
};
