import type { Total, TotalKey } from '@carryover/domain/control-total';
import { toMoney } from '@carryover/domain/decimal';
import { aboutSupplier } from '../admin/suppliers.ts';
import type { ActingOperator, NamedSupplier, OperatorActions } from '../ports/administration.ts';

/** What a person says of a difference: seen, or accepted as it is. Neither changes a verdict. */
export const DECISIONS = ['noted', 'accepted'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Expected and stored figures of a total that differs. */
export type DifferingTotal = TotalKey & { readonly expected: Total; readonly actual: Total };

/** A person's decision on a difference, with the figures that it had then. */
export type DifferenceNote = DifferingTotal & {
  readonly decision: Decision;
  readonly reason: string;
  readonly decidedAt: Date;
  /** Name, with the id at the provider. */
  readonly decidedBy: string;
};

/** The operator action of a decision. */
export const actionOf = (decision: Decision) => `difference ${decision}` as const;

/** The report whose difference is decided on, and the person with the reason. */
type NoteDifference = {
  readonly supplier: NamedSupplier;
  readonly difference: DifferingTotal;
  readonly reportId: string;
  readonly decision: Decision;
  readonly actor: ActingOperator & { readonly reason: string };
};

/**
 * Records what a person says of a difference, as an operator action: it is sealed, in the audit, and erased with its account.
 * Reports list it.
 */
export const makeNoteDifference =
  ({ operatorActions }: { readonly operatorActions: OperatorActions }) =>
  ({ supplier, difference, reportId, decision, actor }: NoteDifference) => {
    const { externalAccountNumber, ledgerNumber, type, expected, actual } = difference;
    const figures = ({ count, sum }: Total) => ({ count, sum: sum && toMoney(sum) });
    const subject = {
      ...aboutSupplier(supplier),
      externalAccountNumber,
      ledgerNumber: ledgerNumber === '' ? null : ledgerNumber,
    };
    const after = { type, expected: figures(expected), actual: figures(actual), report_id: reportId };
    return operatorActions.add(actor, subject, { action: actionOf(decision), before: null, after });
  };
