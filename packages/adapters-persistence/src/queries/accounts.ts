import type { Stored } from '@carryover/application/ports/store-failure';
import { ACCOUNT_STATUSES, type AccountStatus } from '@carryover/domain/account';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import { isWellFormed } from '@carryover/domain/text';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readingOneMoment } from '../orm.ts';
import { isPayment } from '../schema/search-terms.ts';
import { moment, oneOf } from '../schema/stored-values.ts';
import { NOTES_WITH, NOTES_WITH_ON_CLUSTER, noteTerm } from '../search/note-words.ts';
import { CITUS, dialectOf } from '../sql/dialect.ts';
import { query, readRows } from '../sql/query.ts';
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
export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

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

/** What else a customer or a client names, by which its account is found exactly. */
export const SPOKEN_KINDS = [
  'payment_reference',
  'statement_number',
  'billing_document',
  'ledger_number',
  'amount_and_date',
] as const;

/** What leads to accounts that may be meant. */
export const SIMILAR_KINDS = ['part_of_number', 'similar_number', 'note_text'] as const;

type SearchedKind = IdentifierKind | (typeof SPOKEN_KINDS)[number] | (typeof SIMILAR_KINDS)[number];
/** `refused_item`: see `findAccountsOfRefused`. */
export type SearchKind = SearchedKind | 'refused_item';

export type AccountSearch = {
  readonly identifier: string;
  readonly kinds: ReadonlyArray<SearchedKind>;
  /** What `amount_and_date` looks for: an amount with two decimals, and the day as the client sent it. */
  readonly payment?: { readonly amount: string; readonly date: CalendarDate };
  /** Of one statement; the search fails with a time-out if one takes longer. */
  readonly statementMs?: number;
  readonly supplierId?: string;
  /** Only accounts of these organisations, by name; null: of all. */
  readonly organisations: ReadonlySet<string> | null;
};

/** A found account, and the kinds of identifiers that led to it. */
export type FoundAccount = ListedAccount & { readonly foundBy: ReadonlyArray<SearchKind> };

/** At most {@link MAX_FOUND} accounts by organisation, supplier and number; `isComplete` is false if there may be more. */
export type FoundAccounts = { readonly accounts: ReadonlyArray<FoundAccount>; readonly isComplete: boolean };

export const MAX_FOUND = 100;

/** An identifier that more accounts have than this, such as `1`, names none of them. */
const MAX_CANDIDATES = 1_000;
/** For each payment, the 1,300 transactions beside it are read, too, which takes half a millisecond: no more than can be listed. */
const MAX_PAYMENTS = MAX_FOUND + 1;

/** As the search indexes have an identifier, `|| ''`: no other statement contains that (ADR 39). */
const CANDIDATES: Readonly<Record<SearchedKind, string>> = {
  external_account_number: 'select id from account where external_account_number = $1',
  service_account_number: 'select id from account where service_account_number = upper($1)',
  transaction_id: `select account_id as id from ledger_transaction where transaction_id || '' = $1`,
  statement_id: `select account_id as id from historical_statement where statement_id || '' = $1`,
  payment_reference: `select account_id as id from ledger_transaction where reference || '' = $1`,
  statement_number: `select account_id as id from historical_statement where number || '' = $1`,
  billing_document: `select account_id as id from billing_document where identifier || '' = $1`,
  ledger_number: `select account_id as id from ledger where ledger_number || '' = $1`,
  amount_and_date: `select account_id as id from ledger_transaction where ${isPayment('($1::text[])[1]::numeric', '($1::text[])[2]::date')}`,
  part_of_number: `select id from account where external_account_number like any($1) or service_account_number like any($1)`,
  similar_number: `select id from account where external_account_number = any($1) or service_account_number = any($1)`,
  note_text: NOTES_WITH,
};

/** A shorter part is in too many numbers and texts. */
const MIN_PART = 3;
/** A longer number would have too many numbers beside it. */
const MAX_TYPO = 32;
const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the numbers that differ from one by a mistake: a character changed, added or left out, or two that changed places. */
const typosOf = (number: string): ReadonlyArray<string> => {
  const characters = [...number];
  const added = [...DIGITS, ...(/[a-z]/.test(number) ? LETTERS.map((letter) => letter.toLowerCase()) : LETTERS), '-'];
  const withPart = (from: number, to: number, part: string) =>
    [...characters.slice(0, from), part, ...characters.slice(to)].join('');
  const found = characters.flatMap((character, at) => [
    withPart(at, at + 1, ''),
    withPart(at, at + 2, `${characters[at + 1] ?? ''}${character}`),
    ...added.flatMap((other) => [withPart(at, at + 1, other), withPart(at, at, other)]),
  ]);
  return [...new Set([...found, ...added.map((other) => number + other)])];
};

const inEachCase = (text: string): ReadonlyArray<string> => [
  ...new Set([text, text.toUpperCase(), text.toLowerCase()]),
];

/** Returns what a kind is looked up by; null if the search has none for it. */
const termOf = (kind: SearchedKind, { identifier, payment }: AccountSearch): string | ReadonlyArray<string> | null => {
  if (kind === 'amount_and_date') return payment === undefined ? null : [payment.amount, payment.date];
  const isLong = identifier.length >= MIN_PART;
  if (kind === 'similar_number')
    return isLong && identifier.length <= MAX_TYPO ? inEachCase(identifier).flatMap(typosOf) : null;
  if (kind === 'part_of_number') return isLong ? inEachCase(identifier).map(containing) : null;
  if (kind === 'note_text') return isLong ? noteTerm(identifier, containing(identifier)) : null;
  return identifier;
};

/**
 * PostgreSQL expects a search index to name most pages of a table whose identifiers are in no order, and would read the
 * whole table or its key instead: 9 s in place of 0.2 s (ADR 39).
 */
export const USE_SEARCH_INDEXES = ['seqscan', 'indexscan', 'indexonlyscan'].map(
  (scan) => `set local enable_${scan} = off`,
);

/** For the rest of a transaction. */
export const LIMIT_STATEMENTS = `select set_config('statement_timeout', $1, true)`;

const account = t.type({ id: t.string });

/**
 * Finds the accounts that have the identifier, of these suppliers only: what others have neither hides an account of theirs
 * nor says that it exists.
 */
const readCandidates = (em: EntityManager, search: AccountSearch, suppliers: ReadonlyArray<string> | null) =>
  readingOneMoment(em, async (snapshot) => {
    for (const setting of USE_SEARCH_INDEXES) await query(snapshot, setting);
    if (search.statementMs !== undefined) await query(snapshot, LIMIT_STATEMENTS, [String(search.statementMs)]);
    const isCluster = (await dialectOf(snapshot)) === CITUS;
    const found = new Map<SearchedKind, ReadonlySet<string>>();
    let isComplete = true;
    for (const kind of search.kinds) {
      const term = termOf(kind, search);
      if (term === null) continue;
      const candidates = kind === 'note_text' && isCluster ? NOTES_WITH_ON_CLUSTER : CANDIDATES[kind];
      const statement =
        suppliers === null
          ? candidates
          : `select c.id from (${candidates}) c join account a on a.id = c.id where a.supplier_id = any($2::uuid[])`;
      const parameters = suppliers === null ? [term] : [term, suppliers];
      const limit = kind === 'amount_and_date' ? MAX_PAYMENTS : MAX_CANDIDATES;
      const rows = await readRows(snapshot, account, `${statement} limit ${limit}`, parameters);
      if (rows.length === limit) isComplete = false;
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

/** Reads one account more than are listed, of those with these keys. */
export const readFound = (em: EntityManager, ids: ReadonlyArray<string>) => readRows(em, foundRow, FOUND, [ids]);

/** Looked for over connections of their own: each reads the filters of all transactions. */
const LONGEST: ReadonlySet<SearchedKind> = new Set(['transaction_id', 'payment_reference', 'amount_and_date']);

/** Finds accounts by an exact identifier, over all suppliers or those of a search (ADR 39). */
export const findAccounts = (em: EntityManager, search: AccountSearch): Stored<FoundAccounts> =>
  stored(async () => {
    if (!isWellFormed(search.identifier)) return { accounts: [], isComplete: true };
    const suppliers = await readSuppliers(em, search);
    const others = search.kinds.filter((kind) => !LONGEST.has(kind));
    const parts = [...search.kinds.filter((kind) => LONGEST.has(kind)).map((kind) => [kind]), others];
    const read = await Promise.all(parts.map((kinds) => readCandidates(em, { ...search, kinds }, suppliers)));
    const found = new Map(read.flatMap((part) => [...part.found]));
    const isComplete = read.every((part) => part.isComplete);
    const ids = [...new Set([...found.values()].flatMap((some) => [...some]))];
    const accounts = await readFound(em, ids);
    return {
      accounts: accounts.slice(0, MAX_FOUND).map(({ id, ...listed }) => ({
        ...listed,
        foundBy: search.kinds.filter((kind) => found.get(kind)?.has(id) === true),
      })),
      isComplete: isComplete && accounts.length <= MAX_FOUND,
    };
  });
