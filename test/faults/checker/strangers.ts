import type { ClientBase } from 'pg';
import { SUPPLIER } from '../batches/account.ts';
import type { Disagreement } from './disagreement.ts';

const TABLES = [
  'note',
  'ledger_transaction',
  'historical_statement',
  'billing_document',
  'ledger_history',
  'payment_instruction',
  'accepted_import',
];

/** Looks for rows of the supplier's accounts, or of none, that nothing was sent for. */
export const checkStrangers = async (
  client: ClientBase,
  accounts: ReadonlyArray<string>,
): Promise<ReadonlyArray<Disagreement>> => {
  const found: Disagreement[] = [];
  for (const table of TABLES) {
    const { rows } = await client.query<{ number: string | null; count: number }>(
      `select external_account_number as number, count(*)::int as count from ${table}
       left join account on account.id = account_id left join import_supplier on import_supplier.id = account.supplier_id
       where import_supplier.code is null or code = $2 and external_account_number <> all($1) group by 1`,
      [accounts, SUPPLIER],
    );
    for (const { number, count } of rows)
      found.push({
        kind: 'stray',
        account: number ?? 'no account',
        what: table,
        detail: `${count} rows, nothing was sent`,
      });
  }
  return found;
};
