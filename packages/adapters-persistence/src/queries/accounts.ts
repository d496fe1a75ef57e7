import { setTimeout as delay } from 'node:timers/promises';
import type { Stored } from '@carryover/application/ports/store-failure';
import { ACCOUNT_STATUSES, type AccountStatus } from '@carryover/domain/account';
import { isWellFormed } from '@carryover/domain/text';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readingOneMoment } from '../orm.ts';
import { moment, oneOf } from '../schema/stored-values.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const listedAccount = t.type({
  organisation: t.string,
  supplierCode: t.string,
  externalAccountNumber: t.string,
  serviceAccountNumber: t.string,
  status: oneOf(ACCOUNT_STATUSES),
  createdAt: moment,
});
export type ListedAccount = Readonly<t.TypeOf<typeof listedAccount>>;

const ACCOUNTS = `
  select a.id, o.name as organisation, s.code as "supplierCode", a.external_account_number as "externalAccountNumber",
    a.service_account_number as "serviceAccountNumber", a.status, to_json(a.created_at)#>>'{}' as "createdAt"
  from account a
  join import_supplier s on s.id = a.supplier_id
  join organisation o on o.id = s.organisation_id`;

export type AccountFilter = {
  /** Part of the external or of the service account number, in any letter case. */
  readonly search: string | null;
  readonly status: AccountStatus | null;
  /** The last external account number of the previous page. */
  readonly after: string | null;
  readonly limit: number;
};

/** Escapes `%` and `_` of a search. */
const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const OF_SUPPLIER = `${ACCOUNTS}
  where a.supplier_id = $1
    and ($2::text is null or a.external_account_number ilike $2 or a.service_account_number ilike $2)
    and ($3::text is null or a.status = $3) and ($4::text is null or a.external_account_number > $4)
  order by a.external_account_number
  limit $5`;

/** Lists a supplier's accounts by external account number, byte for byte; `next` is the `after` of the next page, or null. */
export const listAccounts = (
  em: EntityManager,
  supplierId: string,
  { search, status, after, limit }: AccountFilter,
): Stored<{ readonly items: ReadonlyArray<ListedAccount>; readonly next: string | null }> =>
  stored(async () => {
    const parameters = [supplierId, search && containing(search), status, after, limit + 1];
    const found = await readRows(em, listedAccount, OF_SUPPLIER, parameters);
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.externalAccountNumber ?? null) : null };
  });

/** The kinds of identifiers that lead to an account: its own numbers, and those of its items. */
export const IDENTIFIER_KINDS = [
  'external_account_number',
  'service_account_number',
  'transaction_id',
  'statement_id',
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export type AccountSearch = {
  readonly identifier: string;
  readonly kinds: ReadonlyArray<IdentifierKind>;
  readonly supplierId?: string;
  /** Only accounts of these organisations, by name; null: of all. */
  readonly organisations: ReadonlySet<string> | null;
};

/** A found account, and the kinds of identifiers that led to it. */
export type FoundAccount = ListedAccount & { readonly foundBy: ReadonlyArray<IdentifierKind> };

/** At most {@link MAX_FOUND} accounts by organisation, supplier and number; `isComplete` is false if there may be more. */
export type FoundAccounts = { readonly accounts: ReadonlyArray<FoundAccount>; readonly isComplete: boolean };

export const MAX_FOUND = 100;

/** An identifier that more accounts have than this, such as `1`, names none of them. */
const MAX_CANDIDATES = 1_000;

/** As the search indexes have an identifier, `|| ''`: no other statement contains that (ADR 39). */
const CANDIDATES: Readonly<Record<IdentifierKind, string>> = {
  external_account_number: 'select id from account where external_account_number = $1',
  service_account_number: 'select id from account where service_account_number = upper($1)',
  transaction_id: `select account_id as id from ledger_transaction where transaction_id || '' = $1`,
  statement_id: `select account_id as id from historical_statement where statement_id || '' = $1`,
};

/**
 * PostgreSQL expects a search index to name most pages of a table whose identifiers are in no order, and would read the
 * whole table or its key instead: 9 s in place of 0.2 s (ADR 39).
 */
const USE_SEARCH_INDEXES = ['seqscan', 'indexscan', 'indexonlyscan'].map((scan) => `set local enable_${scan} = off`);

const account = t.type({ id: t.string });

/**
 * Finds the accounts that have the identifier, of these suppliers only: what others have neither hides an account of theirs
 * nor says that it exists.
 */
const readCandidates = (
  em: EntityManager,
  { identifier, kinds }: AccountSearch,
  suppliers: ReadonlyArray<string> | null,
) =>
  readingOneMoment(em, async (snapshot) => {
    for (const setting of USE_SEARCH_INDEXES) await query(snapshot, setting);
    const found = new Map<IdentifierKind, ReadonlySet<string>>();
    let isComplete = true;
    for (const kind of IDENTIFIER_KINDS.filter((wanted) => kinds.includes(wanted))) {
      const statement =
        suppliers === null
          ? CANDIDATES[kind]
          : `select c.id from (${CANDIDATES[kind]}) c join account a on a.id = c.id where a.supplier_id = any($2::uuid[])`;
      const parameters = suppliers === null ? [identifier] : [identifier, suppliers];
      const rows = await readRows(snapshot, account, `${statement} limit ${MAX_CANDIDATES}`, parameters);
      if (rows.length === MAX_CANDIDATES) isComplete = false;
      found.set(kind, new Set(rows.map(({ id }) => id)));
    }
    return { found, isComplete };
  });

const SUPPLIERS = `
  select s.id from import_supplier s join organisation o on o.id = s.organisation_id
  where ($1::uuid is null or s.id = $1) and ($2::text[] is null or o.name = any($2))`;

/** Reads the ids of the suppliers that a search is limited to; null: all. */
const readSuppliers = async (em: EntityManager, { supplierId, organisations }: AccountSearch) => {
  if (supplierId === undefined && organisations === null) return null;
  const rows = await readRows(em, account, SUPPLIERS, [supplierId ?? null, organisations && [...organisations]]);
  return rows.map(({ id }) => id);
};

const FOUND = `${ACCOUNTS}
  where a.id = any($1::bigint[])
  order by o.name, s.code, a.external_account_number
  limit ${MAX_FOUND + 1}`;
const foundRow = t.intersection([account, listedAccount]);

/** Finds accounts by an exact identifier, over all suppliers or those of a search (ADR 39). */
export const findAccounts = (em: EntityManager, search: AccountSearch): Stored<FoundAccounts> =>
  stored(async () => {
    if (!isWellFormed(search.identifier)) return { accounts: [], isComplete: true };
    const { found, isComplete } = await readCandidates(em, search, await readSuppliers(em, search));
    const ids = [...new Set([...found.values()].flatMap((some) => [...some]))];
    const accounts = await readRows(em, foundRow, FOUND, [ids]);
    return {
      accounts: accounts.slice(0, MAX_FOUND).map(({ id, ...listed }) => ({
        ...listed,
        foundBy: IDENTIFIER_KINDS.filter((kind) => found.get(kind)?.has(id) === true),
      })),
      isComplete: isComplete && accounts.length <= MAX_FOUND,
    };
  });

const SEARCHED_TABLES = ['ledger_transaction', 'historical_statement'];

const nextBlock = t.type({ block: t.string });
const SUMMARISE = 'select summarise_search($1, $2)::text as block';

/** Adds the pages of a table from a block on to its search index; returns the first block that is left. */
const summarise = async (orm: MikroORM, table: string, from: string): Promise<string> => {
  for (let block = from; ; ) {
    const row = await readRow(orm.em.fork(), nextBlock, SUMMARISE, [table, block]);
    if (row === null || row.block === block) return block;
    block = row.block;
  }
};

/**
 * Keeps the search indexes up to date until `signal` is aborted, at most `everyMs` behind: a search reads all newer rows
 * (ADR 39). A turn that fails, such as one during a vacuum, is made up for by a later one. Several processes may do this.
 */
export const keepSearchable = async (orm: MikroORM, everyMs: number, signal: AbortSignal): Promise<void> => {
  const reached = new Map(SEARCHED_TABLES.map((table) => [table, '0']));
  while (!signal.aborted) {
    for (const [table, from] of reached)
      await summarise(orm, table, from).then(
        (block) => reached.set(table, block),
        () => undefined,
      );
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
};
