import type { SupplierProgressReader } from '@carryover/application/ports/operator/supplier-progress';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { AccountTable } from './tables/account.ts';
import { BillingDocumentTable, HistoricalStatementTable, PaymentInstructionTable } from './tables/history.ts';
import { AcceptedImportTable } from './tables/import-record.ts';
import { LedgerTransactionTable } from './tables/ledger-transaction.ts';
import { NoteTable } from './tables/note.ts';
import { limitTransaction, UNHURRIED } from './timeouts.ts';

const QUERY_CANCELED = '57014';

/** Reads in a transaction of its own; null if a statement takes too long. */
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
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return null;
    throw error;
  }
};

/** Counts side by side, on as many connections as the pool has. */
export const makePostgresSupplierProgressReader =
  (em: EntityManager): SupplierProgressReader =>
  ({ id: supplier }, withinMs) =>
    stored(async () => {
      const within = <A>(read: (own: EntityManager) => Promise<A>) => readWithin(em, withinMs, read);
      const accounts = (own: EntityManager) => ({
        accountId: { $in: own.createQueryBuilder(AccountTable).select('id').where({ supplier }).toRaw() },
      });
      const [byStatus, accountsWithData, notes, transactions, billingDocuments, statements, paymentInstructions] =
        await Promise.all([
          within((own) => own.countBy(AccountTable, 'status', { where: { supplier } })),
          within((own) => {
            const withData = own.createQueryBuilder(AcceptedImportTable).select('account').toRaw();
            return own.count(AccountTable, { supplier, id: { $in: withData } });
          }),
          within((own) => own.count(NoteTable, accounts(own))),
          within((own) => own.count(LedgerTransactionTable, accounts(own))),
          within((own) => own.count(BillingDocumentTable, accounts(own))),
          within((own) => own.count(HistoricalStatementTable, accounts(own))),
          within((own) => own.count(PaymentInstructionTable, accounts(own))),
        ]);
      return {
        accounts: byStatus && { STAGED: byStatus.STAGED ?? 0, IMPORTED: byStatus.IMPORTED ?? 0 },
        accountsWithData,
        items: { notes, transactions, billingDocuments, statements, paymentInstructions },
      };
    });
