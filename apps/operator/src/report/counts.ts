import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';

/** What is counted, in the order and the words of a report. */
export const COUNTS: ReadonlyArray<readonly [string, keyof Reconciliation['counts']]> = [
  ['Imported accounts', 'importedAccounts'],
  ['Staged accounts', 'stagedAccounts'],
  ['Notes', 'notes'],
  ['Notes by the service', 'notesAddedByService'],
  ['Transactions', 'transactions'],
  ['Billing documents', 'billingDocuments'],
  ['Statements', 'statements'],
  ['Payment instructions', 'paymentInstructions'],
  ['Accepted imports', 'acceptedImports'],
  ['Rejected requests', 'refusedRequests'],
];
