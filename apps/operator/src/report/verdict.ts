import type { Verdict } from '@carryover/domain/total-comparison';
import type { Comparison, Reconciliation } from '../reconciling/reconciliation.ts';
import { count, counted } from './figures.ts';

export type Outcome = Verdict | 'not_compared';

/** `not_compared`: there were no control totals. */
export const outcomeOf = ({ comparison }: Reconciliation): Outcome => comparison?.verdict ?? 'not_compared';

const ofDifferences = ({ compared, differences }: Comparison): string => {
  const verb = differences.count === 1 ? 'differs' : 'differ';
  return `${count(differences.count)} of ${count(compared)} totals ${verb} from the control totals.`;
};

const ofIncomplete = (comparison: Comparison): string => {
  const { compared, unread, differences } = comparison;
  const rows = counted(unread, 'row of the control totals', 'rows of the control totals');
  const rest =
    differences.count === 0
      ? `No difference was found in the other ${counted(compared, 'total')}.`
      : ofDifferences(comparison);
  return `Incomplete: ${rows} could not be read and ${unread === 1 ? 'was' : 'were'} not compared. ${rest}`;
};

const ofAgreement = ({ compared }: Comparison): string => {
  if (compared === 0) return 'Nothing was compared: the control totals have no rows, and nothing is stored.';
  if (compared === 1) return 'The only total agrees with its control total.';
  return `All ${count(compared)} totals agree with the control totals.`;
};

const SENTENCES: Readonly<Record<Verdict, (comparison: Comparison) => string>> = {
  incomplete: ofIncomplete,
  differ: ofDifferences,
  agree: ofAgreement,
};

/** The verdict in words: what the operator hands to an auditor. */
export const verdict = ({ comparison }: Reconciliation): string =>
  comparison === null
    ? 'No control totals were given, so nothing was compared. This is what is stored.'
    : SENTENCES[comparison.verdict](comparison);
