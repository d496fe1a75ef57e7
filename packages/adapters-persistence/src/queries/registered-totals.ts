import { hash } from 'node:crypto';
import type { ItemKind } from '@carryover/application/ports/import-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import { type ControlTotal, lineOf, TOTAL_TYPES } from '@carryover/domain/control-total';
import { type CoveredKind, kindOfType } from '@carryover/domain/coverage';
import { Decimal } from '@carryover/domain/decimal';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { onSupplierSnapshot, type Snapshot } from '../sql/snapshot.ts';
import { stored } from '../sql/store-failure.ts';

/** A set of control totals as far as its client registered it. Key, time and digest: null until it is complete. */
type ListedSet = {
  readonly name: string;
  readonly begunAt: Date;
  readonly keyPrefix: string | null;
  readonly registeredAt: Date | null;
  readonly totals: number;
  readonly sha256: string | null;
};

const LISTED_SETS = `
  select s.name, to_json(s.created_at)#>>'{}' as "begunAt", k.prefix as "keyPrefix",
         to_json(r.registered_at)#>>'{}' as "registeredAt",
         coalesce(r.totals, (select count(*) from control_total c where c.set_id = s.id))::float8 as totals,
         encode(r.sha256, 'hex') as sha256
  from control_total_set s
  left join control_total_registration r on r.set_id = s.id
  left join api_key k on k.id = r.api_key_id
  where s.supplier_id = $1
  order by r.registered_at desc nulls first, s.created_at desc, s.id limit $2`;

const listedSetRow = t.type({
  name: t.string,
  begunAt: moment,
  keyPrefix: orNull(t.string),
  registeredAt: orNull(moment),
  totals: t.number,
  sha256: orNull(t.string),
});

/** Lists the sets of a supplier: incomplete ones, then those that were completed last. */
export const listSets =
  (em: EntityManager) =>
  ({ id }: ImportSupplier, limit: number): Stored<ReadonlyArray<ListedSet>> =>
    stored(() => readRows(em, listedSetRow, LISTED_SETS, [id, limit]));

/** A complete set of control totals, as its client registered it. */
export type CompleteSet = {
  readonly id: string;
  readonly name: string;
  /** Of the API key that completed it. */
  readonly keyPrefix: string;
  readonly registeredAt: Date;
  readonly totals: number;
  readonly sha256: string;
};

const LATEST = `
  select s.id, s.name, k.prefix as "keyPrefix", to_json(r.registered_at)#>>'{}' as "registeredAt", r.totals,
         encode(r.sha256, 'hex') as sha256
  from control_total_registration r
  join control_total_set s on s.id = r.set_id
  join api_key k on k.id = r.api_key_id
  where r.supplier_id = $1 and ($2::text is null or s.name = $2)
  order by r.registered_at desc, r.set_id desc limit 1`;

const setRow = t.type({
  id: t.string,
  name: t.string,
  keyPrefix: t.string,
  registeredAt: moment,
  totals: t.number,
  sha256: t.string,
});

/** Finds a complete set of a supplier by its name; null: the one that was completed last. */
export const findCompleteSet =
  (em: EntityManager) =>
  ({ id }: ImportSupplier, name: string | null): Stored<CompleteSet | null> =>
    stored(() => readRow(em, setRow, LATEST, [id, name]));

const ITEM_KIND: Readonly<Record<CoveredKind, ItemKind>> = {
  notes: 'notes',
  transactions: 'transactions',
  billing_documents: 'billingDocuments',
  statements: 'statements',
  payment_instructions: 'paymentInstructions',
};

const REGISTERED_ITEMS = `
  select type, sum(count)::float8 as count from control_total where set_id = $1 group by type`;

const registeredItemsRow = t.type({ type: oneOf(TOTAL_TYPES), count: t.number });

/** The items that the client registered, against which the progress of its migration is shown. */
export type RegisteredItems = { readonly set: CompleteSet; readonly items: Readonly<Record<ItemKind, number>> };

type ItemCounts = RegisteredItems['items'];

/** Adds up the control totals of a complete set by kind. A complete set never changes. */
export const readItemsOfSet =
  (em: EntityManager) =>
  (setId: string): Stored<ItemCounts> =>
    stored(() => itemsOfSet(em, setId));

const itemsOfSet = async (em: EntityManager, setId: string): Promise<ItemCounts> => {
  const items = { notes: 0, transactions: 0, billingDocuments: 0, statements: 0, paymentInstructions: 0 };
  for (const { type, count } of await readRows(em, registeredItemsRow, REGISTERED_ITEMS, [setId]))
    items[ITEM_KIND[kindOfType(type)]] += count;
  return items;
};

/** Adds up the latest complete set of a supplier by kind; null if there is none. */
export const readRegisteredItems =
  (em: EntityManager) =>
  ({ id }: ImportSupplier): Stored<RegisteredItems | null> =>
    stored(async () => {
      const set = await readRow(em, setRow, LATEST, [id, null]);
      return set === null ? null : { set, items: await itemsOfSet(em, set.id) };
    });

const totalRow = t.type({
  number: t.string,
  ledger: t.string,
  type: oneOf(TOTAL_TYPES),
  count: t.string,
  sum: orNull(t.string),
  digest: t.string,
});

const totalsOf = (id: string): string => `
  select external_account_number as number, ledger_number as ledger, type, count::text as count, sum::text as sum,
         encode(line_sha256, 'hex') as digest
  from control_total where set_id = '${id}'
  order by external_account_number, ledger_number, type`;

const DIGEST = `
  select encode(sha256(coalesce(string_agg(line_sha256, ''::bytea order by line_sha256), ''::bytea)), 'hex') as sha256
  from control_total where set_id = $1`;

const digestRow = t.type({ sha256: t.string });

const ERASED = `
  select external_account_number as name from account where supplier_id = $1::uuid and erased_at is not null`;
const erasedRow = t.type({ name: t.string });

/** Returns the names of a supplier's erased accounts, which stand in its sets in place of what the client sent. */
const readErasedNames = async ({ read }: Snapshot, supplierId: string): Promise<ReadonlySet<string>> =>
  new Set((await read(erasedRow, ERASED, [supplierId])).map(({ name }) => name));

/** A difference between a set as it is stored and as its client registered it. */
type SetFault = {
  /** External account number; null: of the whole set. */
  readonly account: string | null;
  readonly field: string;
  readonly accepted: string;
  readonly stored: string;
};

type SetToVerify = {
  readonly id: string;
  /** Null if it is not complete. */
  readonly sha256: string | null;
  readonly totals: number | null;
};

/** Yields what differs in a set from what its client registered; `take` gets its totals. */
async function* faultsOf(
  snapshot: Snapshot,
  { id, sha256, totals }: SetToVerify,
  erased: ReadonlySet<string>,
  take: (total: ControlTotal) => void,
): AsyncGenerator<SetFault> {
  const [digest] = await snapshot.read(digestRow, DIGEST, [id]);
  let read = 0;
  for await (const rows of snapshot.stream(totalRow, totalsOf(id)))
    for (const { number, ledger, type, count, sum, digest: line } of rows) {
      const total = {
        externalAccountNumber: number,
        ledgerNumber: ledger,
        type,
        count: Number(count),
        sum: sum === null ? null : new Decimal(sum),
      };
      const found = hash('sha256', lineOf(total));
      // The digest is of the row as it was sent, with the number of the account; a seal has the rest.
      if (found !== line && !erased.has(number))
        yield { account: number, field: `${ledger === '' ? '' : `${ledger} `}${type}`, accepted: line, stored: found };
      take(total);
      read += 1;
    }
  if (totals !== null && read !== totals)
    yield { account: null, field: 'totals', accepted: String(totals), stored: String(read) };
  const stored = digest!.sha256;
  if (sha256 !== null && stored !== sha256) yield { account: null, field: 'sha256', accepted: sha256, stored };
}

const SETS = `
  select coalesce(s.id, r.set_id) as id, s.name, r.totals, encode(r.sha256, 'hex') as sha256
  from (select * from control_total_set where supplier_id = $1::uuid) s
  full join (select * from control_total_registration where supplier_id = $1::uuid) r on r.set_id = s.id
  order by 1`;
const anySetRow = t.type({
  id: t.string,
  name: orNull(t.string),
  totals: orNull(t.number),
  sha256: orNull(t.string),
});

/** Yields what differs in all sets of a supplier from what its clients registered (decisions 20). */
export async function* verifySets(
  snapshot: Snapshot,
  supplierId: string,
): AsyncGenerator<SetFault & { readonly set: string }> {
  const erased = await readErasedNames(snapshot, supplierId);
  for (const { name, ...set } of await snapshot.read(anySetRow, SETS, [supplierId])) {
    const named = { set: name ?? set.id };
    if (name === null) yield { ...named, account: null, field: 'name', accepted: set.id, stored: '' };
    for await (const fault of faultsOf(snapshot, set, erased, () => undefined)) yield { ...named, ...fault };
  }
}

/** Reads the totals of a set, of any number. @returns false if they are not those that the client registered. */
export const readCompleteSet =
  (orm: MikroORM) =>
  (supplier: ImportSupplier, set: CompleteSet, take: (total: ControlTotal) => void): Stored<boolean> =>
    onSupplierSnapshot(orm)(supplier, async (snapshot) => {
      const erased = await readErasedNames(snapshot, supplier.id);
      await snapshot.checkWhole();
      for await (const _ of faultsOf(snapshot, set, erased, take)) return false;
      return true;
    });
