import { type AnsweredImport, judgeUndos, type UndoRefusal } from '@carryover/domain/undo';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordRun } from '../admin/operator-actions.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from '../admin/suppliers.ts';
import type { Administration, NamedSupplier } from '../ports/administration.ts';
import type {
  AccountWithImports,
  OperatorStores,
  OperatorWork,
  ReceivedRange,
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
type UndoneOfAccount = {
  readonly removed: ReadonlyArray<RemovedItems>;
  readonly refused: ReadonlyArray<RefusedUndo>;
  readonly answering: ReadonlyArray<UndoneAnswering>;
};

/** The result so far. */
export type UndoneRange = {
  readonly undone: number;
  readonly refused: number;
  readonly removed: RemovedCounts;
  /** Items that imports that stay were answered "already exists" for, and that are gone. */
  readonly answeredItems: number;
};

/**
 * Undoes the imports of a supplier that were received in a range: account by account, the latest first, each account in
 * its own transaction. Imports that are undone already are skipped, so that a run that was ended can be run again. The answers
 * of imports that are refused count as those of imports outside the range.
 */
type UndoRange = UseCase<
  UndoOptions & {
    readonly supplier: SupplierName;
    readonly range: ReceivedRange;
    /** Called after each account. */
    readonly onProgress: (soFar: UndoneRange, account: UndoneOfAccount) => void;
  },
  SupplierRefused | StoreFailure,
  UndoneRange
>;

const PAGE = 400;
/** As many as the command has connections. */
const CONCURRENT_ACCOUNTS = 4;

const itemsOf = (answered: ReadonlyArray<AnsweredImport>): number =>
  answered.reduce((sum, { items }) => sum + items.length, 0);

const undoAccountIn =
  ({ corrections }: OperatorStores) =>
  (
    account: AccountWithImports,
    range: ReceivedRange,
    { actor, evenIfAnswered }: UndoOptions,
  ): Stored<UndoneOfAccount> =>
    pipe(
      corrections.lockImports(account, range),
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
          TE.map((removed) => ({ removed: [...removed.values()], refused, answering })),
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
    const { range, onProgress, ...options } = command;
    let result: UndoneRange = { undone: 0, refused: 0, removed: NOTHING_REMOVED, answeredItems: 0 };
    const take = (account: UndoneOfAccount): void => {
      const { removed, refused, answering } = account;
      result = {
        undone: result.undone + removed.length,
        refused: result.refused + refused.length,
        removed: removed.reduce(addRemoved, result.removed),
        answeredItems: answering.reduce((sum, { answered }) => sum + itemsOf(answered), result.answeredItems),
      };
      onProgress(result, account);
    };
    const undoAccount = (account: AccountWithImports) =>
      operatorWork.run((stores) => undoAccountIn(stores)(account, range, options), options)();

    let after: AccountWithImports | null = null;
    for (;;) {
      const page: E.Either<StoreFailure, ReadonlyArray<AccountWithImports>> = await undoableImports.accountsWithin(
        supplier,
        range,
        { after, limit: PAGE },
      )();
      if (E.isLeft(page)) return page;
      for (let index = 0; index < page.right.length; index += CONCURRENT_ACCOUNTS) {
        const done = await Promise.all(page.right.slice(index, index + CONCURRENT_ACCOUNTS).map(undoAccount));
        for (const account of done) if (E.isRight(account)) take(account.right);
        const failed = done.find(E.isLeft);
        if (failed !== undefined) return failed;
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
        const { range, actor, evenIfAnswered, isDryRun } = command;
        const work = undoAll(ports)(supplier, command);
        const state = { since: range.since, until: range.until, even_if_answered: evenIfAnswered };
        const run = { supplier, action: 'imports undo', state, actor };
        return isDryRun
          ? work
          : ports.recordRun(run, work, ({ undone, refused, answeredItems }) => ({
              undone,
              refused,
              answered_items: answeredItems,
            }));
      }),
    );
