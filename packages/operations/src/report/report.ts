import type { ControlTotalsOrigin } from '@carryover/domain/coverage';
import type { ControlFile } from '../files/control-file.ts';
import type { Reconciliation } from '../reconciliation/reconciliation.ts';

/** A reconciliation with its control file, author and version. */
export type Report = Reconciliation & {
  /** A UUID of version 7. */
  readonly reportId: string;
  /** The name given with `--as`, else the user and host of the operating system. */
  readonly madeBy: string;
  /** Of the command that made it. */
  readonly version: string;
  /** null if nothing was compared. */
  readonly controlTotals: ControlTotalsOrigin | null;
  /** The operator's file; null if there is none. */
  readonly controlFile: ControlFile | null;
};
