import { runSql } from '../../support/a-database.ts';
import { type Entry, rowsOf } from './book.ts';

// Each row as one line, by the client's own names, with the import record it came from.
const ROWS = `
  select a.external_account_number || '|' || r.line as line, r.import_id as "importId"
  from account a join (
    select account_id, import_id, concat_ws('|', 'note', body) as line from note
    union all
    select account_id, import_id, concat_ws('|', 'transaction', transaction_id, transaction_date, amount, type,
                                            coalesce(billing_document, '')) from ledger_transaction
    union all
    select account_id, import_id, concat_ws('|', 'billing_document', identifier, issued_date) from billing_document
    union all
    select account_id, import_id, concat_ws('|', 'ledger_history', ledger_number) from ledger_history
    union all
    select account_id, import_id, concat_ws('|', 'statement', statement_id, from_date, to_date, number, gross_amount)
    from historical_statement
    union all
    select account_id, import_id, concat_ws('|', 'payment_instruction', vendor, reference, type) from payment_instruction
  ) r on r.account_id = a.id`;

export type Stored = {
  /** The entries that are there, with the import record of their rows. */
  readonly whole: ReadonlyMap<Entry, string>;
  /** Errors: entries that are stored in part or twice, rows that were never sent, rows without an import record. */
  readonly faults: ReadonlyArray<string>;
};

/** Reads all that is stored and lays it beside the book, row by row. */
export const readStored = async (databaseUrl: string, book: ReadonlyArray<Entry>): Promise<Stored> => {
  const rows = await runSql<{ line: string; importId: string }>(databaseUrl, ROWS);
  const imports = await runSql<{ id: string }>(databaseUrl, 'select id from accepted_import');
  const known = new Set(imports.map(({ id }) => id));
  const byLine = new Map<string, string>();
  const faults: string[] = [];
  for (const { line, importId } of rows) {
    if (byLine.has(line)) faults.push(`twice: ${line}`);
    if (!known.has(importId)) faults.push(`without import record: ${line}`);
    byLine.set(line, importId);
  }
  const whole = new Map<Entry, string>();
  for (const entry of book) {
    const lines = rowsOf(entry);
    const found = lines.filter((line) => byLine.has(line));
    const importIds = new Set(found.map((line) => byLine.get(line)!));
    if (found.length === lines.length && importIds.size === 1) whole.set(entry, [...importIds][0]!);
    else if (found.length > 0) faults.push(`in part: ${entry.name}, ${found.length} of ${lines.length} rows`);
    for (const line of found) byLine.delete(line);
  }
  return { whole, faults: [...faults, ...[...byLine.keys()].map((line) => `never sent: ${line}`)] };
};
