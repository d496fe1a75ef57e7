import type { NamedItem, UndoRefusal } from '@carryover/domain/undo';

/** The number of later imports that a sentence names. */
const NAMED = 5;

/** Returns the sentence of a refused undo: why, and what to do. */
export const describeUndoRefusal = (refusal: UndoRefusal): string => {
  switch (refusal.kind) {
    case 'account_erased':
      return `The account was erased on ${refusal.erasedAt.toISOString()}: what its imports stored is gone for good.`;
    case 'import_already_undone':
      return `The import was undone on ${refusal.at.toISOString()} by ${refusal.by}.`;
    case 'ledger_has_finalized_billing_document':
      return `The ledger ${refusal.ledgerNumber} has a finalized billing document of the platform, which counts what was imported. Correct the ledger on the platform.`;
    case 'statement_period_closed':
      return `The transactions of ${refusal.dates.from} to ${refusal.dates.to} are not in the open statement period of the ledger ${refusal.ledgerNumber}: it was closed. Correct the ledger on the platform.`;
    case 'later_imports_answered': {
      const { answered } = refusal;
      const names = answered.slice(0, NAMED).map(({ importId, items }) => `${importId} (items: ${items.length})`);
      const rest = answered.length > NAMED ? [`and ${answered.length - NAMED} more`] : [];
      return `Later imports were answered "already exists" because of this one: ${[...names, ...rest].join(', ')}. Their items would be missing until they are sent again.`;
    }
  }
};

/** `transaction_id T-1`. */
export const showItem = (item: NamedItem): string =>
  Object.entries(item)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${[value].flat().join(', ')}`)
    .join(', ');
