import { documentPaths, second } from '../schema/stored-items.ts';
import type { Dialect } from '../sql/dialect.ts';

/** The forms of the files of an export, the default first (decisions 18). */
export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A moved transaction as it was submitted, or as it is stored (decisions 18). */
export const EXPORTED_VALUES = ['submitted', 'stored'] as const;
export type ExportedValues = (typeof EXPORTED_VALUES)[number];

export type ColumnType = 'text' | 'flag' | 'day' | 'second' | 'money' | 'json';
/** A field of the interface, and its value in SQL. */
export type ExportColumn = { readonly name: string; readonly type: ColumnType; readonly sql: string };
export type ExportColumns = ReadonlyArray<ExportColumn>;

export const columnsOf = (type: ColumnType, named: Readonly<Record<string, string>>): ExportColumns =>
  Object.entries(named).map(([name, sql]) => ({ name, type, sql }));

const texts = (...names: ReadonlyArray<string>): ExportColumns =>
  names.map((name) => ({ name, type: 'text', sql: `t.${name}` }));

const jsonValue = ({ type, sql }: ExportColumn): string => {
  if (type === 'text') return `to_json((${sql})::text)::text`;
  // The others have no character that JSON escapes.
  return type === 'flag' || type === 'json' ? `(${sql})::text` : `'"' || (${sql})::text || '"'`;
};

/**
 * Returns the line of a row: JSON without the fields that are not set. Two thirds of the time of PostgreSQL's functions for objects.
 *
 * @param columns the first one is always set.
 */
export const lineOf = (columns: ExportColumns): string => {
  const members = columns.map((column, at) => `'${at === 0 ? '{' : ','}"${column.name}":' || ${jsonValue(column)}`);
  // Leaves out nulls.
  return `concat(${members.join(', ')}, '}')`;
};

/** The columns of a transaction `t`. */
export const transactionColumns = (values: ExportedValues): ExportColumns => {
  const isStored = values === 'stored';
  return [
    ...texts('transaction_id'),
    ...columnsOf('day', {
      transaction_date: isStored ? 't.transaction_date' : 'coalesce(t.submitted_date, t.transaction_date)',
    }),
    ...columnsOf('money', { amount: 't.amount' }),
    ...texts('type', 'reason', 'payment_type', 'reference'),
    ...columnsOf('text', {
      note: isStored ? 't.note' : 'case when t.submitted_date is null then t.note else t.submitted_note end',
    }),
    ...texts('display_note', 'product_code'),
    ...columnsOf('json', { line_items: 'jsonb_strip_nulls(t.line_items)', tax_items: 't.tax_items' }),
  ];
};

export const NOTE_COLUMNS: ExportColumns = [
  ...texts('body'),
  ...columnsOf('json', {
    document_paths: documentPaths('t.document_paths'),
  }),
  ...columnsOf('second', { created_at: second('t.created_at') }),
  ...columnsOf('flag', { is_pinned: 't.is_pinned' }),
  ...columnsOf('second', { unpin_at: second('t.unpin_at') }),
];

export const STATEMENT_COLUMNS: ExportColumns = [
  ...texts('statement_id', 'number'),
  ...columnsOf('day', {
    issued_date: 't.issued_date',
    bill_period_from_date: 't.from_date',
    bill_period_to_date: 't.to_date',
  }),
  ...columnsOf('money', { gross_amount: 't.gross_amount' }),
  ...columnsOf('text', { statement_path: 't.path' }),
];

export const INSTRUCTION_COLUMNS = texts('vendor', 'reference', 'type');

/** The columns of the history of a ledger `t`, with what {@link HISTORY} adds. Without documents, its type is not stored: the first one. */
export const HISTORY_COLUMNS: ExportColumns = [
  ...columnsOf('text', {
    ledger_code: 'l.ledger_code',
    ledger_number: 't.ledger_number',
    billing_document_type: `coalesce(history.type, 'PERIOD_BASED')`,
  }),
  ...columnsOf('json', {
    historical_billing_documents: `coalesce(history.documents, '[]')`,
    additional_historical_transactions: 'history.additional',
  }),
];

/** Joins the documents and transactions of the history `t`. A cluster refuses a `with` here, and reads the transactions twice. */
export const HISTORY = (values: ExportedValues, { hasLaterals }: Dialect): string => {
  const line = lineOf(transactionColumns(values));
  const lists = `(
      select t.billing_document, json_agg(${line}::json order by t.transaction_id, t.occurrence) as list
      from ledger_transaction t where t.account_id = of.account_id and t.import_id = of.import_id group by 1)`;
  return `
  join ledger l on l.account_id = t.account_id and l.ledger_number = t.ledger_number
  cross join lateral (select t.account_id, t.import_id) of
  cross join lateral (
    ${hasLaterals ? `with sent as ${lists}` : ''}
    select min(d.type) as type,
           json_agg(json_strip_nulls(json_build_object(
             'billing_document_identifier', d.identifier, 'billing_document_type', d.type, 'issued_date', d.issued_date,
             'bill_period_from_date', d.from_date, 'bill_period_to_date', d.to_date,
             'transactions', coalesce(sent.list, '[]'))) order by d.position) as documents,
           (select list from ${hasLaterals ? 'sent' : `${lists} alone`} where billing_document is null) as additional
    from billing_document d left join ${hasLaterals ? '' : lists} sent on sent.billing_document = d.identifier
    where d.account_id = of.account_id and d.import_id = of.import_id) history`;
};

const OPEN_PERIOD =
  'left join statement_period p on p.account_id = t.account_id and p.ledger_number = t.ledger_number and p.is_open';

/** The ledgers of an account `a` as rows; the columns of CSV. */
export const LEDGERS = `join ledger t on t.account_id = a.id ${OPEN_PERIOD}`;
export const LEDGER_COLUMNS: ExportColumns = [
  ...columnsOf('text', { status: 'a.status' }),
  ...texts('ledger_number', 'ledger_code'),
  ...columnsOf('flag', { main: 't.is_main' }),
  ...columnsOf('day', { open_from: 'p.from_date', open_to: 'p.to_date' }),
  ...columnsOf('flag', { has_finalized_billing_document: 't.has_finalized_billing_document' }),
];

/** The same as JSON: a line has all ledgers of its account. */
export const ACCOUNT_COLUMNS: ExportColumns = [
  ...columnsOf('text', { status: 'a.status' }),
  ...columnsOf('json', {
    ledgers: `(
      select json_agg(json_strip_nulls(json_build_object(
               'ledger_number', t.ledger_number, 'ledger_code', t.ledger_code, 'main', t.is_main,
               'open_statement', case when p.is_open then json_build_object('from', p.from_date, 'to', p.to_date) end,
               'has_finalized_billing_document', t.has_finalized_billing_document)) order by t.ledger_number)
      from ledger t ${OPEN_PERIOD} where t.account_id = a.id)`,
  }),
];
