import type {
  BillingDocumentsRefusal,
  CreateHistoricalBillingDocuments,
} from '@carryover/application/imports/create-historical-billing-documents';
import type { Clock } from '@carryover/application/ports/clock';
import { makeCreateHistoricalBillingDocumentsBody, pathInHistory } from '@carryover/contract/codecs/billing-document';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { toMismatchIssue } from '@carryover/contract/codecs/transaction';
import { complain, type Issue, issueAt } from '@carryover/contract/issue';
import type { Limits } from '@carryover/contract/limits';
import type { HistoryRefusal, LedgerClosedToHistory } from '@carryover/domain/billing-document';
import { latestDayAt } from '@carryover/domain/date-time';
import { failedValidation, onAccountRefused, type Rejection } from '../errors/rejection.ts';
import type { ImportEndpoint } from './import-handler.ts';

type Input = ValueOf<ReturnType<typeof makeCreateHistoricalBillingDocumentsBody>>;

const toIssue = (refused: HistoryRefusal): Issue => {
  const at = pathInHistory(refused.place);
  return refused.kind === 'transaction_already_exists'
    ? issueAt([...at, 'transaction_id'], complain(refused.kind))
    : toMismatchIssue(at, refused);
};

const onLedger =
  (field: 'ledger_number' | 'ledger_code') =>
  ({ kind }: LedgerClosedToHistory): Rejection =>
    failedValidation([issueAt([field], complain(kind))]);

/** POST /v1/data-import/historical-billing-documents/create/ (§4.3) */
export const historicalBillingDocumentsEndpoint = (
  createHistoricalBillingDocuments: CreateHistoricalBillingDocuments,
  limits: Limits,
  clock: Clock,
): ImportEndpoint<Input, BillingDocumentsRefusal, void> => ({
  kind: 'historical-billing-documents',
  input: makeCreateHistoricalBillingDocumentsBody(limits, () => latestDayAt(clock.now())),
  lists: ['historical_billing_documents', 'additional_historical_transactions'],
  run: (command, { ledgerNumber, ledgerCode, documents, additionalTransactions }) =>
    createHistoricalBillingDocuments({
      ...command,
      ledgerNumber,
      ledgerCode,
      history: { documents, additionalTransactions },
    }),
  onSuccess: () => ({ status: 201, body: null }),
  onRefused: {
    ...onAccountRefused,
    ledger_does_not_exist: onLedger('ledger_number'),
    ledger_code_does_not_exist: onLedger('ledger_code'),
    historical_billing_documents_already_imported: onLedger('ledger_number'),
    ledger_has_finalized_billing_document: onLedger('ledger_number'),
    history_refused: ({ refusals }) => failedValidation(refusals.map(toIssue)),
  },
});
