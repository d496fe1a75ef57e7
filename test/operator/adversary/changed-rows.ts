import { unpackPayload } from '@carryover/adapters-persistence/imports/import-records';
import { runSql } from '../../support/a-database.ts';

type Content = Readonly<Record<string, unknown>>;

/** A row that somebody changed: as it was, or as it is now. */
export type ChangedRow = {
  readonly table: string;
  readonly side: 'was' | 'is';
  readonly account: string | null;
  readonly import: string | null;
  /** As a finding names it. */
  readonly item: string | null;
  readonly row: Content;
};

const text = (column: string) => `(${column})::text`;
const TIME = `replace(to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000', '')`;

/** Whose a row of each table is, and what names it. */
const TABLES: Readonly<Record<string, { account?: string; import?: string; item?: string }>> = {
  note: { account: 'r.account_id', import: 'r.import_id', item: TIME },
  ledger_transaction: { account: 'r.account_id', import: 'r.import_id', item: 'r.transaction_id' },
  ledger_history: { account: 'r.account_id', import: 'r.import_id', item: 'r.ledger_number' },
  billing_document: { account: 'r.account_id', import: 'r.import_id', item: 'r.identifier' },
  historical_statement: { account: 'r.account_id', import: 'r.import_id', item: 'r.statement_id' },
  payment_instruction: { account: 'r.account_id', import: 'r.import_id', item: 'r.vendor' },
  account: { account: 'r.id' },
  erased_total: { account: 'r.account_id', item: `ltrim(r.ledger_number || ' ' || r.type)` },
  accepted_import: { account: 'r.account_id', import: 'r.id' },
  refused_import: { import: 'r.id' },
  import_undo: { account: 'r.account_id', import: 'r.import_id' },
  operator_action: { item: 'r.id' },
  control_total_set: { item: 'r.id' },
  control_total: { item: 'r.set_id' },
  control_total_registration: { item: 'r.set_id' },
  reconciliation: { item: 'r.id' },
  storage_verification: { item: 'r.id' },
  seal: { item: 'r.number' },
};

export const ITEM_TABLES: ReadonlySet<string> = new Set(Object.keys(TABLES).slice(0, 6));

const NUMBERS = `select distinct on (id) id, external_account_number as number from (
  select 1 as at, id, external_account_number from kept.account union all select 2, id, external_account_number from account) a
  order by id, at`;

const changesOf = ([table, { account = 'null::bigint', import: imported = 'null', item = 'null' }]: [
  string,
  (typeof TABLES)[string],
]): string => {
  const side = (name: string, from: string, other: string) => `
    select '${table}' as table, '${name}' as side, (select n.number from number n where n.id = ${account}) as account,
           ${text(imported)} as import, ${text(item)} as item, to_jsonb(r) as row
    from ${from}.${table} r where r::text not in (select o::text from ${other}.${table} o)`;
  return `${side('was', 'kept', 'public')} union all ${side('is', 'public', 'kept')}`;
};

/** Returns all rows that differ from what was kept ({@link rewindable}), each as it was and as it is. */
export const changedRows = (url: string): Promise<ReadonlyArray<ChangedRow>> =>
  runSql<ChangedRow>(url, `with number as (${NUMBERS}) ${Object.entries(TABLES).map(changesOf).join(' union all ')}`);

export type ImportItems = ReadonlyMap<string, { readonly payload: string; readonly items: ReadonlySet<string> }>;

/** Returns the payloads of imports as they were and are, and the items that they have stored. */
export const readImportItems = async (url: string, ids: ReadonlyArray<string>): Promise<ImportItems> => {
  const payloads = await runSql<{ id: string; payload: Buffer }>(
    url,
    `select id::text, payload from kept.accepted_import where id = any($1) and payload is not null
     union all select id::text, payload from accepted_import where id = any($1) and payload is not null`,
    [ids],
  );
  const items = await runSql<{ id: string; item: string }>(
    url,
    [...ITEM_TABLES]
      .flatMap((table) =>
        ['kept', 'public'].map(
          (schema) =>
            `select r.import_id::text as id, ${text(TABLES[table]!.item!)} as item from ${schema}.${table} r where r.import_id = any($1)`,
        ),
      )
      .join(' union '),
    [ids],
  );
  const texts = new Map<string, string>();
  for (const { id, payload } of payloads)
    texts.set(id, `${texts.get(id) ?? ''}${await unpackPayload(payload).catch(() => '')}`);
  return new Map(
    ids.map((id) => [
      id,
      {
        payload: texts.get(id) ?? '',
        items: new Set(items.filter((one) => one.id === id).map(({ item }) => item)),
      },
    ]),
  );
};
