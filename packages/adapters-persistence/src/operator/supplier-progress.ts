import type { SupplierProgressReader } from '@carryover/application/ports/operator/figures/supplier-progress';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../driver/query.ts';
import { codeOf, stored } from '../driver/store-failure.ts';
import { limitTransaction, UNHURRIED } from '../driver/timeouts.ts';
import { Account } from '../schema/entities/account.ts';
import { BillingDocument, HistoricalStatement, PaymentInstruction } from '../schema/entities/history.ts';
import { AcceptedImport } from '../schema/entities/import-record.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { Note } from '../schema/entities/note.ts';

const QUERY_CANCELED = '57014';

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
        within((own) => {
          const withData = own.createQueryBuilder(AcceptedImport).select('account').toRaw();
          return own.count(Account, { supplier, id: { $in: withData } });
        }),
        within((own) => own.count(Note, accounts(own))),
        within((own) => own.count(LedgerTransaction, accounts(own))),
        within((own) => own.count(BillingDocument, accounts(own))),
        within((own) => own.count(HistoricalStatement, accounts(own))),
        within((own) => own.count(PaymentInstruction, accounts(own))),
      ] as const;
      // If one fails, the others end before the failure is reported: a pool that is closed before would wait forever.
      await Promise.allSettled(counts);
      const [byStatus, accountsWithData, notes, transactions, billingDocuments, statements, paymentInstructions] =
        await Promise.all(counts);
      return {
        accounts: byStatus && { STAGED: byStatus.STAGED ?? 0, IMPORTED: byStatus.IMPORTED ?? 0 },
        accountsWithData,
        items: { notes, transactions, billingDocuments, statements, paymentInstructions },
      };
    });
