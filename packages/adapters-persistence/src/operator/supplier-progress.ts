import type { SupplierProgressReader } from '@carryover/application/ports/operator/figures/supplier-progress';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRow } from '../driver/query.ts';
import { codeOf, stored } from '../driver/store-failure.ts';
import { limitTransaction, UNHURRIED } from '../driver/timeouts.ts';
import { Account } from '../schema/entities/account.ts';
import { BillingDocument, HistoricalStatement, PaymentInstruction } from '../schema/entities/history.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { Note } from '../schema/entities/note.ts';

const QUERY_CANCELED = '57014';

const counted = t.type({ count: t.number });

/** Accounts that have an item: an undone import has none. */
const WITH_DATA = `
  select count(*)::int as count from account a
  where a.supplier_id = $1 and exists (
    select from accepted_import i
    where i.account_id = a.id and i.stored_items > 0
      and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id))`;

// A note that the service added has an import record of another endpoint.
const NOTES_OF_SERVICE = `
  select count(*)::int as count from account a
  join note n on n.account_id = a.id
  join accepted_import i on i.account_id = n.account_id and i.id = n.import_id
  where a.supplier_id = $1 and i.endpoint <> 'notes/create'`;

/** Reads in its own transaction; null if a statement takes too long. */
const readWithin = async <A>(
  em: EntityManager,
  withinMs: number | null,
  read: (own: EntityManager) => Promise<A>,
): Promise<A | null> => {
  try {
    return await em.fork().transactional(
      async (own) => {
        if (withinMs !== null) await query(own, limitTransaction({ ...UNHURRIED, statementMs: withinMs }));
        return await read(own);
      },
      { readOnly: true },
    );
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return null;
    throw error;
  }
};

/** Counts concurrently, on all connections of the pool. */
export const makePostgresSupplierProgressReader =
  (em: EntityManager): SupplierProgressReader =>
  ({ id: supplier }, withinMs) =>
    stored(async () => {
      const within = <A>(read: (own: EntityManager) => Promise<A>) => readWithin(em, withinMs, read);
      const accounts = (own: EntityManager) => ({
        accountId: { $in: own.createQueryBuilder(Account).select('id').where({ supplier }).toRaw() },
      });
      const counts = [
        within((own) => own.countBy(Account, 'status', { where: { supplier } })),
        within(async (own) => (await readRow(own, counted, WITH_DATA, [supplier]))!.count),
        within((own) => own.count(Note, accounts(own))),
        within((own) => own.count(LedgerTransaction, accounts(own))),
        within((own) => own.count(BillingDocument, accounts(own))),
        within((own) => own.count(HistoricalStatement, accounts(own))),
        within((own) => own.count(PaymentInstruction, accounts(own))),
        within(async (own) => (await readRow(own, counted, NOTES_OF_SERVICE, [supplier]))!.count),
      ] as const;
      // If one fails, the others end before the failure is reported: a pool that is closed before would wait forever.
      await Promise.allSettled(counts);
      const [byStatus, accountsWithData, ...items] = await Promise.all(counts);
      const [notes, transactions, billingDocuments, statements, paymentInstructions, notesAddedByService] = items;
      return {
        accounts: byStatus && { STAGED: byStatus.STAGED ?? 0, IMPORTED: byStatus.IMPORTED ?? 0 },
        accountsWithData,
        notesAddedByService,
        items: { notes, transactions, billingDocuments, statements, paymentInstructions },
      };
    });
