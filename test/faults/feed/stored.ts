import type { ClientBase } from 'pg';

/** A change as the tables tell it: its id in the feed, the position of its commit, and its account. */
export type StoredChange = {
  readonly id: string;
  readonly position: bigint;
  readonly account: string;
  readonly supplier: string;
};

const of = (type: string, id: string, table: string, position: string, account = 'account_id') => `
  select '${type}/' || ${id}::text as id, ${position}::text as position, ${account} as account_id
  from ${table} where ${position} is not null`;

/** Accounts by their service account number, which is the same in the feed, also of an erased account. */
const CHANGES = `
  select c.id, c.position, a.service_account_number as account, s.code as supplier
  from (${[
    of('account.added', 'id', 'account', 'commit_position', 'id'),
    of('account.promoted', 'id', 'account', 'promoted_position', 'id'),
    of('account.erased', 'id', 'account', 'erased_position', 'id'),
    of('import.accepted', 'id', 'accepted_import', 'commit_position'),
    of('import.undone', 'import_id', 'import_undo', 'commit_position'),
  ].join(' union all ')}) c
  join account a on a.id = c.account_id join import_supplier s on s.id = a.supplier_id`;

export const readStoredChanges = async (client: ClientBase): Promise<ReadonlyArray<StoredChange>> => {
  const { rows } = await client.query<Omit<StoredChange, 'position'> & { position: string }>(CHANGES);
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

const second = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The columns of each kind of item by the names of the feed, as texts. */
const KINDS: Readonly<Record<string, readonly [table: string, columns: Readonly<Record<string, string>>]>> = {
  note: ['note', { identity: `encode(identity, 'hex')`, created_at: second('created_at'), body: 'body' }],
  transaction: [
    'ledger_transaction',
    {
      ...{ transaction_id: 'transaction_id', occurrence: 'occurrence', ledger_number: 'ledger_number' },
      ...{ transaction_date: 'transaction_date', amount: 'amount', type: 'type', note: 'note' },
      ...{ submitted_date: 'submitted_date', billing_document_identifier: 'billing_document' },
    },
  ],
  statement: ['historical_statement', { statement_id: 'statement_id', gross_amount: 'gross_amount', number: 'number' }],
  billing_document: [
    'billing_document',
    { ledger_number: 'ledger_number', billing_document_identifier: 'identifier', issued_date: 'issued_date' },
  ],
  payment_instruction: ['payment_instruction', { vendor: 'vendor', reference: 'reference', type: 'type' }],
};

/** An item as one text: the same of what a reader holds and of what is stored. */
export const textOf = (
  importId: string,
  { kind, ...fields }: Readonly<Record<string, unknown>> & { readonly kind: string },
) => {
  const values = Object.keys(KINDS[kind]?.[1] ?? {}).map((name) =>
    fields[name] == null ? null : String(fields[name]),
  );
  return `${importId} ${kind} ${JSON.stringify(values)}`;
};

/** All items that are stored, as texts, by account. */
export const readStoredItems = async (client: ClientBase): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const found = new Map<string, string[]>();
  for (const [kind, [table, columns]] of Object.entries(KINDS)) {
    const selected = Object.entries(columns).map(([name, sql]) => `(${sql})::text as ${name}`);
    const { rows } = await client.query<Record<string, string>>(
      `select a.service_account_number as account, t.* from
         (select account_id, import_id, ${selected.join(', ')} from ${table}) t join account a on a.id = t.account_id`,
    );
    for (const { account, import_id: importId, ...row } of rows) {
      const texts = found.get(account!) ?? [];
      found.set(account!, texts);
      texts.push(textOf(importId!, { kind, ...row }));
    }
  }
  return found;
};
