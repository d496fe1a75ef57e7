import { ACCOUNTS_OF_RECORDS, addInParts } from './records.ts';
import { ORGANISATION, SUPPLIER } from './seeded.ts';
import { onDatabase } from './workbench.ts';

/** Of the seeded supplier. */
type Support = { readonly refusals: number; readonly conflicts: number };

/** At equal distances over the last week. */
const RECEIVED = (count: number) => `now() - interval '7 days' + g.i * interval '7 days' / ${count}`;
/** As UUIDs of version 7; `kind` tells those of one table from those of another. */
const RECORD_ID = (
  kind: number,
) => `(lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || '7${kind}00' ||
  '8' || lpad(to_hex(i), 15, '0'))::uuid`;

/** The records from `$1` to `$2` of so many. */
const OF_ACCOUNTS = (count: number) => `
  select g.i, ${RECEIVED(count)} as received_at, d.i as n, d.id as account_id, s.id as supplier_id, s.code, s.organisation_id, k.id as api_key_id,
         'R-' || lpad(d.i::text, 9, '0') as number
  from generate_series($1::int, $2::int) g (i)
  join seeded d on d.i = g.i::bigint * 7919 % (select count(*) from seeded)
  join organisation o on o.name = '${ORGANISATION}'
  join import_supplier s on s.organisation_id = o.id and s.code = '${SUPPLIER}'
  join api_key k on k.organisation_id = o.id`;

/** Of two items that failed, one is stored since it was sent again with another import, and one is not. */
const REFUSED = (count: number) => `
  insert into refused_import
    (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, external_account_number, item_count, status, code,
     detail, attr, attr_value, payload_sha256, failing_items)
  select ${RECORD_ID(1)}, received_at, organisation_id, api_key_id, 'transactions/create', code, number, 50, 400,
         (array['required', 'invalid', 'max_digits', 'blank'])[1 + i % 4], 'This value is not valid.',
         'transactions.7' || (array['.amount', '.reference', '.type'])[1 + i % 3], '1.2.3', sha256(i::text::bytea),
         jsonb_build_array(
           jsonb_build_object('transaction', 'T-' || n || '-7', 'type', 'CHARGE'),
           jsonb_build_object('transaction', 'X-' || n || '-1', 'type', 'PAYMENT', 'path', 'transactions.9.amount'))
  from (${OF_ACCOUNTS(count)}) r order by received_at`;

/** An import that sent a transaction again with another amount, and stored nothing. */
const CONFLICTING = (count: number) => `
  insert into accepted_import
    (id, received_at, organisation_id, supplier_id, api_key_id, account_id, endpoint, item_count, stored_items,
     stored_documents, payload, payload_sha256, findings)
  select id, received_at, organisation_id, supplier_id, api_key_id, account_id, 'transactions/create', 1, 0, 0,
         payload, sha256(payload),
         jsonb_build_object('unknownFields', '[]'::jsonb, 'noteConflicts', '[]'::jsonb, 'supplyChargeMismatches', '[]'::jsonb,
           'conflicts', jsonb_build_array(jsonb_build_object('transactionId', 'T-' || n || '-0', 'differences',
             jsonb_build_array(jsonb_build_object('field', 'amount', 'recorded', recorded::text, 'submitted', '999.99')))))
  from (select r.*, ${RECORD_ID(2)} as id, (n * 31 % 10000 + 1)::numeric(12, 2) / 100 as recorded, convert_to(format(
          '{"import_supplier":"%s","external_account_number":"%s","transactions":[{"transaction_id":"T-%s-0","transaction_date":"2026-11-01","amount":"999.99","type":"CHARGE"}]}',
          code, number, n), 'UTF8') as payload
        from (${OF_ACCOUNTS(count)}) r) c
  order by received_at`;

/**
 * Items by which accounts of the other suppliers are found, from account `$1` to `$2`: ten notes and statements of each, and one of the
 * other kinds. Notes come last: a database that has some is complete.
 */
const FOUND_BY = [
  `insert into historical_statement
     (account_id, statement_id, from_date, to_date, issued_date, number, gross_amount, import_id, position)
   select id, 'S-' || n || '-' || k, '2026-08-01', '2026-08-31', '2026-09-01', 'N-' || n || '-' || k, 12.34,
          gen_random_uuid(), 0
   from seeded_account cross join generate_series(0, 9) k where n between $1 and $2`,
  `insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
   select id, 'G-' || n, 'GAS', true, false from seeded_account where n between $1 and $2`,
  `insert into billing_document (account_id, ledger_number, identifier, type, issued_date, import_id, position)
   select id, 'G-' || n, 'B-' || n, 'ITEM_BASED', '2026-09-01', gen_random_uuid(), 0 from seeded_account where n between $1 and $2`,
  `insert into ledger_transaction
     (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, reference, import_id)
   select id, 'P-' || n, 0, 'G-' || n, '2026-09-01', 12.34, 'PAYMENT', 'REF-' || n, gen_random_uuid() from seeded_account where n between $1 and $2`,
  `with i as (
     insert into accepted_import
       (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint, item_count, stored_items, stored_documents,
        payload, payload_sha256)
     select a.id, ${RECORD_ID(3)}, received_at, a.organisation_id, a.supplier_id, k.id, 'notes/create', 10, 10, 0, '{}', sha256('{}')
     from (select *, n as i, now() as received_at from seeded_account where n between $1 and $2) a
     join lateral (select id from api_key where organisation_id = a.organisation_id limit 1) k on true
     returning account_id, id)
   insert into note (account_id, identity, created_at, body, documents, is_pinned, import_id, position)
   select a.id, sha256((n || '-' || k)::bytea), timestamptz '2026-09-01' + k * interval '1 day',
          'The customer asked for reading ' || k || ' of meter M-' || n || ', and was called back on the next day.', '{}',
          false, i.id, k
   from seeded_account a join i on i.account_id = a.id cross join generate_series(0, 9) k`,
];

/** Adds what support looks for: refused requests and conflicts of the seeded supplier of the last week, and items of the other suppliers. */
export const fillSupport = (url: string, { refusals, conflicts }: Support): Promise<void> =>
  onDatabase(url, async (client) => {
    await addInParts(client, REFUSED(refusals), refusals);
    await addInParts(client, CONFLICTING(conflicts), conflicts);
    for (const statement of FOUND_BY) await addInParts(client, statement, ACCOUNTS_OF_RECORDS);
    await client.query('vacuum (analyze)');
  });
