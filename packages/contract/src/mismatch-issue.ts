import { toMoney } from '@carryover/domain/decimal';
import type { SupplyChargeMismatch } from '@carryover/domain/transaction';
import { complain, type Issue, issueAt, type Path } from './issue.ts';

/** Returns the issue of a mismatch in the supply charge at `at`. */
export const toMismatchIssue = (at: Path, mismatch: SupplyChargeMismatch): Issue => {
  if (mismatch.kind === 'incorrect_line_item_net_amount') {
    const detail = `\`net_amount\` is ${mismatch.actual.toFixed()}, but \`price_per_unit\` × \`number_of_units\` is ${mismatch.expected.toFixed()}.`;
    return issueAt([...at, 'line_items', mismatch.lineItem, 'net_amount'], complain(mismatch.kind, detail));
  }
  const detail = `The amount is ${toMoney(mismatch.actual)}, but the net and tax amounts add up to ${toMoney(mismatch.expected)}.`;
  return issueAt([...at, 'amount'], complain(mismatch.kind, detail));
};
