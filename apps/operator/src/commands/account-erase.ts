import { type ErasedAccount, erasedState } from '@carryover/application/corrections/erase-account';
import { beginReading } from '@carryover/files/read-rows';
import { sentenceOf } from '@carryover/files/rejects/rejected-row';
import { textOf } from '@carryover/files/row';
import type { FileFailure } from '@carryover/files/source/file-failure';
import { openSource } from '@carryover/files/source/source';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import { readErasureRows } from '@carryover/operations/files/erasure-rows';
import { describeRemaining } from '@carryover/operations/run-files';
import { count } from '@carryover/report/figures';
import { table } from '@carryover/terminal/output';
import { makeProgress } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  accountName,
  afterYes,
  command,
  type Finished,
  forAccount,
  forSupplier,
  type Invocation,
  identifier,
  line,
  type Runner,
  type SupplierOptions,
  type Work,
} from '../command.ts';

type Options = SupplierOptions & {
  readonly account?: string;
  readonly file?: string;
  readonly reason: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

const eraseOne = (
  { eraseAccount }: OperatorUseCases,
  { actor }: Invocation,
  { reason, dryRun: isDryRun = false, ...options }: Options,
  account: string,
) => eraseAccount({ account: accountName({ ...options, account }), actor: { ...actor, reason }, isDryRun });

const DRY_RUN = 'Dry run: nothing was removed.\n';

type Remaining = ReadonlyArray<FileFailure>;

/** What is said of files that could not be removed; an erasure has no such member otherwise. */
const remainingOutput = (remaining: Remaining) => ({
  text: remaining.length === 0 ? '' : `\n${describeRemaining(remaining)}\n`,
  json: remaining.length === 0 ? {} : { files_not_removed: remaining.map(({ file, detail }) => ({ file, detail })) },
});

const oneOutput = (erased: ErasedAccount & { readonly remaining: Remaining }, isDryRun: boolean): Finished => {
  const { serviceAccountNumber, erasedAt, wasErased, totals, payloads, refusals, dryRuns, remaining } = erased;
  const done = wasErased ? `was erased before, on ${erasedAt.toISOString()}` : 'is erased';
  return {
    text: [
      isDryRun ? DRY_RUN : '',
      `The account ${serviceAccountNumber} ${isDryRun && !wasErased ? 'would be erased' : done}.\n`,
      `Payloads ${count(payloads)}, refused requests ${count(refusals)}, dry runs ${count(dryRuns)}.\n\n`,
      table(
        ['LEDGER', 'TYPE', 'COUNT', 'SUM'],
        totals.map((total) => [total.ledgerNumber, total.type, count(total.count), total.sum]),
        'It had no items.',
      ),
      remainingOutput(remaining).text,
    ].join(''),
    json: {
      service_account_number: serviceAccountNumber,
      dry_run: isDryRun,
      already_erased: wasErased,
      erased_at: isDryRun && !wasErased ? null : erasedAt,
      removed: erasedState(erased),
      ...remainingOutput(remaining).json,
    },
    isRefusal: remaining.length > 0,
  };
};

/** The rejected lines that are listed. */
const LISTED = 1_000;

type Rejected = { readonly line: number; readonly code: string; readonly detail: string };

/** Erases the accounts of a file one after the other, each in its own transaction. */
const eraseFile =
  (options: Options, file: string): Work<Finished> =>
  (useCases, invocation) =>
    pipe(
      openSource(file),
      TE.bindTo('source'),
      TE.bindW('rows', ({ source }) => beginReading(file, readErasureRows(source))),
      TE.chainW(({ source, rows }) => async (): Promise<E.Either<Failure, Finished>> => {
        const { dryRun: isDryRun = false } = options;
        const progress = makeProgress(invocation.terminal, { total: source.totalBytes });
        const sums = { erased: 0, already_erased: 0, rejected: 0 };
        const rejects: Rejected[] = [];
        const remaining = new Map<string, FileFailure>();
        const reject = (rejected: Rejected) => {
          sums.rejected += 1;
          if (rejects.length < LISTED) rejects.push(rejected);
        };
        try {
          for await (const read of rows) {
            const at = textOf(read);
            if (E.isLeft(read.row)) {
              const { code } = read.row.left;
              reject({ line: at.line, code, detail: sentenceOf(read.row.left) });
            } else {
              const done = await eraseOne(useCases, invocation, options, read.row.right.externalAccountNumber)();
              if (E.isRight(done)) {
                sums[done.right.wasErased ? 'already_erased' : 'erased'] += 1;
                for (const one of done.right.remaining) remaining.set(one.file, one);
              } else if (done.left.kind === 'account_not_found')
                reject({ line: at.line, code: done.left.kind, detail: 'The supplier has no such account.' });
              else return done;
            }
            const rowCount = sums.erased + sums.already_erased + sums.rejected;
            progress.update({ rows: rowCount, rejected: sums.rejected, done: source.bytesRead() });
          }
        } finally {
          progress.end();
        }
        const said = remainingOutput([...remaining.values()]);
        return E.right({
          text: [
            isDryRun ? DRY_RUN : '',
            `Accounts: ${count(sums.erased)} erased, ${count(sums.already_erased)} erased before. Lines rejected: ${count(sums.rejected)}.\n`,
            rejects.length === 0 ? '' : `\n${table(['LINE', 'CODE', 'DETAIL'], rejects.map(Object.values), '')}`,
            said.text,
          ].join(''),
          json: { dry_run: isDryRun, ...sums, rejects, ...said.json },
          isRefusal: sums.rejected > 0 || remaining.size > 0,
        });
      }),
    );

const erasureQuestion = ({ supplier, account, file }: Options): string => {
  const what = account === undefined ? `all accounts of ${file}` : `the account ${account}`;
  return (
    `Everything personal of ${what} of ${supplier} will be removed for good: items, texts, payloads, requests. Counts and sums stay.\n` +
    `This cannot be undone. (To see what would be removed, use --dry-run.) Erase? [y/N] `
  );
};

const RULES = `
Removes everything personal of an account for good: notes, transactions, billing documents, statements, payment instructions, statement periods,
the payloads of its requests, its refused requests and dry runs, and what operator actions and undos say about it. Counts and sums by ledger
and type stay, and the hashes of payloads: reconciliation and evidence still agree, and say what was erased. The external account number is replaced by
a hash, by which later requests for the account are refused with account_erased. It cannot be undone, and its imports cannot be undone any more.

--file has a JSON object a line: {"external_account_number":"E-1"}. Each account is erased as a whole or not at all. Accounts that are erased already are
skipped, so that the same file can be given again after an interruption. Unknown accounts are listed (exit code 1).

The reason is kept with the operator action: name a ticket, not a person.`;

/** Removes everything personal of an account, or of the accounts of a file. */
export const accountEraseCommand = (run: Runner): Command =>
  forSupplier(command('erase', 'remove everything personal of an account for good'))
    .option('--account <number>', 'external account number', identifier)
    .option('--file <file>', '.ndjson file of several accounts; - for standard input')
    .requiredOption('--reason <text>', 'reason recorded for `audit list`, without personal data', line(1_000))
    .option('--as <name>', 'name recorded for `audit list` (default: user and host of the operating system)', line(128))
    .option('--dry-run', 'show what would be removed, and remove nothing')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', RULES)
    .action((options: Options, self: Command) => {
      const { account, file, dryRun = false, yes = false } = options;
      if ((account === undefined) === (file === undefined))
        return self.error('error: give either --account or --file.');
      const work: Work<Finished> =
        file === undefined
          ? (useCases, invocation) =>
              pipe(
                eraseOne(useCases, invocation, options, account!),
                TE.map((erased) => oneOutput(erased, dryRun)),
              )
          : eraseFile(options, file);
      return run(options, dryRun || yes ? work : afterYes(() => TE.right(erasureQuestion(options)), work), identity);
    });

/** Writes everything that is stored about an account to a file. */
export const accountExportCommand = (run: Runner): Command =>
  forAccount(command('export', 'write everything that is stored about an account to a file, for the person concerned'))
    .requiredOption('--out <file>', 'JSON file to write, readable by its owner only; must not exist')
    .option('--as <name>', 'name recorded for `audit list` (default: user and host of the operating system)', line(128))
    .option('--reason <text>', 'reason recorded for `audit list`', line(1_000))
    .action((options) =>
      run(
        options,
        ({ exportAccount, toNewFile }, { actor }) =>
          exportAccount({ account: accountName(options), write: toNewFile(options.out), actor }),
        (records) => ({
          text: `${table(
            ['RECORDS', 'NUMBER'],
            Object.entries(records).map(([name, of]) => [name, count(of)]),
            '',
          )}\nWritten to ${options.out}.\n`,
          json: { file: options.out, records },
        }),
      ),
    );
