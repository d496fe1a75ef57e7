import type {
  Conflict,
  ExplainedDifference,
  Explanation,
  NoteConflict,
  Reconciliation,
  RepeatedTransaction,
} from '@carryover/application/operator/reconciliation/reconciliation';
import { isCountedType, type Total, type TotalKey, type TotalType } from '@carryover/domain/control-total';
import { toDateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import type { ControlFile, UnreadRow } from '../../files/control-file.ts';
import { linesByType, type TypeLine } from '../by-type.ts';
import type { Report } from '../report.ts';
import { scopeOf } from '../scope.ts';

const fromKey = ({ externalAccountNumber, ledgerNumber, type }: TotalKey) => ({
  external_account_number: externalAccountNumber,
  ledger_number: ledgerNumber,
  type,
});

const fromTotal = (type: TotalType, { count, sum }: Total) => ({
  count,
  sum: isCountedType(type) ? null : toMoney(sum),
});

const fromConflict = ({ externalAccountNumber, transactionId, differences, importId, receivedAt }: Conflict) => ({
  external_account_number: externalAccountNumber,
  transaction_id: transactionId,
  differences: differences.map(({ field, recorded, submitted }) => ({ field, recorded, submitted })),
  import_id: importId,
  received_at: toDateTime(receivedAt),
});

const fromNoteConflict = ({ externalAccountNumber, note, differences, importId, receivedAt }: NoteConflict) => ({
  external_account_number: externalAccountNumber,
  note: { created_at: note.createdAt, body: note.body, document_paths: note.documentPaths },
  differences: differences.map(({ field, recorded, submitted }) => ({ field, recorded, submitted })),
  import_id: importId,
  received_at: toDateTime(receivedAt),
});

const fromRepeated = ({ externalAccountNumber, ledgerNumber, transactionId, count }: RepeatedTransaction) => ({
  external_account_number: externalAccountNumber,
  ledger_number: ledgerNumber,
  transaction_id: transactionId,
  count,
});

const fromRequest = (request: Extract<Explanation, { importId: string }>) => ({
  import_id: request.importId,
  received_at: toDateTime(request.receivedAt),
  endpoint: request.endpoint,
});

const fromExplanation = (explanation: Explanation) => {
  const { kind } = explanation;
  switch (kind) {
    case 'accepted_import':
      return { kind, ...fromRequest(explanation), item_count: explanation.itemCount };
    case 'refused_request': {
      const { status, code, detail } = explanation;
      return { kind, ...fromRequest(explanation), status, code, detail };
    }
    case 'conflict':
      return { kind, ...fromConflict(explanation.conflict) };
    case 'repeated':
      return { kind, ...fromRepeated(explanation.repeated) };
  }
};

const fromDifference = (difference: ExplainedDifference) => ({
  ...fromKey(difference),
  expected: fromTotal(difference.type, difference.expected),
  actual: fromTotal(difference.type, difference.actual),
  explanations: difference.explanations.map(fromExplanation),
});

const fromCounts = (counts: Reconciliation['counts']) => ({
  imported_accounts: counts.importedAccounts,
  staged_accounts: counts.stagedAccounts,
  notes: counts.notes,
  notes_added_by_service: counts.notesAddedByService,
  transactions: counts.transactions,
  billing_documents: counts.billingDocuments,
  statements: counts.statements,
  payment_instructions: counts.paymentInstructions,
  accepted_imports: counts.acceptedImports,
  refused_requests: counts.refusedRequests,
});

const findings = ({ moved, conflicts, noteConflicts, repeated, mismatches, unknownFields }: Reconciliation) => ({
  moved: moved.map((transaction) => ({
    external_account_number: transaction.externalAccountNumber,
    ledger_number: transaction.ledgerNumber,
    transaction_id: transaction.transactionId,
    transaction_date: transaction.submittedDate,
    new_transaction_date: transaction.date,
    import_id: transaction.importId,
  })),
  conflicts: conflicts.map(fromConflict),
  note_conflicts: noteConflicts.map(fromNoteConflict),
  repeated: repeated.map(fromRepeated),
  mismatches: mismatches.map(({ externalAccountNumber, transactionId, code, expected, actual, importId }) => ({
    external_account_number: externalAccountNumber,
    transaction_id: transactionId,
    code,
    expected,
    actual,
    import_id: importId,
  })),
  unknown_fields: unknownFields.map(({ path, count }) => ({ path, count })),
});

const fromLine = ({ type, stored, comparison }: TypeLine) => ({
  type,
  ...fromTotal(type, stored),
  expected: comparison === null ? null : fromTotal(type, comparison.expected),
  difference: comparison === null ? null : fromTotal(type, comparison.difference),
  differing: comparison?.differing ?? null,
});

const fromControlFile = ({ name, bytes, sha256, rowsRead, rowsUnread, rejectsFile }: ControlFile) => ({
  name,
  bytes,
  sha256,
  rows_read: rowsRead,
  rows_unread: rowsUnread,
  rejects_file: rowsUnread === 0 ? null : rejectsFile,
});

const fromUnread = ({ line, code, attr, detail, row }: UnreadRow) => ({ line, code, attr, detail, row });

/**
 * Returns the whole report by the interface's names for `JSON.stringify`: sums as strings with two places, null for types that are
 * only counted; instants to the second. Nothing is cut but `unread_rows`, of which the rejects file has all. `verdict`,
 * `compared` and `agreeing` are null if no control totals were given; `agree` is true only for the verdict `agree`.
 */
export const toJson = (report: Report) => ({
  report_id: report.reportId,
  verdict: report.comparison?.verdict ?? null,
  agree: report.comparison?.verdict === 'agree',
  scope: scopeOf(report),
  organisation: report.organisation,
  import_supplier: report.supplierCode,
  status: report.supplierStatus,
  made_at: toDateTime(report.madeAt),
  made_by: report.madeBy,
  version: report.version,
  control_file: report.controlFile === null ? null : fromControlFile(report.controlFile),
  rejected_rows: report.controlFile?.rowsUnread ?? 0,
  unread_rows: report.controlFile?.unread.map(fromUnread) ?? [],
  compared: report.comparison?.compared ?? null,
  agreeing: report.comparison?.agreeing ?? null,
  differences: report.comparison?.differences.map(fromDifference) ?? [],
  counts: fromCounts(report.counts),
  by_type: linesByType(report).map(fromLine),
  totals: report.totals.map((total) => ({ ...fromKey(total), ...fromTotal(total.type, total) })),
  ...findings(report),
  vocabulary: report.vocabulary.map(({ field, value, count }) => ({ field, value, count })),
  refusals: report.refusals.map(({ code, count }) => ({ code, count })),
});
