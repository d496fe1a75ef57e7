import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { CLOCK_MS, FIRST_ID, firstIdOf, LAST_ID } from '../schema/record-ids.ts';
import { dialectOf } from '../sql/dialect.ts';
import { readerOf, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { namedAccounts } from './import-listing.ts';
import { type ImportRecord, recordsWith } from './import-records.ts';
import { type RefusalState, type RefusedItem, type RefusedItems, readRefusedItems, worstOf } from './refused-items.ts';

/** The refused requests of a supplier, and of organisations by their names; null or left out: of all. */
type OfOwners = {
  readonly supplier: ImportSupplier | null;
  readonly organisations?: ReadonlyArray<string>;
};

type RefusedRequestFilter = OfOwners & {
  readonly externalAccountNumber?: string;
  readonly endpoint?: string;
  readonly code?: string;
  /** Without positions, `transactions[].amount`. */
  readonly path?: string;
  readonly since?: Date;
  readonly until?: Date;
};

type RefusedItemFilter = RefusedRequestFilter & {
  readonly states?: ReadonlyArray<RefusalState>;
  readonly limit: number | null;
};

const REFUSED = `
  select r.id from refused_import r
  where ($1::uuid is null or r.organisation_id = $1) and ($2::text is null or r.supplier_code = $2)
    and ($3::text[] is null or r.organisation_id in (select o.id from organisation o where o.name = any($3)))
    and ($4::text[] is null or r.account_prefix = any($13::text[]) and r.external_account_number = any($4))
    and ($5::text is null or r.endpoint = $5)
    and ($6::text is null or r.code = $6) and ($7::text is null or r.path = $7)
    and ($8::timestamptz is null or r.received_at >= $8) and ($9::timestamptz is null or r.received_at < $9)
    and r.id < $10 and r.id >= $12
  order by r.id desc limit $11`;

const idRow = t.type({ id: t.string });

/** Requests that are judged at a time: the memory that this needs does not depend on their number. */
const PAGE = 2_000;

/** A refused request with what failed of it. */
type RefusedRequest = { readonly record: ImportRecord; readonly failed: RefusedItems };

const refusedRequests = async (
  em: EntityManager,
  { supplier, organisations, externalAccountNumber, endpoint, code, path, since, until }: RefusedRequestFilter,
  before: string | null,
  limit: number = PAGE,
): Promise<ReadonlyArray<RefusedRequest>> => {
  const owners = [supplier?.organisationId ?? null, supplier?.code ?? null, organisations ?? null];
  const named = await namedAccounts(em, supplier, externalAccountNumber);
  const [numbers, prefixes] =
    externalAccountNumber === undefined ? [null, null] : [named.accountNumbers, named.accountPrefixes];
  const kind = [numbers, endpoint ?? null, code ?? null, path ?? null];
  // A rare request is not looked for among all that are older.
  const from = since === undefined ? FIRST_ID : firstIdOf(since.getTime() - CLOCK_MS);
  const range = [since?.toISOString() ?? null, until?.toISOString() ?? null, before ?? LAST_ID, limit, from];
  const ids = (await readRows(em, idRow, REFUSED, [...owners, ...kind, ...range, prefixes])).map(({ id }) => id);
  const failed = await readRefusedItems(readerOf(em), ids);
  return (await recordsWith(em, { refused: ids })).map((record) => ({ record, failed: failed.get(record.id)! }));
};

/** An item that failed, and the request in which it was sent. */
export type RefusedItemOfRequest = { readonly record: ImportRecord; readonly item: RefusedItem };

/** `next`: null after the last ones. */
export type RefusedItemPage = {
  readonly items: ReadonlyArray<RefusedItemOfRequest>;
  readonly next: string | null;
};

/** Returns the items of a request; one for the request itself if none could be read, and one for those that are not kept. */
const itemsOf = ({ record, failed }: RefusedRequest): ReadonlyArray<RefusedItemOfRequest> => {
  const { items, itemsNotKept, state } = failed;
  const nameless = {
    identifier: null,
    key: null,
    date: null,
    type: null,
    ledger: null,
    amount: null,
    code: record.code ?? '',
    state,
  };
  const { attr: path, attrValue: value, detail } = record;
  return [
    ...items,
    ...(items.length === 0 ? [{ ...nameless, path, value, detail }] : []),
    ...(itemsNotKept === 0
      ? []
      : [
          {
            ...nameless,
            path: null,
            value: null,
            detail: `${itemsNotKept} more items of this request are not listed: they failed too, or were not read.`,
          },
        ]),
  ].map((item) => ({ record, item }));
};

/** Requests that are read first; twice as many each time that too few items are found. */
const FIRST_READ = 50;
/** After so many requests without enough items (50, 100 and 200 are read), a page ends, and the next one goes on. Each takes 0.2 ms. */
const READ_FOR_PAGE = 200;

/**
 * Returns the next refused items that a filter takes, newest request first: those of whole requests, until there are `limit` of them
 * (null: no limit). With `states`, only items that are in one of them. There may be none though more follow: about
 * {@link READ_FOR_PAGE} requests are judged for a page, and {@link PAGE} at once without a limit.
 *
 * @param before the `next` of the page before; null: from the newest on.
 */
export const readRefusedItemPage =
  (em: EntityManager) =>
  ({ states, limit, ...filter }: RefusedItemFilter, before: string | null): Stored<RefusedItemPage> =>
    stored(async () => {
      const wanted = limit ?? Number.POSITIVE_INFINITY;
      const items: RefusedItemOfRequest[] = [];
      let next = before;
      const [first, most] = limit === null ? [PAGE, PAGE] : [FIRST_READ, READ_FOR_PAGE];
      let atOnce = first;
      for (let judged = 0; judged < most; judged += atOnce, atOnce *= 2) {
        const requests = await refusedRequests(em, filter, next, atOnce);
        for (const request of requests) {
          items.push(...itemsOf(request).filter(({ item }) => states === undefined || states.includes(item.state)));
          next = request.record.id;
          if (items.length >= wanted) return { items, next };
        }
        // A page may be shorter: records may be deleted meanwhile.
        if (requests.length === 0) return { items, next: null };
      }
      return { items, next };
    });

/** The refused requests with one error code. */
export type FailureGroup = {
  readonly code: string;
  /** The requests by their states. */
  readonly requests: Readonly<Record<RefusalState, number>>;
  /** All of them. */
  readonly count: number;
  /** Those whose items are not all stored. */
  readonly stillFailing: number;
  /** The latest request that is still failing, else the latest. */
  readonly example: ImportRecord;
};

const NONE: FailureGroup['requests'] = { 'not sent again': 0, 'sent again without it': 0, unknown: 0, solved: 0 };

type GroupWithoutSums = Pick<FailureGroup, 'code' | 'requests' | 'example'>;

const withSums = ({ code, requests, example }: GroupWithoutSums): FailureGroup => ({
  code,
  requests,
  count: Object.values(requests).reduce((sum, count) => sum + count, 0),
  stillFailing: requests['not sent again'] + requests['sent again without it'],
  example,
});

const byUrgency = (a: FailureGroup, b: FailureGroup): number =>
  b.stillFailing - a.stillFailing ||
  b.requests.unknown - a.requests.unknown ||
  b.count - a.count ||
  (a.code < b.code ? -1 : 1);

/** Groups the refused requests that a filter takes by code: those with the most that are still failing first. */
export const readFailures =
  (em: EntityManager) =>
  (filter: RefusedRequestFilter): Stored<ReadonlyArray<FailureGroup>> =>
    stored(async () => {
      const groups = new Map<string, GroupWithoutSums & { readonly isSolved: boolean }>();
      for (let before: string | null = null; ; ) {
        const page: ReadonlyArray<RefusedRequest> = await refusedRequests(em, filter, before);
        for (const { record, failed } of page) {
          const code = record.code!;
          const isSolved = failed.state === 'solved';
          const known = groups.get(code) ?? { code, requests: NONE, example: record, isSolved };
          const { example } = known.isSolved && !isSolved ? { example: record } : known;
          const requests = { ...known.requests, [failed.state]: known.requests[failed.state] + 1 };
          groups.set(code, { code, requests, example, isSolved: known.isSolved && isSolved });
        }
        // A page may be shorter: records may be deleted meanwhile.
        if (page.length === 0) return [...groups.values()].map(withSums).toSorted(byUrgency);
        before = page.at(-1)!.record.id;
      }
    });

/** Refused requests since a time, by the times of their ids. */
type RefusalFilter = OfOwners & { readonly since: Date };

/** Refused requests with the same error code and path. */
export type RefusalGroup = {
  readonly code: string;
  /** Without positions, `transactions[].amount`; empty if the body as a whole is wrong. */
  readonly path: string;
  readonly count: number;
};

/** An account of refused requests, as the requests named it; the texts are empty if they named none. */
export type RefusedAccount = {
  readonly organisationId: string;
  readonly supplierCode: string;
  readonly externalAccountNumber: string;
};

/** An account that a group of refusals affects. */
export type AffectedAccount = RefusedAccount & {
  readonly latest: ImportRecord;
  /** The worst of its latest requests of the group, 20 at most. */
  readonly state: RefusalState;
};

/** All conditions are on columns of one index, which PostgreSQL reads without the rows. */
const OF_FILTER = `r.id >= $1 and ($2::uuid[] is null or r.organisation_id = any($2))
  and ($3::text is null or r.supplier_prefix = $3)`;

const ORGANISATIONS = 'select id from organisation where name = any($1)';

const filterParameters = async (em: EntityManager, { supplier, organisations, since }: RefusalFilter) => {
  const named = organisations && (await readRows(em, idRow, ORGANISATIONS, [organisations])).map(({ id }) => id);
  const own = supplier && [supplier.organisationId].filter((id) => named?.includes(id) ?? true);
  return [firstIdOf(since.getTime()), own ?? named ?? null, supplier?.code ?? null];
};

const GROUPS = `
  select code, path, count(*)::int as count from refused_import r
  where ${OF_FILTER}
  group by code, path order by count desc, code, path limit $4`;

const groupRow = t.type({ code: t.string, path: t.string, count: t.number });

/** Groups refused requests by code and path: those with the most requests first. */
export const readRefusalGroups =
  (em: EntityManager) =>
  ({ limit, ...filter }: RefusalFilter & { readonly limit: number }): Stored<ReadonlyArray<RefusalGroup>> =>
    stored(async () => readRows(em, groupRow, GROUPS, [...(await filterParameters(em, filter)), limit]));

const ACCOUNT = 'r.organisation_id, r.supplier_prefix, r.account_prefix';
const OF_GROUP = `${OF_FILTER} and r.code = $4 and r.path = $5`;
const NEXT = (position: string) => `
  select ${ACCOUNT} from refused_import r
  where ${OF_GROUP} and (${ACCOUNT}) > ${position}
  order by 1, 2, 3 limit 1`;

/** The number of requests of an account, the latest ones, that are judged: an account may have any number. */
const JUDGED = 20;

const NAMES = `organisation_id as "organisationId", supplier_prefix as "supplierCode",
  account_prefix as "externalAccountNumber"`;

/**
 * The latest requests of a page of accounts, those of each account with the latest first. Finds one account after another by the
 * index: an account may have any number of refused requests.
 */
const LATEST = `
  with recursive account as (
    (select a.*, 1 as position from (${NEXT('($6::uuid, $7::text, $8::text)')}) a)
    union all
    select n.*, a.position + 1 from account a
    cross join lateral (${NEXT('(a.organisation_id, a.supplier_prefix, a.account_prefix)')}) n
    where a.position < $9)
  select latest.id, ${NAMES} from account a
  cross join lateral (
    select r.id from refused_import r
    where ${OF_GROUP} and (${ACCOUNT}) = (a.organisation_id, a.supplier_prefix, a.account_prefix)
    order by r.id desc limit $10) latest
  order by a.position, latest.id desc`;

/** The same for a cluster, which refuses laterals over several nodes: reads all requests of the group. */
const LATEST_BY_NODE = `
  select id, ${NAMES} from (
    select r.id, ${ACCOUNT}, dense_rank() over (order by ${ACCOUNT}) as position,
           row_number() over (partition by ${ACCOUNT} order by r.id desc) as place
    from refused_import r
    where ${OF_GROUP} and (${ACCOUNT}) > ($6::uuid, $7::text, $8::text)) ranked
  where position <= $9 and place <= $10
  order by position, place`;

const latestRow = t.type({
  id: t.string,
  organisationId: t.string,
  supplierCode: t.string,
  externalAccountNumber: t.string,
});

/** Before all accounts in their order. */
const START: RefusedAccount = { organisationId: FIRST_ID, supplierCode: '', externalAccountNumber: '' };

type AccountsOfGroup = RefusalFilter &
  Pick<RefusalGroup, 'code' | 'path'> & { readonly after: RefusedAccount | null; readonly limit: number };

/** Lists the accounts that a group affects in a fixed order, with the latest request of each. */
export const readAffectedAccounts =
  (em: EntityManager) =>
  ({ code, path, after, limit, ...filter }: AccountsOfGroup): Stored<ReadonlyArray<AffectedAccount>> =>
    stored(async () => {
      const { organisationId, supplierCode, externalAccountNumber } = after ?? START;
      const position = [organisationId, supplierCode, externalAccountNumber, limit, JUDGED];
      const rows = await readRows(em, latestRow, (await dialectOf(em)).hasLaterals ? LATEST : LATEST_BY_NODE, [
        ...(await filterParameters(em, filter)),
        ...[code, path, ...position],
      ]);
      const failed = await readRefusedItems(
        readerOf(em),
        rows.map(({ id }) => id),
      );
      const accounts = [...Map.groupBy(rows, ({ id: _, ...account }) => JSON.stringify(account)).values()];
      const records = await recordsWith(em, { refused: accounts.map(([latest]) => latest!.id) });
      const byId = new Map(records.map((record) => [record.id, record]));
      return accounts.map((requests) => {
        const { id, ...account } = requests[0]!;
        return { ...account, latest: byId.get(id)!, state: worstOf(requests.map((one) => failed.get(one.id)!.state)) };
      });
    });
