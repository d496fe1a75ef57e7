import { allAgrees, type Reconciliation } from '@carryover/application/reconciliation';
import { count } from './figures.ts';

export type Outcome = 'agree' | 'differ' | 'not_compared';

/** `not_compared`: there were no control totals, or none in them and none landed. */
export const outcomeOf = (reconciliation: Reconciliation): Outcome => {
  if (!allAgrees(reconciliation)) return 'differ';
  return (reconciliation.comparison?.compared ?? 0) === 0 ? 'not_compared' : 'agree';
};

/** The verdict in one sentence: what the operator hands to an auditor. */
export const verdict = (reconciliation: Reconciliation): string => {
  const { comparison } = reconciliation;
  if (comparison === null) return 'No control totals were given: this is what landed, compared with nothing.';
  const { compared, differences } = comparison;
  if (differences.length > 0) {
    const verb = differences.length === 1 ? 'differs' : 'differ';
    return `${count(differences.length)} of ${count(compared)} totals ${verb} from the control totals.`;
  }
  if (compared === 0) return 'There was nothing to compare: the control totals given are empty.';
  if (compared === 1) return 'The one total there is agrees with its control total.';
  return `All ${count(compared)} totals agree with the control totals.`;
};
