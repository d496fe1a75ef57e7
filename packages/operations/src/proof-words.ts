import type { ProofGap, Proven } from '@carryover/application/ports/operator-work';
import type { LatestCheck, RecordedCheck } from '@carryover/domain/storage-check';
import { counted } from '@carryover/report/figures';

type Missing = Pick<Proven, 'missing' | 'storageCheck'>;

/** What a migration lacks to be proven, in words. Each is a clause without a full stop. */
const GAP_WORDS: Readonly<Record<ProofGap, string>> = {
  no_agreeing_reconciliation: 'no reconciliation has agreed',
  latest_not_agreeing: 'the latest reconciliation with the control totals that the client completed last did not agree',
  not_totals_of_client:
    'the reconciliation that agreed compared a file of the operator, not control totals that the client registered',
  set_superseded: 'the client has completed another set of control totals since the one that was compared',
  not_all_compared: 'the reconciliation that agreed did not compare every kind and account that is stored',
  changed_since: 'something was imported or undone since the reconciliation that agreed',
  storage_findings: 'the latest verify-storage has findings',
  storage_not_all_compared: 'the latest verify-storage could not compare every import',
  storage_not_verified: 'no verify-storage was recorded since the last import or undo',
  imports_running: 'a transaction that may be an import was still open after half a minute',
};

/** What a check of the storage found: `2 findings; 1 import was compared by digest only`. */
const describeResult = ({ findings, notCompared, comparedByDigest }: RecordedCheck): string =>
  [
    findings === 0 ? 'no findings' : counted(findings, 'finding'),
    ...(notCompared === 0 ? [] : [`${counted(notCompared, 'import was', 'imports were')} not compared`]),
    ...(comparedByDigest === 0
      ? []
      : [`${counted(comparedByDigest, 'import was', 'imports were')} compared by digest only`]),
  ].join('; ');

/** The latest check of the storage in a sentence without a full stop. */
export const describeCheck = (check: LatestCheck | null): string => {
  if (check === null) return 'What is stored was never verified (verify-storage)';
  const since = check.changedSince ? '. Something was imported or undone since' : '';
  return `The latest verify-storage is of ${check.snapshotAt.toISOString()}, by ${check.performedBy}: ${describeResult(check)}${since}`;
};

export const describeGaps = ({ missing, storageCheck }: Missing): string => {
  const gaps = missing.map((gap) => GAP_WORDS[gap]).join('; ');
  const isAboutStorage = missing.some((gap) => gap.startsWith('storage_'));
  return isAboutStorage && storageCheck !== null ? `${gaps}. ${describeCheck(storageCheck)}` : gaps;
};
