import type {
  MovedTransaction,
  RepeatedTransaction,
} from '@carryover/application/operator/reconciliation/reconciliation';
import type {
  Batches,
  ReportedFindings,
} from '@carryover/application/ports/operator/reconciliation/reconciliation-reader';
import * as t from 'io-ts';
import type { Snapshot } from '../../driver/snapshot.ts';
import { calendarDate, checked, oneOf, storedFindings } from '../../schema/stored-values.ts';

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

// An undone import reports nothing.
const FINDINGS = `
  select a.external_account_number, i.id, to_json(i.received_at)#>>'{}', i.findings
  from accepted_import i join account a on a.id = i.account_id
  where a.supplier_id = current_setting('carryover.supplier')::uuid and i.findings is not null
    and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)
  order by i.id`;

const onLedger = { externalAccountNumber: t.string, ledgerNumber: t.string, transactionId: t.string };
const movedRow = t.type({ ...onLedger, submittedDate: calendarDate, date: calendarDate, importId: t.string });
const repeatedRow = t.type({ ...onLedger, count: t.string, isUnchecked: oneOf(['t', 'f']) });
const findingsRow = t.type({ number: t.string, id: t.string, receivedAt: t.string, findings: t.string });

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
export const streamMoved = ({ stream }: Snapshot): Batches<MovedTransaction> => stream(movedRow, MOVED);

/** The transactions that are stored more than once, by account and id. */
export async function* streamRepeated({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<RepeatedTransaction>> {
  for await (const rows of stream(repeatedRow, REPEATED))
    yield rows.map(({ isUnchecked, ...row }) => ({
      ...row,
      count: Number(row.count),
      isUnchecked: isUnchecked === 't',
    }));
}
