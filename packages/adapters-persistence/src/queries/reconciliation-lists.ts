import { IMPORT_OUTCOMES } from '@carryover/application/ports/import-records';
import type { ExistingNote } from '@carryover/application/ports/store';
import type { Conflict, RepeatedTransaction } from '@carryover/application/reconciliation/explanations';
import * as t from 'io-ts';
import { calendarDate, checked, oneOf, orNull, storedFindings } from '../schema/stored-values.ts';
import { NOT_UNDONE } from '../sql/not-undone.ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import type { Snapshot } from '../sql/snapshot.ts';

const MOVED = `
  select a.external_account_number, t.ledger_number, t.transaction_id, t.submitted_date, t.transaction_date, t.import_id
  from ledger_transaction t join account a on a.id = t.account_id
  where a.supplier_id = current_setting('carryover.supplier')::uuid and t.submitted_date is not null
  order by a.external_account_number, t.transaction_id, t.occurrence`;

// Without the first occurrence, the only one left by an undo is not a repetition. Whoever added it again: the request says why.
const REPEATED = `
  with doubled as (
    select distinct t.account_id, a.external_account_number, t.transaction_id
    from account a join ledger_transaction t on t.account_id = a.id
    where a.supplier_id = current_setting('carryover.supplier')::uuid and t.occurrence > 0)
  select d.external_account_number, min(t.ledger_number), d.transaction_id, count(*),
         coalesce(bool_or(i.findings ? 'checkPreviouslyAdded'), false)
  from doubled d join ledger_transaction t on t.account_id = d.account_id and t.transaction_id = d.transaction_id
  left join accepted_import i on t.occurrence > 0 and i.account_id = t.account_id and i.id = t.import_id
  group by d.external_account_number, d.transaction_id having count(*) > 1
  order by d.external_account_number, d.transaction_id`;

const FINDINGS = `
  select a.external_account_number, i.id, to_json(i.received_at)#>>'{}', i.findings
  from accepted_import i join account a on a.id = i.account_id
  where a.supplier_id = current_setting('carryover.supplier')::uuid and i.findings is not null
    and ${NOT_UNDONE}
  order by i.id`;

const onLedger = { externalAccountNumber: t.string, ledgerNumber: t.string, transactionId: t.string };
const movedRow = t.type({ ...onLedger, submittedDate: calendarDate, date: calendarDate, importId: t.string });
/** A transaction whose date was moved into the open statement period. */
export type MovedTransaction = Readonly<t.TypeOf<typeof movedRow>>;
const repeatedRow = t.type({ ...onLedger, count: t.string, isUnchecked: oneOf(['t', 'f']) });
const findingsRow = t.type({ number: t.string, id: t.string, receivedAt: t.string, findings: t.string });

/** A note that was sent again with different documents or pin; the stored one was not changed. */
export type NoteConflict = Omit<Conflict, 'transactionId'> & { readonly note: ExistingNote };

/** A mismatch inside a supply charge, accepted under `report`. Amounts are decimal texts. */
export type ReportedMismatch = {
  readonly externalAccountNumber: string;
  readonly transactionId: string;
  readonly code: string;
  readonly expected: string;
  readonly actual: string;
  readonly importId: string;
};

/** Data for the report from one accepted import. */
type ReportedFindings = {
  readonly conflicts: ReadonlyArray<Conflict>;
  readonly noteConflicts: ReadonlyArray<NoteConflict>;
  readonly mismatches: ReadonlyArray<ReportedMismatch>;
  /** Paths of undocumented fields. */
  readonly unknownFields: ReadonlyArray<string>;
};

const toFindings = ({ number, id, receivedAt, findings }: t.TypeOf<typeof findingsRow>): ReportedFindings => {
  const found = checked(storedFindings, JSON.parse(findings));
  const { conflicts, noteConflicts, supplyChargeMismatches, unknownFields } = found;
  const from = { externalAccountNumber: number, importId: id };
  const origin = { ...from, receivedAt: new Date(receivedAt) };
  return {
    conflicts: conflicts.map((conflict) => ({ ...conflict, ...origin })),
    noteConflicts: noteConflicts.map((conflict) => ({ ...conflict, ...origin })),
    mismatches: supplyChargeMismatches.flatMap(({ transactionId, mismatches }) =>
      mismatches.map(({ kind: code, expected, actual }) => ({ ...from, transactionId, code, expected, actual })),
    ),
    unknownFields,
  };
};

/** Conflicts, mismatches and unknown fields by import, the earliest first. */
export async function* streamFindings({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<ReportedFindings>> {
  for await (const rows of stream(findingsRow, FINDINGS)) yield rows.map(toFindings);
}

/** The transactions whose date was moved, by account and id. */
export const streamMoved = ({ stream }: Snapshot): AsyncIterable<ReadonlyArray<MovedTransaction>> =>
  stream(movedRow, MOVED);

/** The transactions that are stored more than once, by account and id. */
export async function* streamRepeated({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<RepeatedTransaction>> {
  for await (const rows of stream(repeatedRow, REPEATED))
    yield rows.map(({ isUnchecked, ...row }) => ({
      ...row,
      count: Number(row.count),
      isUnchecked: isUnchecked === 't',
    }));
}

/** Requests that stored nothing else name their supplier by its code. */
const attempts = (outcome: string, table: string) => `
  select id, received_at, api_key_id, endpoint, external_account_number, '${outcome}' as outcome, item_count, payload_sha256,
         null::timestamptz as undone_at, null::timestamptz as payload_removed_at
  from ${table}
  where organisation_id = current_setting('carryover.organisation')::uuid
    and supplier_code = current_setting('carryover.code')`;

const IMPORT_RECORDS = `
  select r.id, to_json(r.received_at)#>>'{}', k.prefix, r.endpoint, r.external_account_number, r.outcome, r.item_count,
         encode(r.payload_sha256, 'hex'), to_json(r.undone_at)#>>'{}', to_json(r.payload_removed_at)#>>'{}'
  from (
    select i.id, i.received_at, i.api_key_id, i.endpoint, a.external_account_number, 'accepted' as outcome, i.item_count,
           i.payload_sha256, u.undone_at, i.payload_removed_at
    from accepted_import i join account a on a.id = i.account_id
    left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
    where a.supplier_id = current_setting('carryover.supplier')::uuid
    union all ${attempts('refused', 'refused_import')}
    union all ${attempts('dry_run', 'dry_run')}) r
  left join api_key k on k.id = r.api_key_id
  order by r.id`;

const importRow = t.type({
  id: t.string,
  receivedAt: t.string,
  /** null if the API key no longer exists. */
  apiKeyPrefix: orNull(t.string),
  endpoint: t.string,
  externalAccountNumber: orNull(t.string),
  outcome: oneOf(IMPORT_OUTCOMES),
  itemCount: orNull(t.string),
  /** In lower-case hexadecimal; null if none was kept. */
  payloadSha256: orNull(t.string),
  /** null if the import was not undone. */
  undoneAt: orNull(t.string),
  /** null if it is kept, or if there never was one. */
  payloadRemovedAt: orNull(t.string),
});
/** An import record as evidence lists it. */
export type ImportEvidence = Readonly<
  Omit<t.TypeOf<typeof importRow>, 'receivedAt' | 'itemCount' | 'undoneAt' | 'payloadRemovedAt'>
> & {
  readonly receivedAt: Date;
  readonly itemCount: number | null;
  readonly undoneAt: Date | null;
  readonly payloadRemovedAt: Date | null;
};

/** Every import record of the supplier, also of refused requests and dry runs, in the order of their ids. */
export async function* streamImportRecords({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<ImportEvidence>> {
  for await (const rows of stream(importRow, IMPORT_RECORDS))
    yield rows.map(({ receivedAt, itemCount, undoneAt, payloadRemovedAt, ...row }) => ({
      ...row,
      receivedAt: new Date(receivedAt),
      itemCount: itemCount === null ? null : Number(itemCount),
      undoneAt: undoneAt === null ? null : new Date(undoneAt),
      payloadRemovedAt: payloadRemovedAt === null ? null : new Date(payloadRemovedAt),
    }));
}

const ACTIONS = `
  select json_build_object('id', id, 'performed_at', performed_at, 'performed_by', performed_by,
    'performed_by_subject', performed_by_subject, 'performed_by_issuer', performed_by_issuer, 'reason', reason,
    'action', action, 'external_account_number', external_account_number, 'ledger_number', ledger_number,
    'before', before, 'after', after)::text
  from operator_action
  where ${namesOrganisation('organisation', "current_setting('carryover.organisation')::uuid")}
    and supplier_code = current_setting('carryover.code')
  order by performed_at, id`;

const actionRow = t.type({ line: t.string });

/** Every operator action on the supplier in the order of their times, each as the text of a JSON object (decisions 16). */
export async function* streamActions({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<string>> {
  for await (const rows of stream(actionRow, ACTIONS)) yield rows.map(({ line }) => line);
}
