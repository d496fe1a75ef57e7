import type { RefusedItem, RefusedRequest } from '@carryover/application/reconciliation/explanations';
import type { ImportSupplier } from '@carryover/domain/account';
import { Decimal } from '@carryover/domain/decimal';
import * as t from 'io-ts';
import { moment } from '../schema/stored-values.ts';
import type { Snapshot } from '../sql/snapshot.ts';
import { type RefusedItems, readRefusedItems } from './refused-items.ts';

/** The latest requests of an account and endpoint that are read, and the items of an account that are kept: enough, whatever was sent. */
const REQUESTS_OF_ACCOUNT = 100;
const ITEMS_OF_ACCOUNT = 2_000;
/** Requests whose items are judged at a time. */
const JUDGED_AT_ONCE = 500;

const REFUSED_OF = `
  select number, id as "importId", to_json(received_at)#>>'{}' as "receivedAt", endpoint, status, code, detail,
         latest::int as latest
  from (
    select r.external_account_number as number, r.id, r.received_at, r.endpoint, r.status, r.code, r.detail,
           row_number() over (partition by r.external_account_number, r.endpoint order by r.id desc) as latest
    from refused_import r
    where r.organisation_id = $1 and r.supplier_code = $2 and r.external_account_number = any($3::text[])) r
  where latest <= ${REQUESTS_OF_ACCOUNT + 1}
  order by id`;

/** Accounts by the index of the listing; those of no account have an empty prefix. */
const REFUSED_ELSEWHERE = `
  select account_prefix as number, max(id::text collate "C") as id from refused_import
  where organisation_id = $1 and account_prefix = any($2::text[]) and supplier_code is distinct from $3
    and endpoint like '%/create'
  group by 1`;
const HAS_ANONYMOUS = `
  select id::text from refused_import where organisation_id = $1 and account_prefix = '' and endpoint like '%/create' limit 1`;
const HAS_REMOVED = `
  select outcome as id from removed_rollup
  where organisation_id = $1 and supplier_code = $2 and outcome = 'refused' limit 1`;

const WITH_OTHER_CASE = `
  select k.number as expected, a.external_account_number as stored
  from unnest($2::text[]) as k(number)
  join account a on lower(a.external_account_number) = lower(k.number)
  where a.supplier_id = $1::uuid`;

const refusedRow = t.type({
  importId: t.string,
  receivedAt: moment,
  endpoint: t.string,
  number: t.string,
  status: t.number,
  code: t.string,
  detail: t.string,
  latest: t.number,
});
const elsewhereRow = t.type({ number: t.string, id: t.string });
const idRow = t.type({ id: t.string });
const otherCaseRow = t.type({ expected: t.string, stored: t.string });

/** Returns the items that are not stored, each by its first error. */
const unsolvedOf = ({ items, others }: Pick<RefusedItems, 'items' | 'others'>): ReadonlyArray<RefusedItem> => {
  const seen = new Set<string>();
  return [...items, ...others].flatMap(({ ledger: ledgerNumber, amount, detail: _, ...item }) => {
    const name = item.key ?? `at ${item.path?.split('.').slice(0, 2).join('.')}`;
    if (item.state === 'solved' || seen.has(name)) return [];
    seen.add(name);
    return [{ ...item, ledgerNumber, amount: amount === null ? null : new Decimal(amount) }];
  });
};

/** What was refused of an account and is not stored. `isCut`: it is more than is kept. */
type RefusedOfAccount = { readonly requests: ReadonlyArray<RefusedRequest>; readonly isCut: boolean };

/** Returns what was refused of these accounts, and is not stored, by account number. */
export const readRefusedOf = async (
  { read }: Snapshot,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, RefusedOfAccount>> => {
  const rows = await read(refusedRow, REFUSED_OF, [supplier.organisationId, supplier.code, numbers]);
  const kept = new Map<string, { requests: RefusedRequest[]; items: number; isCut: boolean }>();
  for (let from = 0; from < rows.length; from += JUDGED_AT_ONCE) {
    const some = rows.slice(from, from + JUDGED_AT_ONCE);
    const failed = await readRefusedItems(
      read,
      some.map(({ importId }) => importId),
    );
    for (const { number, latest, ...request } of some) {
      const { hasMore, ...of } = failed.get(request.importId)!;
      const items = unsolvedOf(of);
      const known = kept.get(number) ?? { requests: [], items: 0, isCut: false };
      kept.set(number, known);
      if (latest > REQUESTS_OF_ACCOUNT || known.items + items.length > ITEMS_OF_ACCOUNT) known.isCut = true;
      else if (hasMore || items.length > 0) {
        known.requests.push({ ...request, items, hasMore });
        known.items += items.length;
      }
    }
  }
  return kept;
};

/**
 * Returns those of these accounts that a refused request for another supplier named, with its id; all of them, if one named no account.
 */
export const readRefusedElsewhere = async (
  { read }: Snapshot,
  { organisationId, code }: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> => {
  const [anonymous] = await read(idRow, HAS_ANONYMOUS, [organisationId]);
  const named = await read(elsewhereRow, REFUSED_ELSEWHERE, [organisationId, numbers, code]);
  return new Map([
    ...(anonymous === undefined ? [] : numbers.map((number) => [number, anonymous.id] as const)),
    ...named.map(({ number, id }) => [number, id] as const),
  ]);
};

/** Returns true if refused requests of the supplier were removed because they are kept no longer. */
export const haveRefusalsBeenRemoved = async ({ read }: Snapshot, supplier: ImportSupplier): Promise<boolean> =>
  (await read(idRow, HAS_REMOVED, [supplier.organisationId, supplier.code])).length > 0;

/** Returns the accounts that have these numbers but for the case of letters, by the numbers given. */
export const readWithOtherCase = async (
  { read }: Snapshot,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> => {
  if (numbers.length === 0) return new Map();
  const found = await read(otherCaseRow, WITH_OTHER_CASE, [supplier.id, numbers]);
  return new Map(found.map(({ expected, stored }) => [expected, stored]));
};
