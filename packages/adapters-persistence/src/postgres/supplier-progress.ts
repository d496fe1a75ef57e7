import type { SupplierProgressReader } from '@carryover/application/ports/operator/supplier-progress';
import type { AccountStatus } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { limitTransaction, UNHURRIED } from './timeouts.ts';

const BY_STATUS = 'select status, count(*)::float8 as count from account where supplier_id = $1 group by status';

const WITH_DATA = `
  select count(*)::float8 as count from account a
  where a.supplier_id = $1 and exists (select 1 from accepted_import i where i.account_id = a.id)`;

const ITEMS = (table: string) => `
  select count(*)::float8 as count from ${table} t join account a on a.id = t.account_id where a.supplier_id = $1`;

const QUERY_CANCELED = '57014';

/** Rows of a statement in a transaction of its own; null if it takes too long. */
const rowsWithin = async <Row>(
  em: EntityManager,
  withinMs: number | null,
  sql: string,
  supplierId: string,
): Promise<ReadonlyArray<Row> | null> => {
  try {
    return await em.fork().transactional(
      async (own) => {
        if (withinMs !== null) await query(own, limitTransaction({ ...UNHURRIED, statementMs: withinMs }));
        return query<Row>(own, sql, [supplierId]);
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
  (supplier, withinMs) =>
    stored(async () => {
      const rows = <Row>(sql: string) => rowsWithin<Row>(em, withinMs, sql, supplier.id);
      const count = async (sql: string) => {
        const counted = await rows<{ count: number }>(sql);
        return counted === null ? null : (counted[0]?.count ?? 0);
      };
      const [byStatus, accountsWithData, notes, transactions, billingDocuments, statements, paymentInstructions] =
        await Promise.all([
          rows<{ status: AccountStatus; count: number }>(BY_STATUS),
          count(WITH_DATA),
          count(ITEMS('note')),
          count(ITEMS('ledger_transaction')),
          count(ITEMS('billing_document')),
          count(ITEMS('historical_statement')),
          count(ITEMS('payment_instruction')),
        ]);
      const inStatus = (status: AccountStatus) => byStatus?.find((row) => row.status === status)?.count ?? 0;
      return {
        accounts: byStatus && { STAGED: inStatus('STAGED'), IMPORTED: inStatus('IMPORTED') },
        accountsWithData,
        items: { notes, transactions, billingDocuments, statements, paymentInstructions },
      };
    });
