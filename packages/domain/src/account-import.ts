import * as E from 'fp-ts/lib/Either.js';
import {
  type AccountErased,
  type AccountStatus,
  acceptsImports,
  type ImportSupplier,
  type MigrationNotOngoing,
} from './account.ts';
import type { StatementPeriod } from './calendar-date.ts';
import { isFinalized, type Ledger } from './ledger.ts';

/** A ledger in an accounts file. */
export type LedgerToImport = Omit<Ledger, 'hasImportedHistory'>;

/** An account in an accounts file; at most one of its ledgers is marked as the main ledger (`isMain`). */
export type AccountToImport = {
  readonly externalAccountNumber: string;
  readonly status: AccountStatus;
  readonly ledgers: ReadonlyArray<LedgerToImport>;
};

/** A stored ledger with the facts about its data that an import needs. */
export type StoredLedger = Ledger & {
  readonly hasTransactions: boolean;
  /** True if a statement period was ever opened on it: an accounts file can only open the first one. */
  readonly hasPeriods: boolean;
};

/** A stored account, as an import finds it. */
export type StoredAccount = {
  readonly id: string;
  readonly status: AccountStatus;
  readonly ledgers: ReadonlyArray<StoredLedger>;
};

/** Another account has the key that the store computes from this one's names: it cannot be stored (ADR 4). */
export type AccountKeyCollision = { readonly kind: 'account_key_collision' };

/** The reason to reject an account of a file as a whole (decisions 2). `ledgerNumber`: the ledger that causes it. */
export type AccountFileRefusal =
  | MigrationNotOngoing
  | AccountKeyCollision
  | AccountErased
  | { readonly kind: 'account_already_imported' }
  | { readonly kind: 'ledger_code_in_use'; readonly ledgerNumber: string; readonly ledgerCode: string }
  | { readonly kind: 'main_ledger_in_use'; readonly ledgerNumber: string; readonly mainLedgerNumber: string }
  | {
      readonly kind: 'open_period_differs';
      readonly ledgerNumber: string;
      readonly openPeriod: StatementPeriod | null;
    };

/** The changes that an import stores. Ledgers in `added` are new, with their open period; those in `changed` exist. */
export type AccountChange =
  | { readonly kind: 'created'; readonly account: AccountToImport }
  | {
      readonly kind: 'updated';
      readonly accountId: string;
      readonly isPromoted: boolean;
      readonly added: ReadonlyArray<LedgerToImport>;
      readonly changed: ReadonlyArray<Omit<LedgerToImport, 'openPeriod'>>;
      readonly opened: ReadonlyArray<{ readonly ledgerNumber: string; readonly period: StatementPeriod }>;
    }
  | { readonly kind: 'unchanged' };

const hasData = (ledger: StoredLedger): boolean => ledger.hasTransactions || isFinalized(ledger);

const isSamePeriod = (a: StatementPeriod | null, b: StatementPeriod | null): boolean =>
  a?.from === b?.from && a?.to === b?.to;

/** Returns the reason why a ledger of the file cannot replace the stored one; `main` is the stored main ledger. */
const refusalOf = (
  given: LedgerToImport,
  stored: StoredLedger | undefined,
  main: StoredLedger | undefined,
): AccountFileRefusal | null => {
  const { ledgerNumber } = given;
  if (stored !== undefined && stored.ledgerCode !== given.ledgerCode && hasData(stored))
    return { kind: 'ledger_code_in_use', ledgerNumber, ledgerCode: stored.ledgerCode };
  if (given.isMain && main !== undefined && main.ledgerNumber !== ledgerNumber && main.hasTransactions)
    return { kind: 'main_ledger_in_use', ledgerNumber, mainLedgerNumber: main.ledgerNumber };
  if (stored?.hasPeriods === true && !isSamePeriod(stored.openPeriod, given.openPeriod))
    return { kind: 'open_period_differs', ledgerNumber, openPeriod: stored.openPeriod };
  return null;
};

/** Returns the stored ledger after the import: a file never removes a finalized billing document. */
const merged = (stored: StoredLedger, given: LedgerToImport | undefined, mainLedgerNumber: string) => ({
  ledgerNumber: stored.ledgerNumber,
  ledgerCode: given?.ledgerCode ?? stored.ledgerCode,
  isMain: stored.ledgerNumber === mainLedgerNumber,
  hasFinalizedBillingDocument: stored.hasFinalizedBillingDocument || given?.hasFinalizedBillingDocument === true,
});

const isChanged = (stored: StoredLedger, after: ReturnType<typeof merged>): boolean =>
  stored.ledgerCode !== after.ledgerCode ||
  stored.isMain !== after.isMain ||
  stored.hasFinalizedBillingDocument !== after.hasFinalizedBillingDocument;

const byNumber = <L extends { readonly ledgerNumber: string }>(ledgers: ReadonlyArray<L>): ReadonlyMap<string, L> =>
  new Map(ledgers.map((ledger) => [ledger.ledgerNumber, ledger]));

/** Marks the first ledger as the main ledger if none is marked (decisions 2). */
const withMain = (account: AccountToImport): AccountToImport =>
  account.ledgers.some(({ isMain }) => isMain)
    ? account
    : { ...account, ledgers: account.ledgers.map((ledger, index) => ({ ...ledger, isMain: index === 0 })) };

const changeOf = (stored: StoredAccount, given: AccountToImport): AccountChange => {
  const storedLedgers = byNumber(stored.ledgers);
  const givenLedgers = byNumber(given.ledgers);
  // A file that marks no ledger does not change the main ledger.
  const main = [...given.ledgers, ...stored.ledgers].find(({ isMain }) => isMain)!.ledgerNumber;
  const isPromoted = stored.status !== given.status;
  const added = given.ledgers.filter(({ ledgerNumber }) => !storedLedgers.has(ledgerNumber));
  const changed = stored.ledgers.flatMap((ledger) => {
    const after = merged(ledger, givenLedgers.get(ledger.ledgerNumber), main);
    return isChanged(ledger, after) ? [after] : [];
  });
  const opened = given.ledgers.flatMap(({ ledgerNumber, openPeriod }) => {
    const before = storedLedgers.get(ledgerNumber);
    const isFirst = before !== undefined && !before.hasPeriods;
    return isFirst && openPeriod !== null ? [{ ledgerNumber, period: openPeriod }] : [];
  });
  const isUnchanged = !isPromoted && [added, changed, opened].every(({ length }) => length === 0);
  return isUnchanged
    ? { kind: 'unchanged' }
    : { kind: 'updated', accountId: stored.id, isPromoted, added, changed, opened };
};

/**
 * Returns the changes by one account of a file. They add an account, a ledger, a first open period, or `IMPORTED` in place of
 * `STAGED`; what data depends on is never removed or rewritten, and ledgers that the file leaves out are not changed (decisions 2).
 *
 * @param stored the account of this number; null if there is none.
 */
export const planAccountImport = (
  supplier: ImportSupplier,
  stored: StoredAccount | AccountKeyCollision | AccountErased | null,
  given: AccountToImport,
): E.Either<AccountFileRefusal, AccountChange> => {
  if (stored === null)
    return E.map((): AccountChange => ({ kind: 'created', account: withMain(given) }))(acceptsImports(supplier));
  if ('kind' in stored) return E.left(stored);
  if (stored.status === 'IMPORTED' && given.status === 'STAGED') return E.left({ kind: 'account_already_imported' });
  const accepted = stored.status === given.status ? E.right(supplier) : acceptsImports(supplier);
  if (E.isLeft(accepted)) return accepted;
  const before = byNumber(stored.ledgers);
  const main = stored.ledgers.find(({ isMain }) => isMain);
  for (const ledger of given.ledgers) {
    const refusal = refusalOf(ledger, before.get(ledger.ledgerNumber), main);
    if (refusal !== null) return E.left(refusal);
  }
  return E.right(changeOf(stored, given));
};

/** Promotes a staged account to imported, which only an Ongoing supplier allows (§3); an imported one is not changed. */
export const planPromotion = (
  supplier: ImportSupplier,
  { id, status }: StoredAccount,
): E.Either<MigrationNotOngoing, AccountChange> =>
  status === 'IMPORTED'
    ? E.right({ kind: 'unchanged' })
    : E.map(
        (): AccountChange => ({ kind: 'updated', accountId: id, isPromoted: true, added: [], changed: [], opened: [] }),
      )(acceptsImports(supplier));
