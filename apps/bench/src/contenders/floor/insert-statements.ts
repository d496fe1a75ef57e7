import type { FloorTable } from './store.ts';

/** `insert … select` of the account ($1), the import ($2) and the items as JSON ($3). */
export const INSERT: Readonly<Record<FloorTable, string>> = {
  ledger_transaction: `
    insert into ledger_transaction (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, reason,
      payment_type, reference, note, display_note, product_code, line_items, tax_items, billing_document, import_id)
    select $1, transaction_id, 0, 'L-1', transaction_date, amount, type, reason,
      payment_type, reference, note, display_note, product_code, line_items, tax_items, billing_document, $2
    from jsonb_to_recordset($3::jsonb) as r (transaction_id text, transaction_date date, amount numeric, type text, reason text,
      payment_type text, reference text, note text, display_note text, product_code text, line_items jsonb, tax_items jsonb,
      billing_document text)`,
  note: `
    insert into note (account_id, identity, created_at, body, documents, is_pinned, import_id, position)
    select $1, identity::bytea, created_at, body, documents, is_pinned, $2, position
    from jsonb_to_recordset($3::jsonb) as r (identity text, created_at timestamptz, body text, documents text[],
      is_pinned boolean, position int)`,
  historical_statement: `
    insert into historical_statement (account_id, statement_id, from_date, to_date, issued_date, number, gross_amount, path,
      document, import_id, position)
    select $1, statement_id, bill_period_from_date, bill_period_to_date, issued_date, number, gross_amount, statement_path,
      statement_path, $2, 0
    from jsonb_to_recordset($3::jsonb) as r (statement_id text, bill_period_from_date date, bill_period_to_date date,
      issued_date date, number text, gross_amount numeric, statement_path text)`,
  billing_document: `
    insert into billing_document (account_id, ledger_number, identifier, type, issued_date, from_date, to_date, import_id, position)
    select $1, 'L-1', billing_document_identifier, billing_document_type, issued_date, bill_period_from_date,
      bill_period_to_date, $2, 0
    from jsonb_to_recordset($3::jsonb) as r (billing_document_identifier text, billing_document_type text, issued_date date,
      bill_period_from_date date, bill_period_to_date date)`,
};
