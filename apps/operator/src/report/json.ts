import {
  allAgrees,
  type Conflict,
  type ExplainedDifference,
  type Explanation,
  type NoteConflict,
  type Reconciliation,
  type RepeatedTransaction,
} from '@carryover/application/reconciliation';
import type { Total, TotalKey } from '@carryover/domain/control-total';
import { toDateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';

const fromKey = ({ externalAccountNumber, ledgerNumber, type }: TotalKey) => ({
  external_account_number: externalAccountNumber,
  ledger_number: ledgerNumber,
  type,
});

const fromTotal = ({ count, sum }: Total) => ({ count, sum: toMoney(sum) });

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
  expected: fromTotal(difference.expected),
  actual: fromTotal(difference.actual),
  explanations: difference.explanations.map(fromExplanation),
});

const fromCounts = (counts: Reconciliation['counts']) => ({
  imported_accounts: counts.importedAccounts,
  staged_accounts: counts.stagedAccounts,
  notes: counts.notes,
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

/**
 * The whole reconciliation, nothing cut, in the interface's words and for `JSON.stringify`: sums as strings with two
 * places, instants to the second. `compared` and `agreeing` are null where no control totals were given; `agree` is then true,
 * as the command's exit code is 0.
 */
export const toJson = (reconciliation: Reconciliation) => ({
  organisation: reconciliation.organisation,
  import_supplier: reconciliation.supplierCode,
  status: reconciliation.supplierStatus,
  made_at: toDateTime(reconciliation.madeAt),
  agree: allAgrees(reconciliation),
  compared: reconciliation.comparison?.compared ?? null,
  agreeing: reconciliation.comparison?.agreeing ?? null,
  differences: reconciliation.comparison?.differences.map(fromDifference) ?? [],
  counts: fromCounts(reconciliation.counts),
  by_type: reconciliation.byType.map(({ type, ...total }) => ({ type, ...fromTotal(total) })),
  totals: reconciliation.totals.map((total) => ({ ...fromKey(total), ...fromTotal(total) })),
  ...findings(reconciliation),
  vocabulary: reconciliation.vocabulary.map(({ field, value, count }) => ({ field, value, count })),
  refusals: reconciliation.refusals.map(({ code, count }) => ({ code, count })),
});
