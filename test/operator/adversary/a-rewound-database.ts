import { runSql } from '../../support/a-database.ts';

const TABLES = [
  'account',
  'account_change',
  'ledger',
  'statement_period',
  'note',
  'ledger_transaction',
  'ledger_history',
  'billing_document',
  'historical_statement',
  'payment_instruction',
  'erased_total',
  'accepted_import',
  'refused_import',
  'import_undo',
  'control_total_set',
  'control_total',
  'control_total_registration',
  'operator_action',
  'reconciliation',
  'storage_verification',
  'seal',
  'seal_head',
];

/** Keeps what a database has now. @returns a function that takes all changes since back. */
export const rewindable = async (url: string): Promise<() => Promise<unknown>> => {
  const columns = await runSql<{ name: string; list: string }>(
    url,
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER' group by 1`,
    [TABLES],
  );
  await runSql(
    url,
    `create schema kept; ${TABLES.map((table) => `create table kept.${table} as table ${table};`).join('')}`,
  );
  const back = columns.map(
    ({ name, list }) => `
      delete from ${name} where ctid = any(array(
        select ctid from (select ctid, r::text as row from ${name} r) now where row not in (select k::text from kept.${name} k)));
      insert into ${name} (${list})
      select ${list} from kept.${name} k where k::text not in (select r::text from ${name} r);`,
  );
  return () => runSql(url, `begin; ${back.join('')} commit`);
};
