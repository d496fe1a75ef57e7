import type { ItemKind } from '@carryover/application/ports/import-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { NOT_UNDONE } from '../sql/not-undone.ts';
import { query, readRows } from '../sql/query.ts';
import { codeOf, stored } from '../sql/store-failure.ts';
import { limitTransaction, UNHURRIED } from '../sql/timeouts.ts';
import { type AccountCounts, accountCounts, accountsRow, storedByKind } from './figures.ts';

/** The progress of a supplier's migration; null: counting took too long. */
export type SupplierProgress = {
  readonly accounts: AccountCounts | null;
  /** Accounts that have an item. */
  readonly accountsWithData: number | null;
  /** The stored items; the notes include those that the service added. */
  readonly items: Readonly<Record<ItemKind, number | null>>;
  readonly notesAddedByService: number | null;
};

const ACCOUNTS = 'select status, count(*)::float8 as count from account where supplier_id = $1 group by 1';

const WITH_DATA = `
  select count(*)::float8 as count from account a
  where a.supplier_id = $1 and exists (
    select from accepted_import i where i.account_id = a.id and i.stored_items > 0 and ${NOT_UNDONE})`;

const ITEMS = `
  select i.endpoint, sum(i.stored_items)::float8 as "storedItems", sum(i.stored_documents)::float8 as "storedDocuments"
  from accepted_import i where i.supplier_id = $1 and ${NOT_UNDONE}
  group by 1`;

// With those that the service added, which no import record counts, and those of erased accounts, which count as stored.
const NOTES = `
  select (kept.count + erased.count)::float8 as count
  from (select count(*) as count from note n
        where n.account_id in (select a.id from account a where a.supplier_id = $1)) kept,
       (select coalesce(sum(e.count), 0) as count from erased_total e
        where e.type in ('NOTE', 'NOTE_ADDED_BY_SERVICE')
          and e.account_id in (select a.id from account a where a.supplier_id = $1)) erased`;

const countRow = t.type({ count: t.number });
const itemsRow = t.type({ endpoint: t.string, storedItems: t.number, storedDocuments: t.number });

const QUERY_CANCELED = '57014';

/** Reads in a transaction of its own; null if the statement takes too long. */
const readWithin = async <Row>(
  em: EntityManager,
  withinMs: number | null,
  ...[row, sql, parameters]: [row: t.Type<Row, unknown>, sql: string, parameters: ReadonlyArray<unknown>]
): Promise<ReadonlyArray<Row> | null> => {
  try {
    return await em.fork().transactional(
      async (own) => {
        if (withinMs !== null) await query(own, limitTransaction({ ...UNHURRIED, statementMs: withinMs }));
        return readRows(own, row, sql, parameters);
      },
      { readOnly: true },
    );
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return null;
    throw error;
  }
};

/** Counts without rollups, concurrently. @param withinMs the time limit per statement; null: no limit. */
export const readSupplierProgress =
  (em: EntityManager) =>
  ({ id }: ImportSupplier, withinMs: number | null): Stored<SupplierProgress> =>
    stored(async () => {
      const counts = [
        readWithin(em, withinMs, accountsRow, ACCOUNTS, [id]),
        readWithin(em, withinMs, countRow, WITH_DATA, [id]),
        readWithin(em, withinMs, itemsRow, ITEMS, [id]),
        readWithin(em, withinMs, countRow, NOTES, [id]),
      ] as const;
      // If one fails, the others end before the failure is reported: a pool that is closed before would wait forever.
      await Promise.allSettled(counts);
      const [accounts, withData, imports, notes] = await Promise.all(counts);
      const sent = imports && storedByKind(imports);
      const allNotes = notes?.[0]?.count ?? null;
      return {
        accounts: accounts && accountCounts(accounts),
        accountsWithData: withData?.[0]?.count ?? null,
        items: {
          notes: allNotes,
          transactions: sent?.transactions ?? null,
          billingDocuments: sent?.billingDocuments ?? null,
          statements: sent?.statements ?? null,
          paymentInstructions: sent?.paymentInstructions ?? null,
        },
        notesAddedByService: sent === null || allNotes === null ? null : allNotes - sent.notes,
      };
    });
