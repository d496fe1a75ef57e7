import type { Difference, Explanation } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import type { ControlFile } from '../../files/control-file.ts';
import type { Differences, Reconciliation } from '../../reconciling/reconciliation.ts';
import { linesByType, type TypeLine } from '../by-type.ts';
import type { Report } from '../report.ts';
import { scopeOf } from '../scope.ts';
import { fromConflict, fromKey, fromRepeated, fromTotal } from './items.ts';
import type { JsonLists } from './json-lists.ts';

const fromRequest = (request: Extract<Explanation, { receivedAt: Date }>) => ({
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
    case 'undone_import': {
      const { importId, endpoint, undoneAt, undoneBy, itemCount } = explanation;
      const undone = { undone_at: toDateTime(undoneAt), undone_by: undoneBy, item_count: itemCount };
      return { kind, import_id: importId, endpoint, ...undone };
    }
    case 'accepted_not_stored':
      return { kind, ...fromRequest(explanation), item_count: explanation.itemCount, item: explanation.item };
    case 'not_sent':
      return { kind, item_count: explanation.itemCount };
    case 'conflict':
      return { kind, ...fromConflict(explanation.conflict) };
    case 'repeated':
      return { kind, ...fromRepeated(explanation.repeated) };
  }
};

const fromDifference = (difference: Difference) => ({
  ...fromKey(difference),
  expected: fromTotal(difference.type, difference.expected),
  actual: fromTotal(difference.type, difference.actual),
  cause: difference.cause,
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

const fromDifferences = (differences: Differences | undefined) => ({
  differences: differences?.first.map(fromDifference) ?? [],
  differences_by_cause: differences?.byCause ?? null,
});

/**
 * Returns the whole report by the interface's names: sums as strings with two places, null for types that are only counted; instants
 * to the second. Cut are `unread_rows`, of which the rejects file has all, and `differences`, of which the CSV file has all:
 * `differences_by_cause` counts them. `verdict`, `compared` and `agreeing` are null if no control totals were given; `agree` is
 * true only for the verdict `agree`.
 */
export const toJson = (report: Report, lists: JsonLists) => ({
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
  unread_rows: report.controlFile?.unread ?? [],
  compared: report.comparison?.compared ?? null,
  agreeing: report.comparison?.agreeing ?? null,
  ...fromDifferences(report.comparison?.differences),
  counts: fromCounts(report.counts),
  by_type: linesByType(report).map(fromLine),
  ...lists,
  unknown_fields: report.unknownFields.map(({ path, count }) => ({ path, count })),
  vocabulary: report.vocabulary.map(({ field, value, count }) => ({ field, value, count })),
  refusals: report.refusals.map(({ code, count }) => ({ code, count })),
});
