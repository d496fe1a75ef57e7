import type { ProofGap } from '@carryover/application/ports/operator-work';

/** What a migration lacks to be proven, in words. Each is a clause without a full stop. */
const GAP_WORDS: Readonly<Record<ProofGap, string>> = {
  no_agreeing_reconciliation: 'no reconciliation has agreed',
  not_totals_of_client:
    'the reconciliation that agreed compared a file of the operator, not control totals that the client registered',
  set_superseded: 'the client has completed another set of control totals since the one that was compared',
  not_all_compared: 'the reconciliation that agreed did not compare every kind and account that is stored',
  changed_since: 'something was imported or undone since the reconciliation that agreed',
  storage_not_verified: 'no verify-storage without findings was recorded since the last import or undo',
};

export const describeGaps = (missing: ReadonlyArray<ProofGap>): string =>
  missing.map((gap) => GAP_WORDS[gap]).join('; ');
