import { complain } from '@carryover/contract/issue';
import type { AccountFileRefusal } from '@carryover/domain/account-import';
import { showPeriod } from '@carryover/domain/calendar-date';
import type { RowIssue } from '@carryover/files/row';
import { describeNotOngoing } from './failure.ts';

const describe = (refused: AccountFileRefusal): string | undefined => {
  switch (refused.kind) {
    case 'import_supplier_migration_not_ongoing':
      return describeNotOngoing(refused);
    case 'account_already_imported':
    case 'account_key_collision':
      return undefined;
    case 'ledger_code_in_use':
      return `The ledger ${refused.ledgerNumber} has data under the code ${refused.ledgerCode}, so its code cannot change.`;
    case 'main_ledger_in_use':
      return `The ledger ${refused.mainLedgerNumber} has transactions, so no other ledger can become the main ledger.`;
    case 'open_period_differs': {
      const stored =
        refused.openPeriod === null ? 'no open period' : `the open period ${showPeriod(refused.openPeriod)}`;
      return `The ledger ${refused.ledgerNumber} has ${stored}. Use \`ledger open-period\` and \`ledger close-period\` to change it.`;
    }
  }
};

/** The reason that a rejected account has in the rejects file. */
export const toRowIssue = (refused: AccountFileRefusal): RowIssue => ({
  ...complain(refused.kind, describe(refused)),
  path: '',
});
