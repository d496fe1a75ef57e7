import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import * as t from 'io-ts';
import type { Snapshot } from '../../driver/snapshot.ts';
import { oneOf } from '../../schema/stored-value.ts';

/** A note that the service added has an import record of another endpoint. */
const COUNTS = `
  with own as (select id, status from account where supplier_id = current_setting('carryover.supplier')::uuid),
       notes as (
         select count(*) filter (where i.endpoint = 'notes/create')::int as sent,
                count(*) filter (where i.endpoint <> 'notes/create')::int as added
         from note n join own on own.id = n.account_id
         join accepted_import i on i.account_id = n.account_id and i.id = n.import_id)
  select (select count(*) from own where status = 'IMPORTED')::int as "importedAccounts",
         (select count(*) from own where status = 'STAGED')::int as "stagedAccounts",
         (select sent from notes) as notes,
         (select added from notes) as "notesAddedByService",
         (select count(*) from billing_document d join own on own.id = d.account_id)::int as "billingDocuments",
         (select count(*) from historical_statement h join own on own.id = h.account_id)::int as statements,
         (select count(*) from payment_instruction p join own on own.id = p.account_id where is_active)::int as "paymentInstructions",
         (select count(*) from accepted_import i join own on own.id = i.account_id)::int as "acceptedImports",
         (select count(*) from refused_import where organisation_id = current_setting('carryover.organisation')::uuid and supplier_code = current_setting('carryover.code'))::int as "refusedRequests"`;

// One pass over the transactions for the three plain fields; items are read only if there are any.
const VOCABULARY = `
  with plain as (
         select t.reason, t.payment_type, t.product_code, count(*) as count
         from account a join ledger_transaction t on t.account_id = a.id
         where a.supplier_id = current_setting('carryover.supplier')::uuid
         group by grouping sets ((t.reason), (t.payment_type), (t.product_code))),
       items as (
         select t.line_items, t.tax_items from account a join ledger_transaction t on t.account_id = a.id
         where a.supplier_id = current_setting('carryover.supplier')::uuid and (t.line_items is not null or t.tax_items is not null)),
       words as (
         select case when reason is not null then 'reason' when payment_type is not null then 'payment_type'
                     else 'product_code' end as field,
                coalesce(reason, payment_type, product_code) as value, count
         from plain where coalesce(reason, payment_type, product_code) is not null
         union all
         select 'rate_band', i->>'rate_band', count(*) from items, jsonb_array_elements(line_items) i group by i->>'rate_band'
         union all
         select 'tax_type', i->>'tax_type', count(*) from items, jsonb_array_elements(tax_items) i group by i->>'tax_type'
         union all
         select 'ledger_code', l.ledger_code, count(*) from account a join ledger l on l.account_id = a.id
         where a.supplier_id = current_setting('carryover.supplier')::uuid group by l.ledger_code)
  select field, value, count::int as count from words order by field, count desc, value`;

const REFUSALS = `
  select code, count(*)::int as count from refused_import
  where organisation_id = current_setting('carryover.organisation')::uuid
    and supplier_code = current_setting('carryover.code')
  group by code order by count desc, code`;

const countsRow = t.type({
  importedAccounts: t.number,
  stagedAccounts: t.number,
  notes: t.number,
  notesAddedByService: t.number,
  billingDocuments: t.number,
  statements: t.number,
  paymentInstructions: t.number,
  acceptedImports: t.number,
  refusedRequests: t.number,
});
const VOCABULARIES = ['reason', 'payment_type', 'rate_band', 'tax_type', 'product_code', 'ledger_code'] as const;
const vocabularyRow = t.type({ field: oneOf(VOCABULARIES), value: t.string, count: t.number });
const refusalRow = t.type({ code: t.string, count: t.number });

export const readCounts = async ({ read }: Snapshot): Promise<Omit<Reconciliation['counts'], 'transactions'>> =>
  (await read(countsRow, COUNTS))[0]!;

export const readVocabulary = ({ read }: Snapshot): Promise<Reconciliation['vocabulary']> =>
  read(vocabularyRow, VOCABULARY);

/** Refused requests by code, most frequent first. */
export const readRefusals = ({ read }: Snapshot): Promise<Reconciliation['refusals']> => read(refusalRow, REFUSALS);
