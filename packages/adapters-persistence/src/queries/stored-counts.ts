import { COVERED_KINDS, type CoveredKind } from '@carryover/domain/coverage';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import * as t from 'io-ts';
import { oneOf } from '../schema/stored-values.ts';
import type { Snapshot } from '../sql/snapshot.ts';

const OF_SUPPLIER = `a.supplier_id = current_setting('carryover.supplier')::uuid`;

const countOf = (name: string, of: string): string =>
  `(select count(*)::int as "${name}" from account a join ${of} where ${OF_SUPPLIER}) as "of ${name}"`;

/** The items of erased accounts: they count as stored. */
const ERASED = `
    (select count(distinct a.id)::int as "erasedAccounts",
            coalesce(sum(e.count) filter (where e.type = 'NOTE'), 0)::int as "erasedNotes",
            coalesce(sum(e.count) filter (where e.type = 'NOTE_ADDED_BY_SERVICE'), 0)::int as "erasedNotesOfService",
            coalesce(sum(e.count) filter (where e.type = 'BILLING_DOCUMENT'), 0)::int as "erasedDocuments",
            coalesce(sum(e.count) filter (where e.type = 'STATEMENT'), 0)::int as "erasedStatements",
            coalesce(sum(e.count) filter (where e.type = 'PAYMENT_INSTRUCTION'), 0)::int as "erasedInstructions",
            coalesce(sum(e.count), 0)::int as "erasedItems"
     from account a left join erased_total e on e.account_id = a.id
     where ${OF_SUPPLIER} and a.erased_at is not null) as erased`;

/** Refused requests by code, those that were removed since included. */
const REFUSED = `
  select code, count(*) as count from refused_import
  where organisation_id = current_setting('carryover.organisation')::uuid
    and supplier_code = current_setting('carryover.code')
  group by code
  union all
  select code, requests from removed_rollup
  where organisation_id = current_setting('carryover.organisation')::uuid
    and supplier_code = current_setting('carryover.code') and outcome = 'refused'`;

// Each count is a part of `from`, which a cluster counts on the nodes (ADR 28). A note that the service added has an import record
// of another endpoint.
const COUNTS = `
  select * from
    (select count(*) filter (where a.status = 'IMPORTED')::int as "importedAccounts",
            count(*) filter (where a.status = 'STAGED')::int as "stagedAccounts"
     from account a where ${OF_SUPPLIER}) as accounts,
    (select count(*) filter (where i.endpoint = 'notes/create')::int as notes,
            count(*) filter (where i.endpoint <> 'notes/create')::int as "notesAddedByService"
     from account a join note n on n.account_id = a.id
     join accepted_import i on i.account_id = n.account_id and i.id = n.import_id
     where ${OF_SUPPLIER}) as counted_notes,
    ${countOf('billingDocuments', 'billing_document d on d.account_id = a.id')},
    ${countOf('statements', 'historical_statement h on h.account_id = a.id')},
    ${countOf('paymentInstructions', 'payment_instruction p on p.account_id = a.id and p.is_active')},
    ${ERASED},
    ${countOf('acceptedImports', 'accepted_import i on i.account_id = a.id')},
    (select coalesce(sum(count), 0)::int as "refusedRequests" from (${REFUSED}) by_code) as refused`;

// One pass over the transactions for the three plain fields, and one for the items of both kinds. What is grouped by three
// fields is summed by each, because a cluster has no grouping sets over several nodes (ADR 28).
const VOCABULARY = `
  with plain as (
         select t.reason, t.payment_type, t.product_code, count(*) as count
         from account a join ledger_transaction t on t.account_id = a.id
         where ${OF_SUPPLIER}
         group by t.reason, t.payment_type, t.product_code),
       items as (
         select case when i ? 'rate_band' then 'rate_band' else 'tax_type' end as field,
                coalesce(i->>'rate_band', i->>'tax_type') as value, count(*) as count
         from account a join ledger_transaction t on t.account_id = a.id
         cross join jsonb_array_elements(coalesce(t.line_items, '[]') || coalesce(t.tax_items, '[]')) i
         where ${OF_SUPPLIER} and (t.line_items is not null or t.tax_items is not null)
         group by 1, 2),
       codes as (
         select l.ledger_code as value, count(*) as count from account a join ledger l on l.account_id = a.id
         where ${OF_SUPPLIER} group by l.ledger_code),
       words as (
         select 'reason' as field, reason as value, count from plain
         union all select 'payment_type', payment_type, count from plain
         union all select 'product_code', product_code, count from plain
         union all select field, value, count from items
         union all select 'ledger_code', value, count from codes)
  select field, value, sum(count)::int as count from words where value is not null
  group by field, value order by field, 3 desc, value`;

const REFUSALS = `
  select code, sum(count)::int as count from (${REFUSED}) by_code group by code order by count desc, code`;

/** If an account has items of a kind; notes that the service added are none. */
const HAS: Readonly<Record<CoveredKind, string>> = {
  notes: `exists (select from note n join accepted_import i on i.account_id = n.account_id and i.id = n.import_id
            where n.account_id = a.id and i.endpoint = 'notes/create')`,
  transactions: 'exists (select from ledger_transaction t where t.account_id = a.id)',
  billing_documents: 'exists (select from billing_document d where d.account_id = a.id)',
  statements: 'exists (select from historical_statement h where h.account_id = a.id)',
  payment_instructions: 'exists (select from payment_instruction p where p.account_id = a.id and p.is_active)',
};

/** The types of the items of a kind of an erased account, whose totals are kept. */
const ERASED_TYPES: Readonly<Record<CoveredKind, ReadonlyArray<string>>> = {
  notes: ['NOTE'],
  transactions: TRANSACTION_TYPES,
  billing_documents: ['BILLING_DOCUMENT'],
  statements: ['STATEMENT'],
  payment_instructions: ['PAYMENT_INSTRUCTION'],
};

const hasKind = (kind: CoveredKind): string => `(${HAS[kind]} or exists (
  select from erased_total e where e.account_id = a.id and e.count > 0
    and e.type in (${ERASED_TYPES[kind].map((type) => `'${type}'`).join(', ')})))`;

const coveredAccounts = (compared: ReadonlyArray<CoveredKind>): string => `
  select count(*) filter (where ${COVERED_KINDS.join(' or ')})::int as stored,
         count(*) filter (where ${['false', ...compared].join(' or ')})::int as compared
  from (select ${COVERED_KINDS.map((kind) => `${hasKind(kind)} as ${kind}`).join(', ')} from account a where ${OF_SUPPLIER}) has`;

const coveredRow = t.type({ stored: t.number, compared: t.number });

/** The accounts that have items, and those that have items of the compared kinds. */
export const readCoveredAccounts = async ({ read }: Snapshot, compared: ReadonlyArray<CoveredKind>) =>
  (await read(coveredRow, coveredAccounts(compared)))[0]!;

const countsRow = t.type({
  importedAccounts: t.number,
  stagedAccounts: t.number,
  /** Those that clients sent. */
  notes: t.number,
  notesAddedByService: t.number,
  billingDocuments: t.number,
  statements: t.number,
  paymentInstructions: t.number,
  acceptedImports: t.number,
  refusedRequests: t.number,
});
const erasedRow = t.type({
  erasedAccounts: t.number,
  erasedNotes: t.number,
  erasedNotesOfService: t.number,
  erasedDocuments: t.number,
  erasedStatements: t.number,
  erasedInstructions: t.number,
  erasedItems: t.number,
});
/** Erased accounts, and the items that they had: they count as stored (decisions 18). */
export type ErasedCounts = { readonly accounts: number; readonly items: number };

/** All but the transactions, which the totals count. */
export type StoredCounts = Readonly<t.TypeOf<typeof countsRow>>;

const VOCABULARIES = ['reason', 'payment_type', 'rate_band', 'tax_type', 'product_code', 'ledger_code'] as const;
const vocabularyRow = t.type({ field: oneOf(VOCABULARIES), value: t.string, count: t.number });
/** A value of an open vocabulary and the number of its rows, so that typing errors are visible (decisions 5). */
export type VocabularyCount = Readonly<t.TypeOf<typeof vocabularyRow>>;

const refusalRow = t.type({ code: t.string, count: t.number });
export type RefusalCount = Readonly<t.TypeOf<typeof refusalRow>>;

export const readCounts = async ({
  read,
}: Snapshot): Promise<{ readonly counts: StoredCounts; readonly erased: ErasedCounts }> => {
  const { erasedAccounts, erasedItems, ...row } = (await read(t.intersection([countsRow, erasedRow]), COUNTS))[0]!;
  const { erasedNotes, erasedNotesOfService, erasedDocuments, erasedStatements, erasedInstructions, ...kept } = row;
  return {
    counts: {
      ...kept,
      notes: kept.notes + erasedNotes,
      notesAddedByService: kept.notesAddedByService + erasedNotesOfService,
      billingDocuments: kept.billingDocuments + erasedDocuments,
      statements: kept.statements + erasedStatements,
      paymentInstructions: kept.paymentInstructions + erasedInstructions,
    },
    erased: { accounts: erasedAccounts, items: erasedItems },
  };
};

export const readVocabulary = ({ read }: Snapshot): Promise<ReadonlyArray<VocabularyCount>> =>
  read(vocabularyRow, VOCABULARY);

/** Refused requests by code, most frequent first. */
export const readRefusals = ({ read }: Snapshot): Promise<ReadonlyArray<RefusalCount>> => read(refusalRow, REFUSALS);
