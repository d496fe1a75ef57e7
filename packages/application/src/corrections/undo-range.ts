import { type AnsweredImport, countAnswered, judgeUndos, type UndoRefusal } from '@carryover/domain/undo';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordRun } from '../admin/operator-actions.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from '../admin/suppliers.ts';
import type { Administration, NamedSupplier } from '../ports/administration.ts';
import type {
  AccountWithImports,
  ImportSelection,
  OperatorStores,
  OperatorWork,
  RemovedItems,
  UndoableImports,
} from '../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { addRemoved, NOTHING_REMOVED, type RemovedCounts, type UndoOptions } from './undo-import.ts';

/** An import of the range that was not undone. */
export type RefusedUndo = {
  readonly importId: string;
  readonly externalAccountNumber: string | null;
  readonly refusal: UndoRefusal;
};

/** An import of the range that was undone although imports that stay were answered because of it. */
export type UndoneAnswering = {
  readonly importId: string;
  readonly externalAccountNumber: string | null;
  readonly answered: ReadonlyArray<AnsweredImport>;
};

/** What was undone and refused on an account. */
export type UndoneOfAccount = {
  readonly externalAccountNumber: string | null;
  /** What each undone import had stored. */
  readonly removed: ReadonlyMap<string, RemovedItems>;
  readonly refused: ReadonlyArray<RefusedUndo>;
  readonly answering: ReadonlyArray<UndoneAnswering>;
};

/** An account is not as it was shown: its transaction is rolled back. */
type AccountChanged = { readonly kind: 'account_changed' };

/** The result so far. */
export type UndoneRange = {
  readonly undone: number;
  readonly refused: number;
  /** The accounts on which nothing was undone, because they are no longer as they were shown. */
  readonly changed: number;
  readonly removed: RemovedCounts;
  /** Items that imports that stay were answered "already exists" for, and that are gone. */
  readonly answeredItems: number;
};

/**
 * Undoes the imports of a supplier that were received in a range, or that name a load: account by account, the latest first, each account in
 * its own transaction. Imports that are undone already are skipped, so that a run that was ended can be run again. The answers
 * of imports that are refused count as those of imports outside the range.
 */
type UndoRange = UseCase<
  UndoOptions & {
    readonly supplier: SupplierName;
    readonly selection: ImportSelection;
    /** Returns false for an account that is not as it was shown: nothing is undone on it. Left out: every account is. */
    readonly isAsShown?: (account: UndoneOfAccount) => boolean;
    /** Called after each account, in the same order each time. */
    readonly onProgress: (soFar: UndoneRange, account: UndoneOfAccount) => void;
  },
  SupplierRefused | StoreFailure,
  UndoneRange
>;

const PAGE = 400;
/** As many as the command has connections. */
const CONCURRENT_ACCOUNTS = 4;

const undoAccountIn =
  ({ corrections }: OperatorStores) =>
  (
    account: AccountWithImports,
    selection: ImportSelection,
    { actor, evenIfAnswered }: UndoOptions,
  ): Stored<UndoneOfAccount> =>
    pipe(
      corrections.lockImports(account, selection),
      TE.chain((found) => {
        const verdicts = judgeUndos({ evenIfAnswered })(found);
        const imports = verdicts.flatMap(({ verdict }) => (E.isRight(verdict) ? [verdict.right] : []));
        const { externalAccountNumber } = account.subject;
        const refused = verdicts.flatMap(({ importId, verdict }) =>
          E.isLeft(verdict) ? [{ importId, externalAccountNumber, refusal: verdict.left }] : [],
        );
        const answering = imports
          .filter(({ facts }) => facts.answered.length > 0)
          .map(({ importId, facts: { answered } }) => ({ importId, externalAccountNumber, answered }));
        const undone: Stored<ReadonlyMap<string, RemovedItems>> =
          imports.length === 0 ? TE.right(new Map()) : corrections.undo(account, imports, actor);
        return pipe(
          undone,
          TE.map((removed) => ({ externalAccountNumber, removed, refused, answering })),
        );
      }),
    );

type Ports = {
  readonly administration: Administration;
  readonly operatorWork: OperatorWork;
  readonly undoableImports: UndoableImports;
  readonly recordRun: RecordRun;
};

const undoAll =
  ({ operatorWork, undoableImports }: Ports) =>
  (supplier: NamedSupplier, command: Parameters<UndoRange>[0]): Stored<UndoneRange> =>
  async () => {
    const { selection, onProgress, isAsShown = () => true, ...options } = command;
    let result: UndoneRange = { undone: 0, refused: 0, changed: 0, removed: NOTHING_REMOVED, answeredItems: 0 };
    const take = (account: UndoneOfAccount): void => {
      const { removed, refused, answering } = account;
      result = {
        ...result,
        undone: result.undone + removed.size,
        refused: result.refused + refused.length,
        removed: [...removed.values()].reduce(addRemoved, result.removed),
        answeredItems: answering.reduce((sum, { answered }) => sum + countAnswered(answered), result.answeredItems),
      };
      onProgress(result, account);
    };
    const undoAccount = (account: AccountWithImports) =>
      operatorWork.run(
        (stores) =>
          pipe(
            undoAccountIn(stores)(account, selection, options),
            TE.filterOrElseW(isAsShown, (): AccountChanged => ({ kind: 'account_changed' })),
          ),
        options,
      )();

    let after: AccountWithImports | null = null;
    for (;;) {
      const page: E.Either<StoreFailure, ReadonlyArray<AccountWithImports>> = await undoableImports.accountsWithin(
        supplier,
        selection,
        { after, limit: PAGE },
      )();
      if (E.isLeft(page)) return page;
      for (let index = 0; index < page.right.length; index += CONCURRENT_ACCOUNTS) {
        const done = await Promise.all(page.right.slice(index, index + CONCURRENT_ACCOUNTS).map(undoAccount));
        let failure: StoreFailure | null = null;
        for (const account of done) {
          if (E.isRight(account)) take(account.right);
          else if (account.left.kind === 'account_changed') result = { ...result, changed: result.changed + 1 };
          else failure ??= account.left;
        }
        // What was undone beside an account that failed counts.
        if (failure !== null) return E.left(failure);
      }
      after = page.right.at(-1) ?? null;
      if (after === null) return E.right(result);
    }
  };

export const makeUndoRange =
  (ports: Ports): UndoRange =>
  (command) =>
    pipe(
      theSupplier(ports.administration, command.supplier),
      TE.chainW((supplier) => {
        const { selection, actor, evenIfAnswered, isDryRun } = command;
        const work = undoAll(ports)(supplier, command);
        const selected =
          'loadId' in selection ? { load_id: selection.loadId } : { since: selection.since, until: selection.until };
        const state = { ...selected, even_if_answered: evenIfAnswered };
        const run = { supplier, action: 'imports undo' as const, state, actor };
        return isDryRun
          ? work
          : ports.recordRun(run, work, ({ undone, refused, changed, answeredItems }) => ({
              undone,
              refused,
              ...(changed === 0 ? {} : { changed_accounts: changed }),
              answered_items: answeredItems,
            }));
      }),
    );
