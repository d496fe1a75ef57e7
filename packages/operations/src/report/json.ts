import type { NoteConflict } from '@carryover/adapters-persistence/queries/reconciliation-lists';
import { removedState } from '@carryover/application/corrections/undo-import';
import type {
  Conflict,
  Correction,
  Difference,
  Explanation,
  RepeatedTransaction,
} from '@carryover/application/reconciliation/explanations';
import type { ReportedTotal, TypeTotals } from '@carryover/application/reconciliation/tally';
import type { Total, TotalKey } from '@carryover/domain/control-total';
import { coverageJson, originJson } from '@carryover/domain/coverage';
import { toDateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import { checkJson } from '@carryover/domain/storage-check';
import { differenceOf } from '@carryover/domain/total-comparison';
import type { Spools } from '@carryover/files/spool';
import { wire } from '@carryover/terminal/output';
import type { ControlFile } from '../files/control-file.ts';
import type { ListedNote, Reconciliation, ReconciliationSink } from '../reconciliation/reconciliation.ts';
import { JsonItems } from './json-pieces.ts';
import type { Report } from './report.ts';
import { scopeOf } from './sentences.ts';

/** Spelled out, because a report may have millions of totals. */
const keyJson = ({ externalAccountNumber, ledgerNumber, type }: TotalKey) => ({
  external_account_number: externalAccountNumber,
  ledger_number: ledgerNumber,
  type,
});

const totalJson = ({ count, sum }: Total) => ({ count, sum: sum && toMoney(sum) });

/** The end of a conflict, which follows the name of what was sent again. */
const sentAgain = ({ differences, importId, receivedAt }: Conflict | NoteConflict) => ({
  differences: differences.map((difference) => wire(difference, 'field', 'recorded', 'submitted')),
  import_id: importId,
  received_at: toDateTime(receivedAt),
});

const conflictJson = (conflict: Conflict) => ({
  ...wire(conflict, 'externalAccountNumber', 'transactionId'),
  ...sentAgain(conflict),
});

const noteConflictJson = (conflict: NoteConflict) => ({
  external_account_number: conflict.externalAccountNumber,
  note: wire(conflict.note, 'createdAt', 'body', 'documentPaths'),
  ...sentAgain(conflict),
});

const correctionJson = (correction: Correction) => ({
  ...wire(correction, 'externalAccountNumber', 'importId', 'endpoint'),
  undone_at: toDateTime(correction.undoneAt),
  ...wire(correction, 'undoneBy', 'reason'),
  removed: removedState(correction.removed),
});

const repeatedJson = (repeated: RepeatedTransaction) => ({
  ...wire(repeated, 'externalAccountNumber', 'ledgerNumber', 'transactionId', 'count'),
  added_unchecked: repeated.isUnchecked,
});

const requestJson = (request: Extract<Explanation, { receivedAt: Date }>) => ({
  import_id: request.importId,
  received_at: toDateTime(request.receivedAt),
  endpoint: request.endpoint,
});

const explanationJson = (explanation: Explanation) => {
  const { kind } = explanation;
  switch (kind) {
    case 'accepted_import':
    case 'accepted_not_stored':
    case 'sent_again':
      return { kind, ...requestJson(explanation), ...wire(explanation, 'itemCount', 'item') };
    case 'extra_item':
      return { kind, ...requestJson(explanation), ...wire(explanation, 'item', 'alike') };
    case 'stored_otherwise':
      return { kind, ...requestJson(explanation), ...wire(explanation, 'itemCount', 'item', 'accepted', 'stored') };
    case 'stored_not_accepted':
      return wire(explanation, 'kind', 'importId', 'itemCount', 'item');
    case 'refused_request':
      return {
        kind,
        ...requestJson(explanation),
        ...wire(explanation, 'status', 'code', 'detail', 'itemCount', 'items'),
      };
    case 'undone_import': {
      const undoneAt = toDateTime(explanation.undoneAt);
      return {
        ...wire({ ...explanation, undoneAt }, 'kind', 'importId', 'endpoint', 'undoneAt', 'undoneBy'),
        ...wire(explanation, 'itemCount', 'item'),
      };
    }
    case 'not_sent':
      return wire(explanation, 'kind', 'itemCount');
    case 'as_sent':
      return { ...wire(explanation, 'kind', 'importId'), count: explanation.count, sum: toMoney(explanation.sum) };
    case 'other_case':
      return wire(explanation, 'kind', 'field', 'expected', 'stored');
    case 'no_such_account':
    case 'sign':
      return { kind };
    case 'not_known':
      return {
        ...wire(explanation, 'kind', 'reason'),
        ...(explanation.importId === null ? {} : wire(explanation, 'importId')),
      };
    case 'conflict':
      return { kind, ...conflictJson(explanation.conflict) };
    case 'repeated':
      return { kind, ...repeatedJson(explanation.repeated) };
  }
};

const differenceJson = (difference: Difference) => ({
  ...keyJson(difference),
  expected: totalJson(difference.expected),
  actual: totalJson(difference.actual),
  cause: difference.cause,
  explanations: difference.explanations.map(explanationJson),
  unexplained: difference.unexplained && totalJson(difference.unexplained),
});

const noteJson = (note: ListedNote) => ({
  ...keyJson(note),
  decision: note.decision,
  reason: note.reason,
  decided_at: toDateTime(note.decidedAt),
  decided_by: note.decidedBy,
  expected: totalJson(note.expected),
  actual: totalJson(note.actual),
  state: note.state,
});

const COUNTS = [
  'importedAccounts',
  'stagedAccounts',
  'notes',
  'notesAddedByService',
  'transactions',
  'billingDocuments',
  'statements',
  'paymentInstructions',
  'acceptedImports',
  'refusedRequests',
] as const satisfies ReadonlyArray<keyof Reconciliation['counts']>;

const typeJson =
  ({ comparison }: Reconciliation) =>
  ({ type, stored, expected, differing }: TypeTotals) => ({
    type,
    ...totalJson(stored),
    expected: comparison === null ? null : totalJson(expected),
    difference: comparison === null ? null : totalJson(differenceOf({ expected, actual: stored })),
    differing: comparison === null ? null : differing,
  });

const controlFileJson = (file: ControlFile) => ({
  ...wire(file, 'name', 'bytes', 'sha256', 'rowsRead', 'rowsUnread'),
  rejects_file: file.rowsUnread === 0 ? null : file.rejectsFile,
});

const EMPTY = new JsonItems(() => []);
export const NO_LISTS = {
  totals: EMPTY,
  moved: EMPTY,
  conflicts: EMPTY,
  note_conflicts: EMPTY,
  repeated: EMPTY,
  mismatches: EMPTY,
  corrections: EMPTY,
};

/** The complete lists of a report, by the names of its JSON. */
export type JsonLists = Readonly<typeof NO_LISTS>;

type ListSink = Omit<Required<ReconciliationSink>, 'total' | 'importRecord' | 'action' | 'seal'> & {
  readonly total: (total: ReportedTotal) => void;
};

/** Keeps the lists of the JSON report on disk while they are read. */
export const spoolJsonLists = (spools: Spools): { readonly sink: ListSink; readonly lists: JsonLists } => {
  const lists = { ...NO_LISTS };
  /** Opens a list. @returns what adds an item to it. */
  const listed = <A>(name: keyof JsonLists, toJson: (item: A) => object) => {
    const { add, texts } = spools.open();
    lists[name] = new JsonItems(texts);
    return (item: A): void => add(JSON.stringify(toJson(item)));
  };
  const addTotal = listed('totals', ({ actual, ...total }: Parameters<ListSink['total']>[0]) => ({
    ...keyJson(total),
    ...totalJson(actual),
  }));
  return {
    sink: {
      // A total that is expected and not stored is a difference only.
      total: (total) => {
        if (total.actual.count > 0) addTotal(total);
      },
      moved: listed('moved', (transaction) => ({
        ...wire(transaction, 'externalAccountNumber', 'ledgerNumber', 'transactionId'),
        transaction_date: transaction.submittedDate,
        new_transaction_date: transaction.date,
        import_id: transaction.importId,
      })),
      conflict: listed('conflicts', conflictJson),
      noteConflict: listed('note_conflicts', noteConflictJson),
      repeated: listed('repeated', repeatedJson),
      mismatch: listed('mismatches', (mismatch) =>
        wire(mismatch, 'externalAccountNumber', 'transactionId', 'code', 'expected', 'actual', 'importId'),
      ),
      correction: listed('corrections', correctionJson),
    },
    lists,
  };
};

/**
 * Returns the whole report by the interface's names: sums as strings with two places, null if there is only a count; instants
 * to the second. Cut are `unread_rows`, of which the rejects file has all, and `differences`, of which the CSV file has all:
 * `differences_by_cause` counts them. `verdict`, `compared` and `agreeing` are null if no control totals were given; `agree` is
 * true only for the verdict `agree`.
 */
export const toJson = (report: Report, lists: JsonLists) => {
  const { comparison, controlFile } = report;
  return {
    report_id: report.reportId,
    verdict: comparison?.verdict ?? null,
    agree: comparison?.verdict === 'agree',
    scope: scopeOf(report),
    organisation: report.organisation,
    import_supplier: report.supplierCode,
    status: report.supplierStatus,
    made_at: toDateTime(report.madeAt),
    ...wire(report, 'madeBy', 'version'),
    storage_check: report.storageCheck && checkJson(report.storageCheck),
    control_totals: report.controlTotals === null ? null : originJson(report.controlTotals),
    coverage: comparison === null ? null : coverageJson(comparison.coverage),
    control_file: controlFile === null ? null : controlFileJson(controlFile),
    rejected_rows: controlFile?.rowsUnread ?? 0,
    unread_rows: controlFile?.unread ?? [],
    compared: comparison?.compared ?? null,
    agreeing: comparison?.agreeing ?? null,
    differences: comparison?.differences.first.map(differenceJson) ?? [],
    differences_by_cause: comparison?.differences.byCause ?? null,
    difference_notes: report.differenceNotes.map(noteJson),
    counts: wire(report.counts, ...COUNTS),
    erased: wire(report.erased, 'accounts', 'items'),
    by_type: report.byType.map(typeJson(report)),
    ...lists,
    unknown_fields: report.unknownFields.map((of) => wire(of, 'path', 'count')),
    vocabulary: report.vocabulary.map((of) => wire(of, 'field', 'value', 'count')),
    refusals: report.refusals.map((of) => wire(of, 'code', 'count')),
  };
};
