import type {
  MovedTransaction,
  NoteConflict,
  ReportedMismatch,
} from '@carryover/adapters-persistence/queries/reconciliation-lists';
import { removedState } from '@carryover/application/corrections/undo-import';
import type { Conflict, Correction, RepeatedTransaction } from '@carryover/application/reconciliation/explanations';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { isCountedType, type Total, type TotalKey, type TotalType } from '@carryover/domain/control-total';
import { toDateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';

export const fromKey = ({ externalAccountNumber, ledgerNumber, type }: TotalKey) => ({
  external_account_number: externalAccountNumber,
  ledger_number: ledgerNumber,
  type,
});

export const fromTotal = (type: TotalType, { count, sum }: Total) => ({
  count,
  sum: isCountedType(type) ? null : toMoney(sum),
});

export const fromConflict = ({
  externalAccountNumber,
  transactionId,
  differences,
  importId,
  receivedAt,
}: Conflict) => ({
  external_account_number: externalAccountNumber,
  transaction_id: transactionId,
  differences: differences.map(({ field, recorded, submitted }) => ({ field, recorded, submitted })),
  import_id: importId,
  received_at: toDateTime(receivedAt),
});

export const fromNoteConflict = ({ externalAccountNumber, note, differences, importId, receivedAt }: NoteConflict) => ({
  external_account_number: externalAccountNumber,
  note: { created_at: note.createdAt, body: note.body, document_paths: note.documentPaths },
  differences: differences.map(({ field, recorded, submitted }) => ({ field, recorded, submitted })),
  import_id: importId,
  received_at: toDateTime(receivedAt),
});

export const fromCorrection = (correction: Correction) => ({
  external_account_number: correction.externalAccountNumber,
  import_id: correction.importId,
  endpoint: correction.endpoint,
  undone_at: toDateTime(correction.undoneAt),
  undone_by: correction.undoneBy,
  reason: correction.reason,
  removed: removedState(correction.removed),
});

export const fromRepeated = (repeated: RepeatedTransaction) => ({
  external_account_number: repeated.externalAccountNumber,
  ledger_number: repeated.ledgerNumber,
  transaction_id: repeated.transactionId,
  count: repeated.count,
  added_unchecked: repeated.isUnchecked,
});

export const fromMoved = (transaction: MovedTransaction) => ({
  external_account_number: transaction.externalAccountNumber,
  ledger_number: transaction.ledgerNumber,
  transaction_id: transaction.transactionId,
  transaction_date: transaction.submittedDate,
  new_transaction_date: transaction.date,
  import_id: transaction.importId,
});

export const fromMismatch = ({
  externalAccountNumber,
  transactionId,
  code,
  expected,
  actual,
  importId,
}: ReportedMismatch) => ({
  external_account_number: externalAccountNumber,
  transaction_id: transactionId,
  code,
  expected,
  actual,
  import_id: importId,
});

export const fromStoredTotal = (total: ReportedTotal) => ({
  ...fromKey(total),
  ...fromTotal(total.type, total.actual),
});
