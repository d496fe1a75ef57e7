import type {
  Conflict,
  NoteConflict,
  ReportedField,
  ReportedMismatch,
} from '@carryover/application/operator/reconciliation/reconciliation';
import type { ReconciliationReader, StoredFacts } from '@carryover/application/ports/operator/reconciliation-reader';
import type { CountedType } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { readingOneMoment } from '../../orm.ts';
import { storedFindings } from '../../schema/stored-json.ts';
import { calendarDate, oneOf } from '../../schema/stored-value.ts';
import { readAcceptedImports, readRefusedRequests, readTotalsCounting } from './explanation-reader.ts';
import { readCountedTotals, readTotals, readTotalsOf } from './stored-totals.ts';

/** A note that the service added has an import record of another endpoint. */
const COUNTS = `
  with own as (select id, status from account where supplier_id = $1),
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
         (select count(*) from refused_import where organisation_id = $2 and supplier_code = $3)::int as "refusedRequests"`;

// One pass over the transactions for the three plain fields; items are read only if there are any.
const VOCABULARY = `
  with plain as (
         select t.reason, t.payment_type, t.product_code, count(*) as count
         from account a join ledger_transaction t on t.account_id = a.id
         where a.supplier_id = $1
         group by grouping sets ((t.reason), (t.payment_type), (t.product_code))),
       items as (
         select t.line_items, t.tax_items from account a join ledger_transaction t on t.account_id = a.id
         where a.supplier_id = $1 and (t.line_items is not null or t.tax_items is not null)),
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
         where a.supplier_id = $1 group by l.ledger_code)
  select field, value, count::int as count from words order by field, count desc, value`;

const MOVED = `
  select a.external_account_number as "externalAccountNumber", t.ledger_number as "ledgerNumber",
         t.transaction_id as "transactionId", t.submitted_date::text as "submittedDate",
         t.transaction_date::text as date, t.import_id as "importId"
  from ledger_transaction t join account a on a.id = t.account_id
  where a.supplier_id = $1 and t.submitted_date is not null
  order by a.external_account_number, t.transaction_id, t.occurrence`;

const REPEATED = `
  with doubled as (
    select t.account_id, a.external_account_number, t.transaction_id
    from account a join ledger_transaction t on t.account_id = a.id
    where a.supplier_id = $1 and t.occurrence = 1)
  select d.external_account_number as "externalAccountNumber", min(t.ledger_number) as "ledgerNumber",
         d.transaction_id as "transactionId", count(*)::int as count
  from doubled d join ledger_transaction t on t.account_id = d.account_id and t.transaction_id = d.transaction_id
  group by d.external_account_number, d.transaction_id
  order by d.external_account_number, d.transaction_id`;

const FINDINGS = `
  select a.external_account_number as number, i.id, to_json(i.received_at)#>>'{}' as received_at, i.findings
  from accepted_import i join account a on a.id = i.account_id
  where a.supplier_id = $1 and i.findings is not null
  order by i.id`;

const findingsRow = t.type({ number: t.string, id: t.string, received_at: t.string, findings: storedFindings });
type FindingsRow = t.TypeOf<typeof findingsRow>;

const originOf = (row: FindingsRow) => ({
  externalAccountNumber: row.number,
  importId: row.id,
  receivedAt: new Date(row.received_at),
});

const toConflicts = (row: FindingsRow): ReadonlyArray<Conflict> =>
  row.findings.conflicts.map((conflict) => ({ ...conflict, ...originOf(row) }));

const toNoteConflicts = (row: FindingsRow): ReadonlyArray<NoteConflict> =>
  (row.findings.noteConflicts ?? []).map((conflict) => ({ ...conflict, ...originOf(row) }));

const toMismatches = (row: FindingsRow): ReadonlyArray<ReportedMismatch> =>
  row.findings.supplyChargeMismatches.flatMap(({ transactionId, mismatches }) =>
    mismatches.map(({ kind, expected, actual }) => ({
      externalAccountNumber: row.number,
      transactionId,
      code: kind,
      expected,
      actual,
      importId: row.id,
    })),
  );

/** Counts paths with list positions as `*`: the same field of a thousand items is one field. */
const countFields = (rows: ReadonlyArray<FindingsRow>): ReadonlyArray<ReportedField> => {
  const counts = new Map<string, number>();
  for (const { findings } of rows) {
    for (const path of findings.unknownFields) {
      const pattern = path.replaceAll(/\.\d+(?=\.|$)/g, '.*');
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  }
  return [...counts].map(([path, count]) => ({ path, count })).toSorted((a, b) => b.count - a.count);
};

const REFUSALS = `
  select code, count(*)::int as count from refused_import
  where organisation_id = $1 and supplier_code = $2 group by code order by count desc, code`;

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
const onLedger = { externalAccountNumber: t.string, ledgerNumber: t.string, transactionId: t.string };
const movedRow = t.type({ ...onLedger, submittedDate: calendarDate, date: calendarDate, importId: t.string });
const repeatedRow = t.type({ ...onLedger, count: t.number });
const refusalRow = t.type({ code: t.string, count: t.number });

const readFacts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  counted: ReadonlyArray<CountedType>,
): Promise<StoredFacts> => {
  const of = [supplier.id];
  const named = [supplier.organisationId, supplier.code];
  const [counts] = await readRows(em, countsRow, COUNTS, [supplier.id, ...named]);
  const totals = await readTotals(em, supplier);
  const findings = await readRows(em, findingsRow, FINDINGS, of);
  return {
    counts: { ...counts!, transactions: totals.reduce((count, total) => count + total.count, 0) },
    totals: [...totals, ...(await readCountedTotals(em, supplier, counted))],
    vocabulary: await readRows(em, vocabularyRow, VOCABULARY, of),
    moved: await readRows(em, movedRow, MOVED, of),
    repeated: await readRows(em, repeatedRow, REPEATED, of),
    conflicts: findings.flatMap(toConflicts),
    noteConflicts: findings.flatMap(toNoteConflicts),
    mismatches: findings.flatMap(toMismatches),
    unknownFields: countFields(findings),
    refusals: await readRows(em, refusalRow, REFUSALS, named),
  };
};

export const makePostgresReconciliationReader = (em: EntityManager): ReconciliationReader => ({
  stored: (supplier, counted) =>
    stored(() => readingOneMoment(em, (snapshot) => readFacts(snapshot, supplier, counted))),

  importsOf: (supplier, wanted) => stored(() => readAcceptedImports(em, supplier, wanted)),
  refusalsOf: (supplier, numbers) => stored(() => readRefusedRequests(em, supplier, numbers)),
  totalsCounting: (supplier, transactions) => stored(() => readTotalsCounting(em, supplier, transactions)),

  totalsOf: (supplier, numbers) => stored(() => readTotalsOf(em, supplier, numbers)),
});
