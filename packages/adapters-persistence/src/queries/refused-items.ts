import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { textArray } from '../driver/insert-rows.ts';
import { readRows } from '../driver/query.ts';
import { accountKey } from '../imports/account-repository.ts';
import { instructionDigest } from '../imports/import-records.ts';
import { orNull, storedFailingItems } from '../schema/stored-values.ts';

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

const UNDONE = 'select from import_undo u where u.account_id = i.account_id and u.import_id = i.id';

// Ids are ordered by time.
const ACCEPTED = `
  select i.account_id::text as account, i.endpoint as key, max(i.id::text collate "C") as id from accepted_import i
  where i.account_id = any($1::bigint[]) and i.id > $2 and not exists (${UNDONE})
  group by 1, 2`;

const SAME_PAYLOAD = `
  select i.account_id::text as account, i.endpoint || encode(i.payload_sha256, 'hex') as key,
         max(i.id::text collate "C") as id
  from accepted_import i
  where i.account_id = any($1::bigint[]) and i.id > $2 and i.payload_sha256 = any($3::bytea[]) and not exists (${UNDONE})
  group by 1, 2`;

const GIVEN = `unnest($1::text[], $2::text[]) as given (account, key)`;
const LATEST = 'given.account, given.key, max(r.import_id::text collate "C") as id';

/** By kind: the latest import that stored each of these keys on its account, and is not undone: an undo removes what it stored. */
const STORED = {
  transaction: `
    select ${LATEST} from ${GIVEN}
    join ledger_transaction r on r.account_id = given.account::bigint and r.transaction_id = given.key collate "C"
    group by 1, 2`,
  statement: `
    select ${LATEST} from ${GIVEN}
    join historical_statement r on r.account_id = given.account::bigint and r.statement_id = given.key collate "C"
    group by 1, 2`,
  note: `
    select ${LATEST} from ${GIVEN}
    join note r on r.account_id = given.account::bigint and r.identity = decode(left(given.key, 64), 'hex')
      and (length(given.key) = 64
        or to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') = substr(given.key, 65))
    group by 1, 2`,
  document: `
    select given.account, given.key, r.ledger_number as ledger, max(r.import_id::text collate "C") as id from ${GIVEN}
    join billing_document r on r.account_id = given.account::bigint and r.identifier = given.key collate "C"
    group by 1, 2, 3`,
  instruction: `
    select r.account_id::text as account, r.vendor, r.reference, r.import_id::text as id
    from payment_instruction r where r.account_id = any($1::bigint[])`,
} as const;

const keyRow = t.type({ account: t.string, key: t.string, id: t.string });
const documentRow = t.type({ ...keyRow.props, ledger: t.string });
const instructionRow = t.type({ account: t.string, vendor: t.string, reference: t.string, id: t.string });

/** What a failing item is looked up by; null if it has no identifier. */
const keyOf = (item: Failing): readonly [kind: keyof typeof STORED, key: string] | null => {
  if (item.transaction !== undefined) return ['transaction', item.transaction];
  if (item.statement !== undefined) return ['statement', item.statement];
  if (item.document !== undefined) return ['document', item.document];
  if (item.note !== undefined) return ['note', `${item.note}${item.created_at ?? ''}`];
  return item.instruction === undefined ? null : ['instruction', item.instruction];
};

/** The latest import by account and key. */
class LatestImports {
  readonly #ids = new Map<string, string>();

  add(parts: ReadonlyArray<string>, id: string): void {
    const key = JSON.stringify(parts);
    const known = this.#ids.get(key);
    if (known === undefined || known < id) this.#ids.set(key, id);
  }

  latest(...parts: ReadonlyArray<string>): string | undefined {
    return this.#ids.get(JSON.stringify(parts));
  }
}

type OfAccount = { readonly account: string; readonly refused: Refused };

/** Finds which items of refused requests are stored: one statement per kind. */
const findStored = async (em: EntityManager, requests: ReadonlyArray<OfAccount>): Promise<LatestImports> => {
  const found = new LatestImports();
  const keys = requests.flatMap(({ account, refused }) =>
    refused.failingItems.flatMap((item) => {
      const key = keyOf(item);
      return key === null ? [] : [{ account, kind: key[0], key: key[1] }];
    }),
  );
  for (const [kind, all] of Map.groupBy(keys, (one) => one.kind)) {
    const unique = [...new Map(all.map((one) => [`${one.account} ${one.key}`, one])).values()];
    const accounts = unique.map(({ account }) => account);
    if (kind === 'instruction') {
      for (const row of await readRows(em, instructionRow, STORED[kind], [accounts]))
        found.add([row.account, kind, instructionDigest(row)], row.id);
      continue;
    }
    const parameters = [textArray(accounts), textArray(unique.map(({ key }) => key))];
    if (kind === 'document')
      for (const { account, key, ledger, id } of await readRows(em, documentRow, STORED[kind], parameters)) {
        found.add([account, kind, key], id);
        found.add([account, kind, key, ledger], id);
      }
    else
      for (const { account, key, id } of await readRows(em, keyRow, STORED[kind], parameters))
        found.add([account, kind, key], id);
  }
  return found;
};

/** What is wrong with these items is that one with their identifier exists: only an item that is stored later is theirs. */
const EXISTED: ReadonlySet<string> = new Set(['historical_statement_already_exists', 'transaction_already_exists']);

const identifierOf = (item: Failing, path: string | null): string | null => {
  const identifier = item.transaction ?? item.statement ?? item.document ?? item.shown;
  if (identifier !== undefined) return identifier;
  if (item.note === undefined) return null;
  const position = path?.split('.').slice(0, 2).join('.') ?? 'note';
  return item.created_at === undefined ? position : `${position} of ${item.created_at}`;
};

/** Returns what failed of refused requests by their ids, and whether it was stored since (ADR 5). */
export const readRefusedItems = async (
  em: EntityManager,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, RefusedItems>> => {
  const requests = (await readRows(em, refusedRow, REFUSED, [ids])).map((refused) => {
    const { organisationId, supplierCode, externalAccountNumber } = refused;
    const isNamed = supplierCode !== null && externalAccountNumber !== null;
    return { refused, account: isNamed ? accountKey({ organisationId, supplierCode, externalAccountNumber }) : null };
  });
  const named = requests.flatMap(({ refused, account }) => (account === null ? [] : [{ refused, account }]));
  const first = named.map(({ refused }) => refused.id).toSorted()[0];
  const accounts = [...new Set(named.map(({ account }) => account))];
  const accepted = new LatestImports();
  const again = new LatestImports();
  if (first !== undefined) {
    for (const { account, key, id } of await readRows(em, keyRow, ACCEPTED, [accounts, first]))
      accepted.add([account, key], id);
    const payloads = named.flatMap(({ refused }) => refused.payloadSha256 ?? []).map((sha256) => `\\x${sha256}`);
    for (const { account, key, id } of await readRows(em, keyRow, SAME_PAYLOAD, [accounts, first, payloads]))
      again.add([account, key], id);
  }
  const stored = await findStored(em, named);

  const judge = (refused: Refused, account: string | null) => {
    const isLater = (id: string | undefined): boolean => id !== undefined && id > refused.id;
    const isAccepted = account !== null && isLater(accepted.latest(account, refused.endpoint));
    const wasSentAgain =
      account !== null && isLater(again.latest(account, `${refused.endpoint}${refused.payloadSha256 ?? ''}`));
    const stateOf = (item: Failing | null, code: string): RefusalState => {
      if (account === null) return 'unknown';
      if (wasSentAgain) return 'solved';
      const key = item === null ? null : keyOf(item);
      const ledger = item?.document !== undefined && item.ledger !== undefined ? [item.ledger] : [];
      const holder = key === null ? undefined : stored.latest(account, ...key, ...ledger);
      if (EXISTED.has(code) ? isLater(holder) : holder !== undefined) return 'solved';
      return isAccepted ? 'sent again without it' : 'not sent again';
    };
    const items = refused.failingItems.map((item): RefusedItem => {
      const path = item.path ?? refused.attr;
      const code = item.code ?? refused.code;
      return {
        identifier: identifierOf(item, path),
        path,
        code,
        detail: item.detail ?? refused.detail,
        value: item.value === undefined ? refused.attrValue : item.value,
        state: stateOf(item, code),
      };
    });
    // Of a request of which not all items are kept, only the same payload, accepted later, has all of them.
    const rest = items.length === 0 || refused.itemsNotKept > 0 ? [stateOf(null, refused.code)] : [];
    const state = worstOf([...items.map((item) => item.state), ...rest]);
    return { state, items, itemsNotKept: refused.itemsNotKept };
  };
  return new Map(requests.map(({ refused, account }) => [refused.id, judge(refused, account)]));
};
