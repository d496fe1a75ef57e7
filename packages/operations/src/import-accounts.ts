import type { AccountOutcome } from '@carryover/application/admin/accounts';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { complain } from '@carryover/contract/issue';
import type { AccountFileRefusal, AccountToImport } from '@carryover/domain/account-import';
import { showPeriod } from '@carryover/domain/calendar-date';
import { sentenceOf } from '@carryover/files/rejects/rejected-row';
import type { Rejects } from '@carryover/files/rejects/rejects';
import { type Row, type RowIssue, type RowText, textOf } from '@carryover/files/row';
import type { FileFailure } from '@carryover/files/source/file-failure';
import type { FingerprintedSource } from '@carryover/files/source/fingerprint';
import { table } from '@carryover/terminal/output';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OperatorUseCases } from './connect.ts';
import { describeNotOngoing } from './failure.ts';
import { rejectWith } from './files/account-group.ts';

const describe = (refused: AccountFileRefusal): string | undefined => {
  switch (refused.kind) {
    case 'import_supplier_migration_not_ongoing':
      return describeNotOngoing(refused);
    case 'account_already_imported':
    case 'account_erased':
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

/** The number of rows that are shown. */
const EXAMPLES = 3;

/** The rejected rows of a run: how many, for which reasons, the most frequent first, and the first of them. */
type RejectTally = {
  readonly count: number;
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly count: number }>;
  readonly examples: ReadonlyArray<{ readonly line: number; readonly code: string; readonly detail: string }>;
};

const makeRejectTally = () => {
  const reasons = new Map<string, number>();
  const examples: RejectTally['examples'][number][] = [];
  const count = () => reasons.values().reduce((sum, one) => sum + one, 0);
  return {
    count,
    add: (line: number, why: RowIssue): void => {
      reasons.set(why.code, (reasons.get(why.code) ?? 0) + 1);
      if (examples.length < EXAMPLES) examples.push({ line, code: why.code, detail: sentenceOf(why) });
    },
    done: (): RejectTally => ({
      count: count(),
      reasons: [...reasons].map(([code, times]) => ({ code, count: times })).toSorted((a, b) => b.count - a.count),
      examples,
    }),
  };
};

/** Returns the summary of rejected rows for the terminal; empty if there are none. */
export const rejectsText = ({ count, reasons, examples }: RejectTally, file: string): string => {
  if (count === 0) return '';
  const byCount = table(
    ['rows', 'code'],
    reasons.map((one) => [one.count, one.code]),
    '',
  );
  const first = table(
    ['line', 'code', 'detail'],
    examples.map(({ line, code, detail }) => [line, code, detail]),
    '',
  );
  const heading = count > EXAMPLES ? `The first ${EXAMPLES}:\n` : '';
  return `\n${byCount}\n${heading}${first}\nCorrect the rows in ${file} and import that file. Its columns line, code and detail are ignored.\n`;
};

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
  readonly source: FingerprintedSource;
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
        done: source.bytesRead(),
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
      // The audit has the hash. Of a workbook, and of a file that is damaged, not all bytes were read.
      if (!isDryRun) await source.fingerprint().catch(() => null);
      return E.right({ ...done, rejects: tally.done() });
    } catch (error) {
      if (error instanceof Stopped) return E.left(error.failure);
      throw error;
    } finally {
      rejects.close();
      progress.end();
    }
  };
