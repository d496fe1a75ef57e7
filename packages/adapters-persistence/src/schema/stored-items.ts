/** A column's time as the interface writes it. */
export const second = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The paths of a note's documents as the interface has them; null without any. */
export const documentPaths = (column: string): string => `
  (select json_agg(json_build_object('document_path', path) order by at) from unnest(${column}) with ordinality as paths (path, at))`;

const json = (fields: Readonly<Record<string, string>>): string =>
  `json_strip_nulls(json_build_object(${Object.entries(fields).map(([name, value]) => `'${name}', ${value}`)}))`;

type Items = {
  readonly table: string;
  /** The order of the items of an import, as text. */
  readonly key: string;
  /** Columns in SQL by the names of the interface. */
  readonly fields: Readonly<Record<string, string>>;
};

const PERIOD = { bill_period_from_date: 'from_date', bill_period_to_date: 'to_date' };

/** Each kind of item as the interface names it; `identity` and `occurrence` tell those apart that have nothing else of their own. */
const KINDS: Readonly<Record<string, Items>> = {
  note: {
    table: 'note',
    key: `lpad(position::text, 10, '0') || identity::text`,
    fields: {
      identity: `encode(identity, 'hex')`,
      created_at: second('created_at'),
      body: 'body',
      document_paths: documentPaths('document_paths'),
      is_pinned: 'is_pinned',
      unpin_at: second('unpin_at'),
    },
  },
  billing_document: {
    table: 'billing_document',
    key: `lpad(position::text, 10, '0')`,
    fields: {
      billing_document_identifier: 'identifier',
      ledger_number: 'ledger_number',
      billing_document_type: 'type',
      issued_date: 'issued_date',
      ...PERIOD,
    },
  },
  transaction: {
    table: 'ledger_transaction',
    key: `transaction_id || lpad(occurrence::text, 10, '0')`,
    fields: {
      transaction_id: 'transaction_id',
      occurrence: 'occurrence',
      ledger_number: 'ledger_number',
      transaction_date: 'transaction_date',
      amount: 'amount::text',
      type: 'type',
      reason: 'reason',
      payment_type: 'payment_type',
      reference: 'reference',
      note: 'note',
      display_note: 'display_note',
      product_code: 'product_code',
      line_items: 'line_items',
      tax_items: 'tax_items',
      billing_document_identifier: 'billing_document',
      submitted_date: 'submitted_date',
      submitted_note: 'submitted_note',
    },
  },
  statement: {
    table: 'historical_statement',
    key: `lpad(position::text, 10, '0')`,
    fields: {
      statement_id: 'statement_id',
      number: 'number',
      issued_date: 'issued_date',
      ...PERIOD,
      gross_amount: 'gross_amount::text',
      statement_path: 'path',
    },
  },
  payment_instruction: {
    table: 'payment_instruction',
    key: `''`,
    fields: {
      vendor: 'vendor',
      reference: 'reference',
      type: 'type',
      customer_reference: 'customer_reference',
      status: 'status',
      brand: 'brand',
      last_four: 'last_four',
      expiry: 'expiry',
      bank_name: 'bank_name',
    },
  },
};

/** The fields of an item that are texts of a client or its customer, as SQL literals. An undo does not keep them. */
export const ITEM_TEXTS: ReadonlyArray<string> = [
  ...['body', 'document_paths', 'reference', 'note', 'display_note', 'line_items', 'tax_items', 'submitted_note'],
  ...['statement_path', 'customer_reference', 'brand', 'last_four', 'expiry', 'bank_name'],
].map((name) => `'${name}'`);

/** The fields that identify an item, without their texts. */
export const ITEM_IDENTIFIERS: ReadonlyArray<string> = [
  ...['kind', 'identity', 'created_at', 'transaction_id', 'occurrence', 'ledger_number'],
  ...['billing_document_identifier', 'statement_id', 'vendor'],
];

/**
 * Returns the query of stored items: `account_id`, `import_id`, `item` as JSON by the names of the interface (decisions 18), without
 * fields that are not set, and `place` and `key` for their order.
 *
 * @param where conditions on `account_id` and `import_id`.
 */
export const storedItems = (where: string): string =>
  Object.entries(KINDS)
    .map(
      ([kind, { table, key, fields }], place) => `
        select account_id, import_id, ${place} as place, ${key} collate "C" as key, ${json({ kind: `'${kind}'`, ...fields })} as item
        from ${table} where ${where}`,
    )
    .join(' union all ');
