import * as E from 'fp-ts/lib/Either.js';
import type { AccountErased } from './account.ts';
import { containsDay, type Period, type StatementPeriod } from './calendar-date.ts';

/** A ledger on which an import stored transactions or billing documents. */
export type TouchedLedger = {
  readonly ledgerNumber: string;
  /** The platform's own; an imported history does not count. */
  readonly hasFinalizedBillingDocument: boolean;
  readonly openPeriod: StatementPeriod | null;
  /** First and last date of the transactions that entered a statement period; null if there are none, as in a history. */
  readonly dates: Period | null;
};

/**
 * An item as its client recognises it, by the names of the interface: `transaction_id`, `statement_id`, a note's
 * `created_at` with the beginning of its `body` or its `document_paths`, an instruction's `vendor` and `type`.
 */
export type NamedItem = { readonly [field: string]: string | null | ReadonlyArray<string> };

/** A later import, with those of its items that were answered "already exists" because of an import. */
export type AnsweredImport = { readonly importId: string; readonly items: ReadonlyArray<NamedItem> };

export const countAnswered = (answered: ReadonlyArray<AnsweredImport>): number =>
  answered.reduce((sum, { items }) => sum + items.length, 0);

/** The state of an accepted import and its account on which an undo depends. */
export type UndoFacts = {
  /** Null if its account was not erased. */
  readonly accountErasedAt: Date | null;
  /** null if the import has not been undone. */
  readonly undone: { readonly at: Date; readonly by: string } | null;
  readonly ledgers: ReadonlyArray<TouchedLedger>;
  /** Including imports that are undone together with it. */
  readonly answered: ReadonlyArray<AnsweredImport>;
};

/** The reason why an import cannot be undone, checked in this order (decisions 16). */
export type UndoRefusal =
  | AccountErased
  | { readonly kind: 'import_already_undone'; readonly at: Date; readonly by: string }
  | { readonly kind: 'ledger_has_finalized_billing_document'; readonly ledgerNumber: string }
  | { readonly kind: 'statement_period_closed'; readonly ledgerNumber: string; readonly dates: Period }
  | { readonly kind: 'later_imports_answered'; readonly answered: ReadonlyArray<AnsweredImport> };

/** Transactions were billed, or will be, unless all of them are still in the open statement period. */
const isClosed = ({ openPeriod, dates }: TouchedLedger): boolean =>
  dates !== null && (openPeriod === null || !containsDay(openPeriod, dates.from) || !containsDay(openPeriod, dates.to));

/** @property evenIfAnswered also if later imports were answered "already exists" because of it: their items are then missing. */
type Strictness = { readonly evenIfAnswered: boolean };

/** Decides if an import may be undone: once, and only while its account has not gone on. */
const judgeUndo =
  ({ evenIfAnswered }: Strictness) =>
  ({ accountErasedAt: erasedAt, undone, ledgers, answered }: UndoFacts): E.Either<UndoRefusal, void> => {
    if (erasedAt !== null) return E.left({ kind: 'account_erased', erasedAt });
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

type UndoCandidate = { readonly importId: string; readonly facts: UndoFacts };

/**
 * Decides on imports of one account that are undone together (decisions 16). The answers of an import that is undone with
 * the others do not count; those of one that is refused do, so each refusal may lead to further ones.
 *
 * @returns the decision on each import, in the given order. Right: the import, with only those `answered` that stay.
 */
export const judgeUndos =
  (strictness: Strictness) =>
  <I extends UndoCandidate>(
    imports: ReadonlyArray<I>,
  ): ReadonlyArray<{ readonly importId: string; readonly verdict: E.Either<UndoRefusal, I> }> => {
    const undone = new Set(imports.map(({ importId }) => importId));
    const judge = (candidate: I) => {
      const answered = candidate.facts.answered.filter(({ importId }) => !undone.has(importId));
      const judged: I = { ...candidate, facts: { ...candidate.facts, answered } };
      const verdict = judgeUndo(strictness)(judged.facts);
      return { importId: candidate.importId, verdict: E.map(() => judged)(verdict) };
    };
    /** For each import, those of the given ones because of which it was answered "already exists". */
    const answering = Map.groupBy(
      imports.flatMap((candidate) => candidate.facts.answered.map(({ importId }) => ({ importId, candidate }))),
      ({ importId }) => importId,
    );
    let toJudge: ReadonlyArray<I> = imports;
    while (toJudge.length > 0) {
      const refused = toJudge.filter(
        (candidate) => undone.has(candidate.importId) && E.isLeft(judge(candidate).verdict),
      );
      for (const { importId } of refused) undone.delete(importId);
      toJudge = refused.flatMap(({ importId }) => (answering.get(importId) ?? []).map(({ candidate }) => candidate));
    }
    return imports.map(judge);
  };
