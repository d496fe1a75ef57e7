import type { ControlFile } from '../files/control-file.ts';
import type { Listed, Reconciliation } from '../reconciling/reconciliation.ts';

/** A reconciliation with its control file, author and version. */
export type Report = Reconciliation & {
  /** A UUID of version 7. */
  readonly reportId: string;
  /** The name given with `--as`, else the user and host of the operating system. */
  readonly madeBy: string;
  /** Of the command that made it. */
  readonly version: string;
  /** null if no control totals were given. */
  readonly controlFile: ControlFile | null;
};

export const listed = <A>(items: ReadonlyArray<A>): Listed<A> => ({ count: items.length, first: items });

/** The counts, in the order and with the titles of a report. */
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
