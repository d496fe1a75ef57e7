import type { AccountOutcome } from '@carryover/application/admin/accounts';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { AccountFileRefusal, AccountToImport } from '@carryover/domain/account-import';
import type { Rejects } from '@carryover/files/rejects/rejects';
import { type Row, type RowIssue, type RowText, textOf } from '@carryover/files/row';
import type { FileFailure } from '@carryover/files/source/file-failure';
import type { Source } from '@carryover/files/source/source';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { toRowIssue } from './account-refusal.ts';
import type { OperatorUseCases } from './connect.ts';
import { rejectWith } from './files/account-group.ts';
import { makeRejectTally, type RejectTally } from './reject-tally.ts';

/** The number of rows that are imported in one transaction. */
const BATCH = 1_000;

/** Accounts by what became of them, and the rows that were rejected. */
export type ImportedFile = { readonly created: number; readonly updated: number; readonly unchanged: number } & {
  readonly rejects: RejectTally;
};

/** Returns the counts of an import by the names that commands print. */
export const countsOf = ({ created, updated, unchanged, rejects }: ImportedFile) => ({
  accounts: created + updated + unchanged,
  created,
  updated,
  unchanged,
  rejected: rejects.count,
});

type AccountRow = Row<AccountToImport>;

type FileImport = {
  readonly supplier: NamedSupplier;
  readonly source: Source;
  /** The rows of `source`. */
  readonly rows: AsyncIterable<AccountRow>;
  readonly rejects: Rejects;
  readonly progress: Progress;
  /** Checks and counts as an import does, and stores nothing. */
  readonly isDryRun: boolean;
};

/** Ends the loop below if the database or the rejects file fails; the rows so far are stored, and a second run skips them. */
class Stopped extends Error {
  readonly failure: StoreFailure | FileFailure;
  constructor(failure: StoreFailure | FileFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

const orStop = <A>(result: E.Either<StoreFailure | FileFailure, A>): A => {
  if (E.isLeft(result)) throw new Stopped(result.left);
  return result.right;
};

/** Returns all rows of a refused account, so that it can be imported as a whole once the invalid row is corrected. */
const rejectAccount = (read: AccountRow, account: AccountToImport, refused: AccountFileRefusal) => {
  const rows = read.parts ?? [textOf(read)];
  const ledgerNumber = 'ledgerNumber' in refused ? refused.ledgerNumber : null;
  const ledger = account.ledgers.findIndex((one) => one.ledgerNumber === ledgerNumber);
  const { line } = rows[ledger] ?? rows[0]!;
  return rejectWith(rows, { line, issue: toRowIssue(refused) });
};

/** Imports a file's accounts in batches, each in its own transaction; invalid rows go to the rejects file. */
export const importAccounts =
  (accounts: OperatorUseCases['accounts'], file: FileImport): TaskEither<StoreFailure | FileFailure, ImportedFile> =>
  async () => {
    const { supplier, source, rows, rejects, progress, isDryRun } = file;
    const done = { created: 0, updated: 0, unchanged: 0 };
    const tally = makeRejectTally();
    const reject = (at: RowText, why: RowIssue) => {
      orStop(rejects.add(at, why));
      tally.add(at.line, why);
    };
    const take = (read: AccountRow, account: AccountToImport, outcome: AccountOutcome) => {
      if (E.isRight(outcome)) done[outcome.right] += 1;
      else
        for (const { row, ...at } of rejectAccount(read, account, outcome.left))
          if (E.isLeft(row)) reject(at, row.left);
    };
    const flush = async (batch: ReadonlyArray<AccountRow>) => {
      const given = batch.flatMap(({ row }) => (E.isRight(row) ? [row.right] : []));
      const outcomes = orStop(await accounts.importBatch({ supplier, accounts: given, isDryRun })());
      const next = outcomes.values();
      for (const read of batch) {
        if (E.isLeft(read.row)) reject(textOf(read), read.row.left);
        else take(read, read.row.right, next.next().value!);
      }
      const rejected = tally.count();
      progress.update({
        rows: done.created + done.updated + done.unchanged + rejected,
        rejected,
        bytes: source.bytesRead(),
      });
    };

    try {
      let batch: AccountRow[] = [];
      for await (const read of rows) {
        batch.push(read);
        if (batch.length === BATCH) {
          await flush(batch);
          batch = [];
        }
      }
      if (batch.length > 0) await flush(batch);
      return E.right({ ...done, rejects: tally.done() });
    } catch (error) {
      if (error instanceof Stopped) return E.left(error.failure);
      throw error;
    } finally {
      rejects.close();
      progress.end();
    }
  };
