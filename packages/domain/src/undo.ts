import * as E from 'fp-ts/lib/Either.js';
import type { Period } from './period.ts';
import { contains, type StatementPeriod } from './statement-period.ts';

/** A ledger on which an import stored transactions or billing documents. */
export type TouchedLedger = {
  readonly ledgerNumber: string;
  /** The platform's own; an imported history does not count. */
  readonly hasFinalizedBillingDocument: boolean;
  readonly openPeriod: StatementPeriod | null;
  /** First and last date of the transactions that entered a statement period; null if there are none, as in a history. */
  readonly dates: Period | null;
};

/** A later import with items that were answered "already exists" because of an import. */
export type AnsweredImport = { readonly importId: string; readonly itemCount: number };

/** The state of an accepted import and its account on which an undo depends. */
export type UndoFacts = {
  /** null if the import has not been undone. */
  readonly undone: { readonly at: Date; readonly by: string } | null;
  readonly ledgers: ReadonlyArray<TouchedLedger>;
  readonly answered: ReadonlyArray<AnsweredImport>;
};

/** The reason why an import cannot be undone, checked in this order (decisions 16). */
export type UndoRefusal =
  | { readonly kind: 'import_already_undone'; readonly at: Date; readonly by: string }
  | { readonly kind: 'ledger_has_finalized_billing_document'; readonly ledgerNumber: string }
  | { readonly kind: 'statement_period_closed'; readonly ledgerNumber: string; readonly dates: Period }
  | { readonly kind: 'later_imports_answered'; readonly answered: ReadonlyArray<AnsweredImport> };

/** Transactions were billed, or will be, unless all of them are still in the open statement period. */
const isClosed = ({ openPeriod, dates }: TouchedLedger): boolean =>
  dates !== null && (openPeriod === null || !contains(openPeriod, dates.from) || !contains(openPeriod, dates.to));

/**
 * Decides if an import may be undone: once, and only while its account has not gone on.
 *
 * @param evenIfAnswered also if later imports were answered "already exists" because of it: their items are then missing.
 */
export const judgeUndo =
  ({ evenIfAnswered }: { readonly evenIfAnswered: boolean }) =>
  ({ undone, ledgers, answered }: UndoFacts): E.Either<UndoRefusal, void> => {
    if (undone !== null) return E.left({ kind: 'import_already_undone', ...undone });
    const finalized = ledgers.find((ledger) => ledger.hasFinalizedBillingDocument);
    if (finalized !== undefined)
      return E.left({ kind: 'ledger_has_finalized_billing_document', ledgerNumber: finalized.ledgerNumber });
    const closed = ledgers.find(isClosed);
    if (closed !== undefined)
      return E.left({ kind: 'statement_period_closed', ledgerNumber: closed.ledgerNumber, dates: closed.dates! });
    return answered.length > 0 && !evenIfAnswered
      ? E.left({ kind: 'later_imports_answered', answered })
      : E.right(undefined);
  };
