import { randomBytes } from 'node:crypto';
import type { RunningService } from './a-service.ts';

export type TestAccount = { readonly import_supplier: string; readonly external_account_number: string };

/** An imported account of the demo supplier with main ledger `L-1`, this period open; without one, none is. */
export const anAccount = async (
  { sql, demo }: RunningService,
  { status = 'IMPORTED', openFrom = '2019-10-01' as string | null, openTo = '2019-10-15' as string | null } = {},
): Promise<TestAccount> => {
  const number = `E-${randomBytes(5).toString('hex')}`;
  const [account] = await sql<{ id: string }>(
    `insert into account (supplier_id, external_account_number, status, created_at)
     select id, $2, $3, now() from import_supplier where code = $1 returning id`,
    [demo.import_supplier, number, status],
  );
  await sql(
    `insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
     values ($1, 'L-1', 'ELECTRICITY', true, false)`,
    [account!.id],
  );
  if (openFrom !== null) {
    await sql(
      `insert into statement_period (account_id, ledger_number, from_date, to_date, is_open) values ($1, 'L-1', $2, $3, true)`,
      [account!.id, openFrom, openTo],
    );
  }
  return { import_supplier: demo.import_supplier, external_account_number: number };
};
