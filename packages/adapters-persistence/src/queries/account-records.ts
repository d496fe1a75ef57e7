import type { Account, AccountRef } from '@carryover/domain/account';
import * as t from 'io-ts';
import { unpackPayload } from '../imports/import-records.ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import { literal, type Snapshot } from '../sql/snapshot.ts';

/** The tables whose rows belong to an account by its key. */
const OF_KEY = [
  'account_change',
  'ledger',
  'statement_period',
  'note',
  'ledger_transaction',
  'ledger_history',
  'billing_document',
  'historical_statement',
  'payment_instruction',
  'import_undo',
  'erased_total',
] as const;

const OF_SUPPLIER = `organisation_id = current_setting('carryover.organisation')::uuid
  and supplier_code = current_setting('carryover.code')`;

const jsonRow = t.type({ json: t.string });
const importRow = t.type({ json: t.string, payload: t.string });

/** A list of records of an account, by the name of its table: each record as JSON, by the names of its columns. */
type AccountRecords = { readonly name: string; readonly records: AsyncIterable<string> };

async function* rowsOf({ stream }: Snapshot, sql: string): AsyncGenerator<string> {
  for await (const rows of stream(jsonRow, sql)) for (const { json } of rows) yield json;
}

/** With each payload as it was received, and not as bytes. */
async function* importsOf({ stream }: Snapshot, id: string): AsyncGenerator<string> {
  const sql = `
    select (to_jsonb(i) - 'payload')::text, coalesce(encode(i.payload, 'base64'), '') from accepted_import i
    where i.account_id = ${id} order by i.id`;
  for await (const rows of stream(importRow, sql))
    for (const { json, payload } of rows) {
      const text = payload === '' ? 'null' : await unpackPayload(Buffer.from(payload, 'base64'));
      yield `${json.slice(0, -1)}, "payload": ${text}}`;
    }
}

/** Reads everything that is stored about an account, one list after the other (decisions 18). */
export function* accountRecords(
  snapshot: Snapshot,
  { id }: Pick<Account, 'id'>,
  { externalAccountNumber }: Pick<AccountRef, 'externalAccountNumber'>,
): Generator<AccountRecords> {
  const key = BigInt(id).toString();
  const number = literal(externalAccountNumber);
  const list = (name: string, condition: string): AccountRecords => ({
    name,
    records: rowsOf(snapshot, `select to_jsonb(r)::text from ${name} r where ${condition}`),
  });
  yield list('account', `id = ${key}`);
  for (const name of OF_KEY) yield list(name, `account_id = ${key}`);
  yield { name: 'accepted_import', records: importsOf(snapshot, key) };
  for (const name of ['refused_import', 'dry_run'])
    yield list(
      name,
      `${OF_SUPPLIER} and account_prefix = left(${number}, 129) and external_account_number = ${number}`,
    );
  yield list(
    'control_total',
    `set_id in (select id from control_total_set where supplier_id = current_setting('carryover.supplier')::uuid)
     and external_account_number = ${number}`,
  );
  yield list(
    'operator_action',
    `${namesOrganisation('organisation', "current_setting('carryover.organisation')::uuid")} and supplier_code = current_setting('carryover.code')
     and external_account_number = ${number}`,
  );
}
