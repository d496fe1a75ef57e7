import type { AccountUseCases } from '@carryover/application/operator/accounts';
import type { AccountImport, NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { ERROR_CODES } from '@carryover/contract/error-codes';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FileFailure } from './files/file-failure.ts';
import type { Rejects } from './files/rejects.ts';
import type { Row, RowIssue, RowText } from './files/row.ts';
import type { Source } from './files/source.ts';
import type { Progress } from './progress.ts';

/** How many accounts are imported in one transaction. */
const BATCH = 1_000;

export type ImportedFile = { readonly accounts: number; readonly rejected: number };

type AccountRow = { readonly at: RowText; readonly account: AccountImport };

const ALREADY_IMPORTED: RowIssue = {
  code: 'account_already_imported',
  detail: ERROR_CODES.account_already_imported,
  attr: 'status',
};

/** Leaves the loop below where the database or the rejects file fails; the rows so far are in, and a second run skips them. */
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

/** Imports a file's accounts in batches, each in a transaction of its own; bad rows go to the rejects file. */
export const importAccounts =
  (
    accounts: AccountUseCases,
    {
      supplier,
      source,
      rows,
      rejects,
      progress,
    }: {
      readonly supplier: NamedSupplier;
      readonly source: Source;
      /** The rows of `source`. */
      readonly rows: AsyncIterable<Row<AccountImport>>;
      readonly rejects: Rejects;
      readonly progress: Progress;
    },
  ): TaskEither<StoreFailure | FileFailure, ImportedFile> =>
  async () => {
    const done = { accounts: 0, rejected: 0 };
    const reject = (at: RowText, why: RowIssue) => {
      orStop(rejects.add(at, why));
      done.rejected += 1;
    };
    const flush = async (batch: ReadonlyArray<AccountRow>) => {
      const left = orStop(await accounts.importBatch({ supplier, accounts: batch.map(({ account }) => account) })());
      const refused = batch.filter(({ account }) => left.has(account.externalAccountNumber));
      for (const { at } of refused) reject(at, ALREADY_IMPORTED);
      done.accounts += batch.length - refused.length;
      progress.update({ rows: done.accounts + done.rejected, rejected: done.rejected, bytes: source.bytesRead() });
    };

    try {
      let batch: AccountRow[] = [];
      for await (const { line, raw, row } of rows) {
        const at = { line, raw };
        if (E.isLeft(row)) reject(at, row.left);
        else batch.push({ at, account: row.right });
        if (batch.length === BATCH) {
          await flush(batch);
          batch = [];
        }
      }
      if (batch.length > 0) await flush(batch);
      return E.right(done);
    } catch (error) {
      if (error instanceof Stopped) return E.left(error.failure);
      throw error;
    } finally {
      rejects.close();
      progress.end();
    }
  };
