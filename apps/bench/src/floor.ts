import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';

// The floor: the least that a handler can do over the driver alone. No token, no check of anything, no import record, no log.

type Item = Readonly<Record<string, unknown>>;

/** How the items of an address are stored. */
type Endpoint = {
  readonly list: string;
  readonly keyOf: (item: Item) => string;
  /** Selects the keys ($2) of the account ($1) that exist, as `key`. */
  readonly existing: string;
  /** Inserts the items ($3, as JSON) of an account ($1) and an import ($2). */
  readonly insert: string;
};

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/v1/data-import/transactions/create/': {
    list: 'transactions',
    keyOf: (item) => String(item.transaction_id),
    existing: `select transaction_id as key from ledger_transaction where account_id = $1 and transaction_id = any($2::text[])`,
    insert: `
      insert into ledger_transaction (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type,
        reason, payment_type, reference, note, display_note, product_code, line_items, tax_items, import_id)
      select $1, transaction_id, 0, 'L-1', transaction_date, amount, type, reason, payment_type, reference, note,
        display_note, product_code, line_items, tax_items, $2
      from jsonb_to_recordset($3::jsonb) as r (transaction_id text, transaction_date date, amount numeric, type text,
        reason text, payment_type text, reference text, note text, display_note text, product_code text, line_items jsonb,
        tax_items jsonb)`,
  },
  '/v1/data-import/notes/create/': {
    list: 'notes',
    keyOf: (item) => `\\x${createHash('sha256').update(`body:${item.body}`).digest('hex')}`,
    existing: `select identity::text as key from note where account_id = $1 and identity = any($2::bytea[])`,
    insert: `
      insert into note (account_id, identity, created_at, body, documents, is_pinned, import_id, position)
      select $1, key::bytea, created_at, body, array(select d->>'document_path' from jsonb_array_elements(document_paths) d),
        is_pinned, $2, 0
      from jsonb_to_recordset($3::jsonb) as r (key text, created_at timestamptz, body text, document_paths jsonb,
        is_pinned boolean)`,
  },
  '/v1/data-import/historical-statements/create/': {
    list: 'statements',
    keyOf: (item) => String(item.statement_id),
    existing: `select statement_id as key from historical_statement where account_id = $1 and statement_id = any($2::text[])`,
    insert: `
      insert into historical_statement (account_id, statement_id, from_date, to_date, issued_date, number, gross_amount,
        path, document, import_id, position)
      select $1, statement_id, bill_period_from_date, bill_period_to_date, issued_date, number, gross_amount, statement_path,
        statement_path, $2, 0
      from jsonb_to_recordset($3::jsonb) as r (statement_id text, bill_period_from_date date, bill_period_to_date date,
        issued_date date, number text, gross_amount numeric, statement_path text)`,
  },
};

const LOCK = 'select id from account where external_account_number = $1 for no key update';

/** As many connections as the service's own default. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
pool.on('error', () => undefined);

/** Locks the account, leaves out the items that exist, inserts the rest. */
const importItems = async (request: IncomingMessage): Promise<object> => {
  const body = JSON.parse(await text(request));
  const { list, keyOf, existing, insert } = ENDPOINTS[request.url!]!;
  const items = (body[list] as ReadonlyArray<Item>).map((item) => ({ ...item, key: keyOf(item) }));
  const client = await pool.connect();
  try {
    await client.query('begin');
    const accountId = (await client.query(LOCK, [body.external_account_number])).rows[0].id;
    const { rows } = await client.query<{ key: string }>(existing, [accountId, items.map(({ key }) => key)]);
    const known = new Set(rows.map(({ key }) => key));
    const rest = items.filter(({ key }) => !known.has(key));
    if (rest.length > 0) await client.query(insert, [accountId, randomUUID(), JSON.stringify(rest)]);
    await client.query('commit');
    client.release();
    return { results: items.map(({ key, ...data }) => ({ status: known.has(key) ? 'EXISTS' : 'ADDED', data })) };
  } catch (error) {
    // The connection may be in any state, and nothing is worth saving.
    client.release(true);
    throw error;
  }
};

const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const [status, answer] = await importItems(request).then(
    (results) => [201, results] as const,
    (error) => [500, { error: String(error) }] as const,
  );
  const bytes = JSON.stringify(answer);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit(0));
