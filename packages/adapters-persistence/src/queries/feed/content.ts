import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { storedItems } from '../../schema/stored-items.ts';
import { readRows } from '../../sql/query.ts';
import type { RecordRow } from './records.ts';

const LEDGERS = `
  select l.account_id::text as id, json_agg(json_build_object(
           'ledger_number', l.ledger_number, 'ledger_code', l.ledger_code, 'main', l.is_main,
           'open_statement', case when p.is_open then json_build_object('from', p.from_date, 'to', p.to_date) end,
           'has_finalized_billing_document', l.has_finalized_billing_document) order by l.ledger_number) as values
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  where l.account_id = any($1::bigint[]) group by l.account_id`;

const OF_IMPORTS = 'account_id = any($1::bigint[]) and import_id = any($2::uuid[])';
const STORED = `
  select import_id as id, '[' || string_agg(item, ',' order by place, key) || ']' as text
  from (${storedItems(OF_IMPORTS)}) stored group by account_id, import_id`;
const REMOVED = `select import_id as id, items as values from import_undo where ${OF_IMPORTS}`;

const valuesRow = t.type({ id: t.string, values: t.array(t.record(t.string, t.unknown)) });
type Values = ReadonlyMap<string, ReadonlyArray<Readonly<Record<string, unknown>>>>;

const valuesOf = async (
  em: EntityManager,
  sql: string,
  accounts: ReadonlyArray<string>,
  imports?: ReadonlyArray<string>,
): Promise<Values> => {
  if (accounts.length === 0) return new Map();
  const parameters = imports === undefined ? [accounts] : [accounts, imports];
  return new Map((await readRows(em, valuesRow, sql, parameters)).map(({ id, values }) => [id, values]));
};

const itemsRow = t.type({ id: t.string, text: t.string });

/** Reads the items of imports as JSON texts. */
const itemsOf = async (
  em: EntityManager,
  accounts: ReadonlyArray<string>,
  imports: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> =>
  imports.length === 0
    ? new Map()
    : new Map((await readRows(em, itemsRow, STORED, [accounts, imports])).map(({ id, text }) => [id, text]));

/** What changes tell beside their records: by account, or by import. */
export type Content = {
  readonly ledgers: Values;
  readonly items: ReadonlyMap<string, string>;
  readonly removed: Values;
};

/** Reads what the changes of a page tell. */
export const readContent = async (em: EntityManager, records: ReadonlyArray<RecordRow>): Promise<Content> => {
  const of = (sources: ReadonlyArray<number>, isUndone?: boolean) =>
    records.filter(
      (record) => sources.includes(record.source) && (isUndone === undefined || record.isUndone === isUndone),
    );
  const accountsOf = (rows: ReadonlyArray<RecordRow>) => [...new Set(rows.map(({ accountId }) => accountId!))];
  const idsOf = (rows: ReadonlyArray<RecordRow>) => rows.map(({ id }) => id);
  const [accounts, kept, undone] = [of([0, 1, 6]), of([2], false), of([2, 3], true)];
  return {
    ledgers: await valuesOf(em, LEDGERS, accountsOf(accounts)),
    items: await itemsOf(em, accountsOf(kept), idsOf(kept)),
    removed: await valuesOf(em, REMOVED, accountsOf(undone), idsOf(undone)),
  };
};
