/** A column's time as the interface writes it. */
export const second = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The paths of a note's documents as the interface has them; null without any. */
export const documentPaths = (column: string): string => `
  (select json_agg(json_build_object('document_path', path) order by at) from unnest(${column}) with ordinality as paths (path, at))`;

/** Days too: as texts, they would depend on DateStyle. */
const json = (column: string): string => `to_json(${column})::text`;
const bare = (column: string): string => `${column}::text`;
/** Of what has nothing to escape. */
const quoted = (column: string): string => `'"' || ${column}::text || '"'`;
const nested = (value: string): string => `json_strip_nulls(to_json(${value}))::text`;

/** An object without the fields that are null. To concatenate costs half of `json_strip_nulls(json_build_object(…))`. */
const object = (kind: string, fields: Readonly<Record<string, string>>): string =>
  `concat('{"kind":"${kind}"', ${Object.entries(fields).map(([name, value]) => `',"${name}":' || ${value}`)}, '}')`;

type Items = {
  readonly table: string;
  /** The order of the items of an import, as text. */
  readonly key: string;
  /** JSON texts in SQL by the names of the interface; null without a value. */
  readonly fields: Readonly<Record<string, string>>;
};

const PERIOD = { bill_period_from_date: json('from_date'), bill_period_to_date: json('to_date') };

/** Each kind of item as the interface names it; `identity` and `occurrence` tell those apart that have nothing else of their own. */
const KINDS: Readonly<Record<string, Items>> = {
  note: {
    table: 'note',
    key: `lpad(position::text, 10, '0') || identity::text`,
    fields: {
      identity: quoted(`encode(identity, 'hex')`),
      created_at: quoted(second('created_at')),
      body: json('body'),
      document_paths: nested(documentPaths('document_paths')),
      is_pinned: bare('is_pinned'),
      unpin_at: quoted(second('unpin_at')),
    },
  },
  billing_document: {
    table: 'billing_document',
    key: `lpad(position::text, 10, '0')`,
    fields: {
      billing_document_identifier: json('identifier'),
      ledger_number: json('ledger_number'),
      billing_document_type: json('type'),
      issued_date: json('issued_date'),
      ...PERIOD,
    },
  },
  transaction: {
    table: 'ledger_transaction',
    key: `transaction_id || lpad(occurrence::text, 10, '0')`,
    fields: {
      transaction_id: json('transaction_id'),
      occurrence: bare('occurrence'),
      ledger_number: json('ledger_number'),
      transaction_date: json('transaction_date'),
      amount: quoted('amount'),
      type: json('type'),
      reason: json('reason'),
      payment_type: json('payment_type'),
      reference: json('reference'),
      note: json('note'),
      display_note: json('display_note'),
      product_code: json('product_code'),
      line_items: nested('line_items'),
      tax_items: nested('tax_items'),
      billing_document_identifier: json('billing_document'),
      submitted_date: json('submitted_date'),
      submitted_note: json('submitted_note'),
    },
  },
  statement: {
    table: 'historical_statement',
    key: `lpad(position::text, 10, '0')`,
    fields: {
      statement_id: json('statement_id'),
      number: json('number'),
      issued_date: json('issued_date'),
      ...PERIOD,
      gross_amount: quoted('gross_amount'),
      statement_path: json('path'),
    },
  },
  payment_instruction: {
    table: 'payment_instruction',
    key: `''`,
    fields: {
      vendor: json('vendor'),
      reference: json('reference'),
      type: json('type'),
      customer_reference: json('customer_reference'),
      status: json('status'),
      brand: json('brand'),
      last_four: json('last_four'),
      expiry: json('expiry'),
      bank_name: json('bank_name'),
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
 * Returns the query of stored items: `account_id`, `import_id`, `item` as the text of a JSON object by the names of the interface
 * (decisions 18), without fields that are not set, and `place` and `key` for their order.
 *
 * @param where conditions on `account_id` and `import_id`.
 */
export const storedItems = (where: string): string =>
  Object.entries(KINDS)
    .map(
      ([kind, { table, key, fields }], place) => `
        select account_id, import_id, ${place} as place, ${key} collate "C" as key, ${object(kind, fields)} as item
        from ${table} where ${where}`,
    )
    .join(' union all ');
