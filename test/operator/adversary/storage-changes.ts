/** A change of an account's stored data by SQL, as the owner of the tables can make it, and what must be found. */
type StorageChange = {
  readonly name: string;
  /** Changes the account `$1`; returns `import_id` of the import that must be named. Some also use the account `$2`. */
  readonly sql: string;
  /** The kinds of which at least one must name the import. */
  readonly kinds: ReadonlyArray<string>;
  readonly field?: string;
  /** The finding is on the other account. */
  readonly isElsewhere?: boolean;
};

export const UNKNOWN_IMPORT = '01900000-0000-7000-8000-000000000001';
const UNKNOWN = `'${UNKNOWN_IMPORT}'::uuid`;
const idOf = (endpoint: string, where = 'true') =>
  `(select id from accepted_import where account_id = $1 and endpoint = '${endpoint}/create' and ${where} order by id limit 1)`;
const MOVED = `(select import_id from ledger_transaction where account_id = $1 and submitted_date is not null limit 1)`;

const FIELDS: ReadonlyArray<readonly [table: string, column: string, value: string, where?: string]> = [
  ['ledger_transaction', 'amount', 'amount + 0.01', `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'transaction_date', 'transaction_date + 1', `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'type', `'REPAYMENT'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'ledger_number', `'L-2'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'occurrence', '7', `transaction_id = 'T-1' and occurrence = 1`],
  ['ledger_transaction', 'note', `coalesce(note, '') || ' '`, `transaction_id = 'T-moved'`],
  ['ledger_transaction', 'submitted_date', `coalesce(submitted_date, '2018-01-02') - 1`, `transaction_id = 'T-moved'`],
  ['ledger_transaction', 'submitted_note', `'none'`, `transaction_id = 'T-moved'`],
  ['ledger_transaction', 'reason', `'OTHER'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'reference', `'other'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'display_note', `'other'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'payment_type', `'OTHER'`, `transaction_id = 'T-1' and occurrence = 0`],
  ['ledger_transaction', 'product_code', `'P-2'`, `transaction_id = 'T-supply'`],
  [
    'ledger_transaction',
    'line_items',
    `jsonb_set(line_items, '{0,net_amount}', '"12.01"')`,
    `transaction_id = 'T-supply'`,
  ],
  ['ledger_transaction', 'tax_items', 'null', `transaction_id = 'T-supply'`],
  ['ledger_transaction', 'billing_document', 'null', `transaction_id = 'H-1'`],
  ['note', 'body', `'other'`, `body = 'undated'`],
  ['note', 'body', `body || '.'`, `is_pinned and body like 'Dates changed%'`],
  ['note', 'created_at', `created_at + interval '1 microsecond'`, `body = 'dated'`],
  ['note', 'is_pinned', 'not is_pinned', `body = 'dated'`],
  ['note', 'unpin_at', `'2030-01-01'`, `body = 'dated'`],
  ['note', 'documents', `array['s3://other/a.pdf']`, 'body is null'],
  ['note', 'document_paths', `array['b.pdf']`, 'body is null'],
  ['historical_statement', 'gross_amount', 'gross_amount + 1', `statement_id = 'S-1'`],
  ['historical_statement', 'document', `document || 'x'`, `statement_id = 'S-1'`],
  ['historical_statement', 'path', `'other.pdf'`, `statement_id = 'S-1'`],
  ['historical_statement', 'issued_date', 'issued_date + 1', `statement_id = 'S-2'`],
  ['historical_statement', 'number', `'other'`, `statement_id = 'S-2'`],
  ['historical_statement', 'statement_id', `'S-other'`, `statement_id = 'S-2'`],
  ['billing_document', 'issued_date', 'issued_date + 1'],
  ['billing_document', 'to_date', 'to_date + 1'],
  ['billing_document', 'type', `'ITEM_BASED'`],
  ['billing_document', 'identifier', `'D-other'`],
  ['payment_instruction', 'reference', `'OTHER'`],
  ['payment_instruction', 'last_four', `'0000'`],
  ['payment_instruction', 'customer_reference', `'other'`],
  ['payment_instruction', 'status', `'other'`],
  ['payment_instruction', 'is_active', 'false'],
];

const altered = FIELDS.map(
  ([table, column, value, where = 'true']): StorageChange => ({
    name: `${table}.${column}${where === 'true' ? '' : ` where ${where}`}`,
    sql: `update ${table} set ${column} = ${value} where account_id = $1 and ${where} returning import_id`,
    kinds: ['altered'],
    field: column,
  }),
);

const ROWS = [
  ['ledger_transaction', `transaction_id = 'T-1' and occurrence = 0`],
  ['note', `body = 'dated'`],
  ['note', `body like 'Dates changed%'`],
  ['historical_statement', `statement_id = 'S-1'`],
  ['billing_document', 'true'],
  ['ledger_history', 'true'],
  ['payment_instruction', 'true'],
] as const;

const rows = ROWS.flatMap(
  ([table, where]): ReadonlyArray<StorageChange> => [
    {
      name: `a deleted row of ${table} where ${where}`,
      sql: `delete from ${table} where account_id = $1 and ${where} returning import_id`,
      kinds: ['missing'],
      field: table,
    },
    {
      name: `a copy on another account, of ${table} where ${where}`,
      sql: `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('account_id', $2::bigint))).*
      from ${table} r where account_id = $1 and ${where} limit 1 returning import_id`,
      kinds: ['extra'],
      field: table,
      isElsewhere: true,
    },
    {
      name: `a row that was moved to another account, of ${table} where ${where}`,
      sql: `update ${table} set account_id = $2 where account_id = $1 and ${where} returning import_id`,
      kinds: ['missing'],
      field: table,
    },
    {
      name: `a row of an import that does not exist, in ${table} where ${where}`,
      sql: `update ${table} set import_id = ${UNKNOWN} where account_id = $1 and ${where} returning import_id`,
      kinds: ['record_missing'],
    },
  ],
);

const record = (name: string, set: string, field: string, where: string): StorageChange => ({
  name,
  sql: `update accepted_import set ${set} where account_id = $1 and id = ${where} returning id as import_id`,
  kinds: ['record_altered'],
  field,
});

const FIRST = `(select import_id from ledger_transaction where account_id = $1 and transaction_id = 'T-1' and occurrence = 0)`;
const TEXT = `convert_from(payload, 'UTF8')`;

export const STORAGE_CHANGES: ReadonlyArray<StorageChange> = [
  ...altered,
  ...rows,
  {
    name: 'a transaction that was never sent',
    sql: `insert into ledger_transaction
      select (jsonb_populate_record(r, '{"transaction_id": "T-new"}')).* from ledger_transaction r
      where account_id = $1 and transaction_id = 'T-1' and occurrence = 0 returning import_id`,
    kinds: ['extra'],
    field: 'ledger_transaction',
  },
  {
    name: 'the id of a transaction',
    sql: `update ledger_transaction set transaction_id = 'T-other'
      where account_id = $1 and transaction_id = 'T-1' and occurrence = 0 returning import_id`,
    kinds: ['missing'],
    field: 'ledger_transaction',
  },
  {
    name: 'two amounts that cancel out',
    sql: `update ledger_transaction
      set amount = amount + case when transaction_id = 'T-1' then 1 else -1 end
      where account_id = $1 and occurrence = 0 and transaction_id in ('T-1', 'T-2') returning import_id`,
    kinds: ['altered'],
    field: 'amount',
  },
  {
    name: 'a payload',
    sql: `update accepted_import set payload = convert_to(replace(${TEXT}, '71.00', '17.00'), 'UTF8')
      where account_id = $1 and id = ${FIRST} returning id as import_id`,
    kinds: ['payload_altered'],
    field: 'payload',
  },
  {
    name: 'a payload and its hash',
    sql: `update accepted_import set payload = convert_to(replace(${TEXT}, '71.00', '17.00'), 'UTF8'),
        payload_sha256 = sha256(convert_to(replace(${TEXT}, '71.00', '17.00'), 'UTF8'))
      where account_id = $1 and id = ${FIRST} returning id as import_id`,
    kinds: ['altered'],
    field: 'amount',
  },
  {
    name: 'a payload that names another account, and its hash',
    sql: `update accepted_import set payload = convert_to(replace(${TEXT}, 'E-', 'F-'), 'UTF8'),
        payload_sha256 = sha256(convert_to(replace(${TEXT}, 'E-', 'F-'), 'UTF8'))
      where account_id = $1 and id = ${FIRST} returning id as import_id`,
    kinds: ['record_altered'],
    field: 'external_account_number',
  },
  record('the number of items', 'item_count = item_count + 1', 'item_count', FIRST),
  record('the number of stored items', 'stored_items = stored_items - 1', 'stored_items', FIRST),
  record(
    'the totals of what it stored',
    `stored_totals = replace(stored_totals::text, '71.00', '17.00')::jsonb || '[]'`,
    'stored_totals',
    idOf('transactions', `stored_totals::text like '%71.00%'`),
  ),
  record('no list of totals', `stored_totals = '{"a": 1}'`, 'stored_totals', FIRST),
  record('the number of documents', 'stored_documents = 9', 'stored_documents', idOf('historical-billing-documents')),
  record('the organisation', 'organisation_id = gen_random_uuid()', 'organisation_id', FIRST),
  record('the supplier', 'supplier_id = gen_random_uuid()', 'supplier_id', FIRST),
  { ...record('the endpoint', `endpoint = 'notes/create'`, '', FIRST), kinds: ['record_altered', 'missing'] },
  {
    name: 'a deleted record',
    sql: `delete from accepted_import where account_id = $1 and id = ${FIRST} returning id as import_id`,
    kinds: ['record_missing'],
  },
  {
    name: 'a record that was moved to another account',
    sql: `update accepted_import set account_id = $2 where account_id = $1 and id = ${FIRST} returning id as import_id`,
    kinds: ['extra'],
  },
  {
    name: 'the period that moved a date',
    sql: `update accepted_import set findings = findings - 'basis'
      where account_id = $1 and id = ${MOVED} returning id as import_id`,
    kinds: ['altered'],
  },
  {
    name: 'the time of a note without one',
    sql: `update accepted_import set received_at = received_at + interval '1 hour'
      where account_id = $1 and id = (select import_id from note where account_id = $1 and body = 'undated')
      returning id as import_id`,
    kinds: ['altered'],
    field: 'created_at',
  },
  {
    name: 'an undo that was removed',
    sql: 'delete from import_undo where account_id = $1 returning import_id',
    // Its item was sent again: the row is that of a later import.
    kinds: ['altered'],
  },
  {
    name: 'what an undo removed',
    sql: `update import_undo set removed = jsonb_set(removed, '{transactions,0,count}', '5')
      where account_id = $1 returning import_id`,
    kinds: ['record_altered'],
    field: 'import_undo.removed.PAYMENT',
  },
  {
    name: 'an undo that is only said to have been made',
    sql: `insert into import_undo (account_id, import_id, undone_by, reason, removed, answered, items)
      select $1, ${FIRST}, 'nobody', 'none', removed, '[]', '[]' from import_undo where account_id = $1 returning import_id`,
    kinds: ['extra'],
  },
  {
    name: 'an undo that no operator made',
    sql: `with gone as (delete from payment_instruction where account_id = $1 returning account_id, import_id)
      insert into import_undo (account_id, import_id, undone_by, reason, removed, answered, items)
      select account_id, import_id, 'nobody', 'none', '{"notes": 0, "notes_added_by_service": 0, "transactions": [],
        "billing_documents": 0, "statements": 0, "payment_instructions": 1}', '[]', '[]' from gone returning import_id`,
    kinds: ['record_altered'],
  },
];
