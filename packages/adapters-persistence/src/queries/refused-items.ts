import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { TotalType } from '@carryover/domain/control-total';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import * as t from 'io-ts';
import { accountKey } from '../imports/account-repository.ts';
import { second } from '../schema/stored-items.ts';
import { calendarDate, dateTime, oneOf, orNull } from '../schema/stored-values.ts';
import { NOT_UNDONE } from '../sql/not-undone.ts';
import type { Read } from '../sql/query.ts';

/**
 * The failing items of a refused request: what identifies each, and of its error what differs from the request's first one.
 * `note` and `instruction` are SHA-256 in hexadecimal, `shown` is a payment instruction with its reference masked.
 */
const storedFailingItems = t.array(
  t.partial({
    transaction: t.string,
    date: calendarDate,
    type: oneOf(TRANSACTION_TYPES),
    amount: t.string,
    statement: t.string,
    document: t.string,
    ledger: t.string,
    note: t.string,
    created_at: dateTime,
    instruction: t.string,
    shown: t.string,
    path: t.string,
    code: t.string,
    detail: t.string,
    value: orNull(t.string),
    sound: t.boolean,
  }),
);

/**
 * The states of what was refused, the worst first. Solved: it is stored. Sent again without it: a later request for the account and
 * endpoint was accepted, and it is not stored. Unknown: the request named no account.
 */
export const REFUSAL_STATES = ['not sent again', 'sent again without it', 'unknown', 'solved'] as const;
export type RefusalState = (typeof REFUSAL_STATES)[number];

/** Returns the worst of several states; `unknown` of none. */
export const worstOf = (states: ReadonlyArray<RefusalState>): RefusalState =>
  REFUSAL_STATES.find((state) => states.includes(state)) ?? 'unknown';

/** An item that failed with its request, and one of its errors. */
export type RefusedItem = {
  /** For people; null if the item has no identifier that can be read, or its identifier is what is wrong. */
  readonly identifier: string | null;
  /** Identifies it on its account; null if it has no identifier. */
  readonly key: string | null;
  /** Of a transaction, as it was sent; null if it cannot be read, or is what is wrong. */
  readonly date: CalendarDate | null;
  /** The total that would count it; null if it cannot be read. Of a transaction on the main ledger, there is no ledger. */
  readonly type: TotalType | null;
  readonly ledger: string | null;
  readonly amount: string | null;
  /** The path of the error; that of the item, if the request was refused as a whole. */
  readonly path: string | null;
  readonly code: string;
  readonly detail: string | null;
  /** As `attrValue` of an import record. */
  readonly value: string | null;
  readonly state: RefusalState;
};

/** What failed of a refused request. */
export type RefusedItems = {
  /** The worst of its items; solved only if all of them are stored. */
  readonly state: RefusalState;
  readonly items: ReadonlyArray<RefusedItem>;
  /** Further items that failed or were not read, of which no identifier is kept. */
  readonly itemsNotKept: number;
  /** The items that did not fail, and were refused with the others. */
  readonly others: ReadonlyArray<RefusedItem>;
  /** The request had further items, of which nothing is kept, or its items could not be read; false if it was accepted later. */
  readonly hasMore: boolean;
};

const refusedRow = t.type({
  id: t.string,
  organisationId: t.string,
  supplierCode: orNull(t.string),
  externalAccountNumber: orNull(t.string),
  endpoint: t.string,
  code: t.string,
  detail: orNull(t.string),
  attr: orNull(t.string),
  attrValue: orNull(t.string),
  payloadSha256: orNull(t.string),
  failingItems: storedFailingItems,
  itemsNotKept: t.number,
});
type Refused = t.TypeOf<typeof refusedRow>;
type Failing = Refused['failingItems'][number];

const REFUSED = `
  select id, organisation_id as "organisationId", supplier_code as "supplierCode",
         external_account_number as "externalAccountNumber", endpoint, code, detail, attr, attr_value as "attrValue",
         encode(payload_sha256, 'hex') as "payloadSha256", failing_items as "failingItems",
         items_not_kept as "itemsNotKept"
  from refused_import where id = any($1::uuid[])`;

// Ids are ordered by time.
const ACCEPTED = `
  select i.account_id::text as account, i.endpoint, max(i.id::text collate "C") as id,
         case when i.payload_sha256 = any($3::bytea[]) then encode(i.payload_sha256, 'hex') end as sha256
  from accepted_import i
  where i.account_id = any($1::bigint[]) and i.id > $2
    and ${NOT_UNDONE}
  group by 1, 2, 4`;

const acceptedRow = t.type({ account: t.string, endpoint: t.string, sha256: orNull(t.string), id: t.string });

/** Finds the latest import, not undone, that stored each of some keys. An undo removes what its import stored. */
const holders = (table: string, condition: string): string => `
  select given.position, max(r.import_id::text collate "C") as id
  from unnest($1::int[], $2::bigint[], $3::text[], $4::text[]) as given (position, account, key, part)
  join ${table} r on r.account_id = given.account and ${condition}
  group by 1`;

const HOLDERS = {
  transaction: holders('ledger_transaction', `r.transaction_id = given.key collate "C"`),
  statement: holders('historical_statement', `r.statement_id = given.key collate "C"`),
  document: holders(
    'billing_document',
    `r.identifier = given.key collate "C" and (given.part is null or r.ledger_number = given.part)`,
  ),
  note: holders(
    'note',
    `r.identity = decode(given.key, 'hex') and (given.part is null
       or ${second('r.created_at')} = given.part)`,
  ),
  // As `instructionDigest`.
  instruction: holders(
    'payment_instruction',
    `encode(sha256(convert_to(r.vendor || ' ' || r.reference, 'UTF8')), 'hex') = given.key`,
  ),
} as const;

const holderRow = t.type({ position: t.number, id: t.string });

/** What a failing item is looked up by: its key, and its ledger or its time; null if it has no identifier. */
const lookupOf = (item: Failing): { kind: keyof typeof HOLDERS; key: string; part: string | null } | null => {
  if (item.transaction !== undefined) return { kind: 'transaction', key: item.transaction, part: null };
  if (item.statement !== undefined) return { kind: 'statement', key: item.statement, part: null };
  if (item.document !== undefined) return { kind: 'document', key: item.document, part: item.ledger ?? null };
  if (item.note !== undefined) return { kind: 'note', key: item.note, part: item.created_at ?? null };
  return item.instruction === undefined ? null : { kind: 'instruction', key: item.instruction, part: null };
};

/** A refused request, and the key of the account that it named. */
type OfAccount = { readonly refused: Refused; readonly account: string };

/** Returns the ids of the imports that stored failing items: one statement per kind. */
const holdersOf = async (read: Read, requests: ReadonlyArray<OfAccount>): Promise<ReadonlyMap<Failing, string>> => {
  const lookups = requests.flatMap(({ account, refused }) =>
    refused.failingItems.flatMap((item) => {
      const lookup = lookupOf(item);
      return lookup === null ? [] : [{ ...lookup, account, item }];
    }),
  );
  const found = new Map<Failing, string>();
  for (const [kind, all] of Map.groupBy(lookups, (lookup) => lookup.kind)) {
    const given = [all.map((_, index) => index), all.map(({ account }) => account)];
    const keys = [all.map(({ key }) => key), all.map(({ part }) => part)];
    for (const { position, id } of await read(holderRow, HOLDERS[kind], [...given, ...keys]))
      found.set(all[position]!.item, id);
  }
  return found;
};

/** Returns the latest imports that were accepted after the first of some refused requests, by account, endpoint and maybe payload. */
const acceptedAfter = async (
  read: Read,
  requests: ReadonlyArray<OfAccount>,
): Promise<(account: string, endpoint: string, sha256?: string | null) => string | undefined> => {
  const latest = new Map<string, string>();
  const first = requests.map(({ refused }) => refused.id).toSorted()[0];
  if (first !== undefined) {
    const accounts = [...new Set(requests.map(({ account }) => account))];
    const payloads = requests.flatMap(({ refused }) => refused.payloadSha256 ?? []).map((sha256) => `\\x${sha256}`);
    for (const { account, endpoint, sha256, id } of await read(acceptedRow, ACCEPTED, [accounts, first, payloads]))
      for (const key of [`${account} ${endpoint}`, `${account} ${endpoint} ${sha256}`])
        if ((latest.get(key) ?? '') < id) latest.set(key, id);
  }
  return (account, endpoint, sha256) =>
    latest.get(sha256 === undefined ? `${account} ${endpoint}` : `${account} ${endpoint} ${sha256}`);
};

/** The path of an item as a whole, or what is wrong with the request of a payment instruction. */
const NOT_OF_ITEM = /^(?:[a-z_]+\.\d+(?:\.transactions\.\d+)?|import_supplier|external_account_number|)$/;

/**
 * Returns true if the item itself was refused, and not its request as a whole: then one with its identifier that was stored before is
 * another one, and only an item that is stored later is this one.
 */
const isRefusedItself = (path: string | null): boolean => path !== null && !NOT_OF_ITEM.test(path);

const TYPES = {
  statement: 'STATEMENT',
  document: 'BILLING_DOCUMENT',
  note: 'NOTE',
  instruction: 'PAYMENT_INSTRUCTION',
} as const;

const totalOf = (item: Failing): Pick<RefusedItem, 'key' | 'type' | 'ledger' | 'amount'> => {
  const lookup = lookupOf(item);
  const kind = lookup?.kind;
  const key = lookup === null ? null : `${lookup.kind} ${lookup.key}`;
  const type = kind === undefined || kind === 'transaction' ? (item.type ?? null) : TYPES[kind];
  return { key, type, ledger: item.ledger ?? null, amount: item.amount ?? null };
};

/** A record names no more items than these (`RefusedImport`). */
const MOST_ITEMS_NAMED = 100;

const identifierOf = (item: Failing, path: string | null): string | null => {
  const identifier = item.transaction ?? item.statement ?? item.document ?? item.shown;
  if (identifier !== undefined) return identifier;
  if (item.note === undefined) return null;
  const position = path?.split('.').slice(0, 2).join('.') ?? 'note';
  return item.created_at === undefined ? position : `${position} of ${item.created_at}`;
};

/** Returns what failed of refused requests by their ids, and whether it was stored since (ADR 5). */
export const readRefusedItems = async (
  read: Read,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, RefusedItems>> => {
  const requests = (await read(refusedRow, REFUSED, [ids])).map((refused) => {
    const { organisationId, supplierCode, externalAccountNumber } = refused;
    const isNamed = supplierCode !== null && externalAccountNumber !== null;
    return { refused, account: isNamed ? accountKey({ organisationId, supplierCode, externalAccountNumber }) : null };
  });
  const named = requests.flatMap(({ refused, account }) => (account === null ? [] : [{ refused, account }]));
  const accepted = await acceptedAfter(read, named);
  const holderOf = await holdersOf(read, named);

  const judge = (refused: Refused, account: string | null): RefusedItems => {
    const isLater = (id: string | undefined): boolean => id !== undefined && id > refused.id;
    const stateOf = (item: Failing | null, path: string | null): RefusalState => {
      if (account === null) return 'unknown';
      if (refused.payloadSha256 !== null && isLater(accepted(account, refused.endpoint, refused.payloadSha256)))
        return 'solved';
      const holder = item === null ? undefined : holderOf.get(item);
      if (isRefusedItself(path) ? isLater(holder) : holder !== undefined) return 'solved';
      return isLater(accepted(account, refused.endpoint)) ? 'sent again without it' : 'not sent again';
    };
    const toItem = (item: Failing): RefusedItem => {
      const path = item.path ?? (item.sound === true ? null : refused.attr);
      const code = item.code ?? refused.code;
      return {
        identifier: identifierOf(item, path),
        date: item.date ?? null,
        ...totalOf(item),
        path,
        code,
        detail: item.detail ?? refused.detail,
        value: item.value === undefined && item.sound !== true ? refused.attrValue : (item.value ?? null),
        state: stateOf(item, path),
      };
    };
    const [failing, others] = [false, true].map((isSound) =>
      refused.failingItems.filter(({ sound }) => (sound === true) === isSound).map(toItem),
    );
    const items = failing!;
    // Of a request of which not all items are kept, only the same payload, accepted later, has all of them.
    const rest = items.length === 0 || refused.itemsNotKept > 0 ? [stateOf(null, null)] : [];
    const state = worstOf([...items.map((item) => item.state), ...rest]);
    const isCut = items.length === 0 || refused.itemsNotKept > 0 || refused.failingItems.length >= MOST_ITEMS_NAMED;
    const hasMore = isCut && stateOf(null, null) !== 'solved';
    return { state, items, itemsNotKept: refused.itemsNotKept, others: others!, hasMore };
  };
  return new Map(requests.map(({ refused, account }) => [refused.id, judge(refused, account)]));
};
