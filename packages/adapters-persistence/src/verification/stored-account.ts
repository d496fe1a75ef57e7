import type { ImportBasis } from '@carryover/application/ports/store';
import { nodeOf } from '@carryover/domain/seal';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { BILLING_DOCUMENT_COLUMNS } from '../imports/billing-document-repository.ts';
import { NOTE_COLUMNS } from '../imports/note-repository.ts';
import { INSTRUCTION_COLUMNS } from '../imports/payment-instruction-repository.ts';
import { STATEMENT_COLUMNS } from '../imports/statement-repository.ts';
import { TRANSACTION_COLUMNS } from '../imports/transaction-repository.ts';
import { basis as importBasis, moment, orNull } from '../schema/stored-values.ts';
import { mergeByTime } from '../sql/nodes.ts';
import type { Snapshot } from '../sql/snapshot.ts';

/** A stored row as texts by column. */
export type Row = Readonly<Record<string, string | null>>;

const TIME = (column: string): string =>
  `replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000', '')`;

/** The columns whose text in PostgreSQL is not that of the interface. */
const SHOWN: Readonly<Record<string, string>> = {
  created_at: TIME('created_at'),
  unpin_at: TIME('unpin_at'),
  identity: `encode(identity, 'hex')`,
  documents: 'to_json(documents)::text',
  document_paths: 'to_json(document_paths)::text',
};

/**
 * A table with rows of imports: the columns that are compared, the key, the columns that say where in its import a row comes from,
 * and the one that names an item to its client.
 */
const table = (
  columns: ReadonlyArray<string>,
  {
    key,
    place,
    item,
  }: { readonly key: ReadonlyArray<string>; readonly place: ReadonlyArray<string>; readonly item: string },
) => ({ columns: [...columns, 'import_id'], key, place: ['import_id', ...place], item });

export const TABLES = {
  note: table(['identity', ...Object.keys(NOTE_COLUMNS), 'position'], {
    key: ['identity', 'created_at'],
    place: ['position'],
    item: 'created_at',
  }),
  ledger_transaction: table(['occurrence', 'ledger_number', ...Object.keys(TRANSACTION_COLUMNS)], {
    key: ['transaction_id', 'occurrence'],
    place: ['transaction_id'],
    item: 'transaction_id',
  }),
  ledger_history: table(['ledger_number'], { key: ['ledger_number'], place: [], item: 'ledger_number' }),
  billing_document: table(['ledger_number', ...Object.keys(BILLING_DOCUMENT_COLUMNS), 'position'], {
    key: ['ledger_number', 'identifier'],
    place: ['position'],
    item: 'identifier',
  }),
  historical_statement: table([...Object.keys(STATEMENT_COLUMNS), 'position'], {
    key: ['statement_id'],
    place: ['position'],
    item: 'statement_id',
  }),
  payment_instruction: table([...Object.keys(INSTRUCTION_COLUMNS), 'is_active'], {
    key: ['import_id'],
    place: [],
    item: 'vendor',
  }),
};
export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as ReadonlyArray<TableName>;

export const keyOf = (name: TableName, row: Row): string =>
  JSON.stringify(TABLES[name].key.map((column) => row[column]));
export const placeOf = (name: TableName, row: Row): string =>
  JSON.stringify(TABLES[name].place.map((column) => row[column]));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
};
const isSameJson = (a: string, b: string): boolean =>
  JSON.stringify(sorted(jsonOrNull(a))) === JSON.stringify(sorted(jsonOrNull(b)));

const JSON_COLUMNS: ReadonlySet<string> = new Set(['line_items', 'tax_items', 'documents', 'document_paths']);

/** Returns the columns in which two rows of a table differ. */
export const differingColumns = (name: TableName, a: Row, b: Row): ReadonlyArray<string> => {
  const differing: string[] = [];
  for (const column of TABLES[name].columns) {
    const [accepted, stored] = [a[column] ?? null, b[column] ?? null];
    if (accepted === stored) continue;
    const isJson = accepted !== null && stored !== null && JSON_COLUMNS.has(column);
    if (!isJson || !isSameJson(accepted, stored)) differing.push(column);
  }
  return differing;
};

/** An accepted import, as it is recorded. */
const recordRow = t.type({
  accountId: t.string,
  id: t.string,
  position: t.string,
  receivedAt: moment,
  organisationId: t.string,
  supplierId: t.string,
  apiKeyId: t.string,
  endpoint: t.string,
  itemCount: t.number,
  storedItems: t.number,
  storedDocuments: t.number,
  sha256: t.string,
  isRemoved: t.boolean,
  /** What it had stored when its payload was removed because it is kept no longer; null if it was not. */
  rowsSha256: orNull(t.string),
  /** The commit position of that. */
  removedPosition: orNull(t.string),
  isUnchecked: t.boolean,
  /** As JSON. */
  storedTotals: t.string,
  basis: t.unknown,
});
type RecordRow = t.TypeOf<typeof recordRow>;
export type StoredImport = Omit<RecordRow, 'basis'> & {
  readonly basis: ImportBasis;
  /** As stored; null if it was removed. */
  readonly payload: Buffer | null;
};

const undoRow = t.type({
  accountId: t.string,
  importId: t.string,
  position: t.string,
  undoneAt: moment,
  removed: t.unknown,
  undoneBy: t.string,
});
export type StoredUndo = Omit<t.TypeOf<typeof undoRow>, 'removed'> & {
  readonly removed: Readonly<Record<string, unknown>>;
};

/** What an erased account had of each type or kind, in each ledger. */
const erasedTotals = t.array(t.type({ ledger_number: t.string, type: t.string, count: t.number, sum: t.string }));
export type ErasedTotals = t.TypeOf<typeof erasedTotals>;

export type StoredAccount = {
  readonly id: string;
  /** Null if the supplier has no such account. */
  readonly number: string | null;
  readonly isOfKey: boolean | null;
  readonly mainLedger: string | null;
  readonly isErased: boolean;
  /** The totals that an erased account had. */
  readonly erasedTotals: ErasedTotals | null;
  /** The same as the operator action has them that erased it; null if none did. */
  readonly totalsOfAction: ErasedTotals | null;
};

/** Everything that is stored for some accounts. */
type StoredAccounts = {
  readonly accounts: ReadonlyArray<StoredAccount>;
  readonly imports: ReadonlyMap<string, ReadonlyArray<StoredImport>>;
  readonly undos: ReadonlyMap<string, ReadonlyArray<StoredUndo>>;
  readonly rows: { readonly [Name in TableName]: ReadonlyMap<string, ReadonlyArray<Row>> };
};

// One by one: a cluster joins tables of one account only, and none of them with keys that are given.
const ACCOUNTS = `
  select a.id::text as id, a.external_account_number as number,
         account_key(s.organisation_id, s.code, a.external_account_number) = a.id as "isOfKey",
         a.erased_at is not null as "isErased"
  from account a join import_supplier s on s.id = a.supplier_id
  where a.id = any($1::bigint[]) and a.supplier_id = $2::uuid`;
const MAIN_LEDGERS = `
  select account_id::text as id, ledger_number as ledger from ledger where account_id = any($1::bigint[]) and is_main`;
const ERASED_TOTALS = `
  select account_id::text as id, jsonb_agg(jsonb_build_object(
           'ledger_number', ledger_number, 'type', type, 'count', count, 'sum', sum::text)) as totals
  from erased_total where account_id = any($1::bigint[]) group by account_id`;
const TOTALS_OF_ACTIONS = `
  select external_account_number as id, after->'totals' as totals from operator_action
  where action = 'account erase' and external_account_number = any($1::text[]) order by external_account_number, id desc`;

const foundRow = t.type({ id: t.string, number: t.string, isOfKey: t.boolean, isErased: t.boolean });
const ledgerRow = t.type({ id: t.string, ledger: t.string });
const totalsRow = t.type({ id: t.string, totals: t.unknown });

/** Returns accounts by their keys, also those that are not there. */
const readAccounts = async (
  { read }: Snapshot,
  supplierId: string,
  keys: ReadonlyArray<string>,
): Promise<ReadonlyArray<StoredAccount>> => {
  const found = await read(foundRow, ACCOUNTS, [keys, supplierId]);
  const byKey = new Map(found.map((account) => [account.id, account]));
  const ledgers = new Map((await read(ledgerRow, MAIN_LEDGERS, [keys])).map(({ id, ledger }) => [id, ledger]));
  const erased = found.flatMap(({ number, isErased }) => (isErased ? [number] : []));
  const totalsOf = async (sql: string, of: ReadonlyArray<string>) =>
    new Map(
      erased.length === 0
        ? []
        : (await read(totalsRow, sql, [of])).map(({ id, totals: of }) => [id, erasedTotals.is(of) ? of : null]),
    );
  const totals = await totalsOf(ERASED_TOTALS, keys);
  const totalsOfActions = await totalsOf(TOTALS_OF_ACTIONS, erased);
  return keys.map((id) => {
    const { number = null, isOfKey = null, isErased = false } = byKey.get(id) ?? {};
    const ofAction = number === null ? null : (totalsOfActions.get(number) ?? null);
    const about = { id, number, isOfKey, isErased, mainLedger: ledgers.get(id) ?? null };
    return { ...about, erasedTotals: totals.get(id) ?? null, totalsOfAction: ofAction };
  });
};

const IMPORTS = `
  select account_id::text as "accountId", id, commit_position::text as position,
         to_json(received_at)#>>'{}' as "receivedAt", organisation_id as "organisationId", supplier_id as "supplierId",
         api_key_id as "apiKeyId", endpoint, item_count as "itemCount", stored_items as "storedItems",
         stored_documents as "storedDocuments", stored_totals::text as "storedTotals", encode(payload_sha256, 'hex') as sha256,
         payload is null as "isRemoved",
         case when removed_position is not null then encode(rows_sha256, 'hex') end as "rowsSha256",
         removed_position::text as "removedPosition", coalesce(findings ? 'checkPreviouslyAdded', false) as "isUnchecked",
         findings->'basis' as basis, payload
  from accepted_import where account_id = any($1::bigint[])
  order by account_id, commit_position, id`;

const UNDOS = `
  select account_id::text as "accountId", import_id as "importId", commit_position::text as position, removed,
         undone_by as "undoneBy", to_json(undone_at)#>>'{}' as "undoneAt"
  from import_undo where account_id = any($1::bigint[])
  order by account_id, commit_position, import_id`;

/** Selects rows of a table as texts. */
export const rowsOf = (name: TableName, where: string, from: string = name): string => `
  select account_id::text as account_id,
         ${TABLES[name].columns.map((column) => `${SHOWN[column] ?? `${column}::text`} as ${column}`)}
  from ${from} where ${where}`;
const OF_ACCOUNTS = 'account_id = any($1::bigint[])';

export const textRow = t.record(t.string, orNull(t.string)) as t.Type<Row, unknown>;
const importRow = t.intersection([recordRow, t.type({ payload: orNull(t.unknown) })]);

/** Reads all that is stored for accounts of a supplier, by their keys. */
export const readStoredAccounts = async (
  snapshot: Snapshot,
  supplierId: string,
  keys: ReadonlyArray<string>,
): Promise<StoredAccounts> => {
  const { read } = snapshot;
  const accounts = await readAccounts(
    snapshot,
    supplierId,
    keys.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  );
  const imports = await read(importRow, IMPORTS, [keys]);
  const undos = await read(undoRow, UNDOS, [keys]);
  const rows: Partial<Record<TableName, ReadonlyMap<string, ReadonlyArray<Row>>>> = {};
  for (const name of TABLE_NAMES)
    rows[name] = Map.groupBy(await read(textRow, rowsOf(name, OF_ACCOUNTS), [keys]), ({ account_id }) => account_id!);
  const ofImport = (row: t.TypeOf<typeof importRow>): StoredImport => ({
    ...row,
    // Whoever changed it in the database may have written anything.
    basis: importBasis.is(row.basis) ? row.basis : {},
    payload: Buffer.isBuffer(row.payload) ? row.payload : null,
  });
  const ofUndo = (row: t.TypeOf<typeof undoRow>): StoredUndo => ({
    ...row,
    removed: t.UnknownRecord.is(row.removed) ? row.removed : {},
  });
  const ofAccount = {
    imports: Map.groupBy(imports.map(ofImport), ({ accountId }) => accountId),
    undos: Map.groupBy(undos.map(ofUndo), ({ accountId }) => accountId),
  };
  if (!snapshot.dialect.hasOneOrder)
    for (const id of keys) {
      const inOrder = ranked(ofAccount.imports.get(id) ?? [], ofAccount.undos.get(id) ?? []);
      ofAccount.imports.set(id, inOrder.imports);
      ofAccount.undos.set(id, inOrder.undos);
    }
  return {
    accounts,
    ...ofAccount,
    rows: rows as StoredAccounts['rows'],
  };
};

/** Above the positions of all nodes. */
const RANKS = 2n ** 60n;

/**
 * Numbers the imports and undos of an account whose shard was moved in their order: positions of different nodes have none. An account
 * of one node keeps its positions.
 */
const ranked = (imports: StoredImport[], undos: StoredUndo[]) => {
  const events = [
    ...imports.map(({ id, position, accountId, receivedAt }) => ({ key: id, position, accountId, time: receivedAt })),
    ...undos.map(({ importId, position, accountId, undoneAt }) => ({
      key: `undo ${importId}`,
      ...{ position, accountId, time: undoneAt },
    })),
  ].toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
  if (events.length === 0 || nodeOf(events[0]!.position) === nodeOf(events.at(-1)!.position)) return { imports, undos };
  const ranks = new Map(mergeByTime(events).map(({ key }, index) => [key, String(RANKS + BigInt(index))]));
  return {
    imports: imports
      .map((one) => ({ ...one, position: ranks.get(one.id)! }))
      .toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position))),
    undos: undos.map((undo) => ({ ...undo, position: ranks.get(`undo ${undo.importId}`)! })),
  };
};

const keyRow = t.type({ id: t.string });
const sizeRow = t.type({ id: t.string, size: t.number });

const PAGE = 500;
/** More rows without an account are not looked at, of each table. */
const MAX_STRAYS = 10_000;
/** Items that are read at once, unless one account alone has more; as many more are compared meanwhile. */
const ITEMS_AT_ONCE = 10_000;
/** The work of reading an account without items. */
const ACCOUNT_SIZE = 20;

const SUPPLIERS_ACCOUNTS = `
  select a.id::text as id from account a where a.supplier_id = $1::uuid and a.id > $2::bigint order by a.id limit ${PAGE}`;
const ONE_ACCOUNT = `
  select id::text as id from account where supplier_id = $1::uuid and external_account_number = $2`;
/** Keys of accounts that are not there, but that an import of the supplier names. */
const ACCOUNTS_GONE = `
  select distinct i.account_id::text as id from accepted_import i
  where i.supplier_id = $1::uuid
    and not exists (select from account a where a.id = i.account_id and a.supplier_id = i.supplier_id)`;
/** Rows without an account: its key, and the import that they name. */
const STRAYS = TABLE_NAMES.map(
  (name) => `
  select r.account_id::text as account, r.import_id::text as id from ${name} r
  where not exists (select from account a where a.id = r.account_id) group by r.account_id, r.import_id limit ${MAX_STRAYS}`,
);
const strayRow = t.type({ account: t.string, id: t.string });
const ACCOUNTS_WITH_IMPORTS = `
  select distinct account_id::text as id from accepted_import where account_id = any($1::bigint[])`;
const IMPORTS_OF_OTHERS = 'select id from accepted_import where id = any($1::uuid[]) and supplier_id <> $2::uuid';

/** Returns keys of rows without an account and without an import; not those of other suppliers' imports. */
const straysOf = async ({ read }: Snapshot, supplierId: string): Promise<ReadonlyArray<string>> => {
  const strays: t.TypeOf<typeof strayRow>[] = [];
  for (const sql of STRAYS) strays.push(...(await read(strayRow, sql)));
  if (strays.length === 0) return [];
  const accounts = [...new Set(strays.map(({ account }) => account))];
  const withImports = new Set((await read(keyRow, ACCOUNTS_WITH_IMPORTS, [accounts])).map(({ id }) => id));
  const ids = [...new Set(strays.map(({ id }) => id))];
  const ofOthers = new Set((await read(keyRow, IMPORTS_OF_OTHERS, [ids, supplierId])).map(({ id }) => id));
  const own = strays.filter(({ account, id }) => !withImports.has(account) && !ofOthers.has(id));
  return [...new Set(own.map(({ account }) => account))];
};
const SIZES = `
  select account_id::text as id, (sum(item_count) + sum(coalesce(octet_length(payload), 0)) / 100)::float as size
  from accepted_import where account_id = any($1::bigint[]) group by account_id`;

/** The items of the largest account that is taken, and of all of them. */
type SizeLimits = { readonly ofAccount: number; readonly ofAll: number };
const NO_LIMITS: SizeLimits = { ofAccount: Number.POSITIVE_INFINITY, ofAll: Number.POSITIVE_INFINITY };

/** Splits keys into groups of which each is compared at once. Leaves out accounts that are beyond the limits. */
export const groupsOf = async (
  { read }: Snapshot,
  keys: ReadonlyArray<string>,
  { ofAccount, ofAll }: SizeLimits = NO_LIMITS,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const sizes = new Map((await read(sizeRow, SIZES, [keys])).map(({ id, size }) => [id, size]));
  const groups: string[][] = [];
  let total = Number.POSITIVE_INFINITY;
  let taken = 0;
  for (const key of keys) {
    const size = ACCOUNT_SIZE + (sizes.get(key) ?? 0);
    if (size > ofAccount || taken + size > ofAll) continue;
    taken += size;
    total += size;
    if (total > ITEMS_AT_ONCE) {
      groups.push([]);
      total = size;
    }
    groups.at(-1)!.push(key);
  }
  return groups;
};

/** Yields the keys of a supplier's accounts, or of one, in groups; also of accounts that are not there any more. */
export async function* streamKeys(
  snapshot: Snapshot,
  supplierId: string,
  account: string | null,
): AsyncGenerator<ReadonlyArray<string>> {
  const { read } = snapshot;
  if (account !== null) {
    yield (await read(keyRow, ONE_ACCOUNT, [supplierId, account])).map(({ id }) => id);
    return;
  }
  for (let after = '-1'; ; ) {
    const keys = (await read(keyRow, SUPPLIERS_ACCOUNTS, [supplierId, after])).map(({ id }) => id);
    if (keys.length === 0) break;
    yield* await groupsOf(snapshot, keys);
    after = keys.at(-1)!;
  }
  const gone = (await read(keyRow, ACCOUNTS_GONE, [supplierId])).map(({ id }) => id);
  for (const keys of [gone, await straysOf(snapshot, supplierId)])
    if (keys.length > 0) yield* await groupsOf(snapshot, keys);
}

const KNOWN_IMPORTS = 'select distinct id from accepted_import where id = any($1::uuid[])';

/** Returns those of these imports that any account has. */
export const knownImports = async ({ read }: Snapshot, ids: ReadonlyArray<string>): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : (await read(keyRow, KNOWN_IMPORTS, [ids])).map(({ id }) => id));

/** An undo of one import is recorded with its operator action; one of a range or of a load has an action for all of it. */
const UNDOS_WITHOUT_ACTION = `
  select u.import_id as id from import_undo u
  join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
  where u.account_id = $1::bigint and not exists (
    select from operator_action o
    where o.action = 'imports undo' and (
      o.before->>'import_id' = u.import_id::text
      or o.supplier_code = current_setting('carryover.code') and o.after->>'load_id' = i.load_id::text
      or o.supplier_code = current_setting('carryover.code') and o.after ? 'since'
         and i.received_at >= (o.after->>'since')::timestamptz and i.received_at < (o.after->>'until')::timestamptz))`;

/** Returns the undone imports of an account that no operator action undid. */
export const readUndosWithoutAction = async ({ read }: Snapshot, accountId: string): Promise<ReadonlyArray<string>> =>
  (await read(keyRow, UNDOS_WITHOUT_ACTION, [accountId])).map(({ id }) => id);
