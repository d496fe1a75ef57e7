import { shellWord } from '@carryover/settings/shell-word';
import { type Command, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import {
  type Action,
  command,
  EXIT,
  type Failure,
  type Finished,
  type Invocation,
  type Runner,
  type UntilInterrupted,
  unexpected,
  wrongUsage,
} from '../command.ts';
import { notReadJson, resolveInputs } from '../files/inputs.ts';
import { DEFAULT_MAX_REJECTS, type MaxRejects, maxRejects, NO_COUNTS, summaryOf } from '../journal/counts.ts';
import {
  beginJournal,
  journalFileOf,
  type OpenJournal,
  removeOfStandardInput,
  resumeJournal,
} from '../journal/open-journal.ts';
import { readJournal } from '../journal/read-journal.ts';
import { BATCH_LIMITS } from '../loading/batches.ts';
import { type Loaded, load } from '../loading/load.ts';
import { isProven, type Report } from '../report/proof-report.ts';
import { loadText } from '../report/proof-view.ts';
import type { Server } from '../server.ts';
import {
  ALLOW_REPEATED,
  checkReports,
  type ItemOptions,
  NO_MOVED_DATES,
  namingItems,
  namingOf,
  type ReportOptions,
  reporting,
  wholeNumber,
  writeReports,
} from './options.ts';
import { runWithService, type WaitOptions, waiting, waitMs } from './with-service.ts';

type Options = ReportOptions &
  WaitOptions &
  ItemOptions & {
    readonly journal?: string;
    readonly resume?: string;
    readonly rejects?: string;
    readonly maxRejects: MaxRejects;
    readonly limit?: number;
    readonly concurrency: number;
    readonly movedDates: boolean;
    readonly allowRepeated?: boolean;
    readonly despiteExpectations?: boolean;
  };

const open = async (
  paths: ReadonlyArray<string>,
  options: Options,
  { baseUrl }: Server,
): Promise<E.Either<Failure, OpenJournal>> => {
  const {
    kind,
    supplier,
    journal,
    resume,
    rejects,
    limit,
    leaveOut,
    map,
    manifest,
    movedDates,
    allowRepeated = false,
    despiteExpectations = false,
  } = options;
  if (resume !== undefined)
    return [...paths, ...leaveOut].length === 0 &&
      movedDates &&
      !allowRepeated &&
      !despiteExpectations &&
      [journal, kind, supplier, rejects, limit, manifest].every((one) => one === undefined)
      ? resumeJournal(resume, baseUrl, map)
      : E.left(
          wrongUsage('With --resume, files and options are those of the journal. Leave all others out, but for --map.'),
        );
  if (paths.length === 0) return E.left(wrongUsage('Name the files to load, a folder, or a journal with --resume.'));
  const naming = await namingOf(options);
  if (E.isLeft(naming)) return naming;
  const resolved = await resolveInputs(paths, naming.right);
  if (E.isLeft(resolved)) return resolved;
  const { inputs, notRead } = resolved.right;
  const { maxItems, maxBytes } = BATCH_LIMITS;
  const settings = {
    base_url: baseUrl,
    supplier: supplier ?? null,
    rejects: rejects ?? null,
    not_read: notRead,
    limit: limit ?? null,
    max_items: maxItems,
    max_bytes: maxBytes,
    moves_dates: movedDates,
    allows_repeated: allowRepeated,
    ...(despiteExpectations ? { despite_expectations: true } : {}),
  };
  return beginJournal(journal ?? journalFileOf(inputs), inputs, settings);
};

const toReport = (
  { counts, proof, outputs, cutShort, conversions }: Loaded,
  { begun }: OpenJournal,
  { baseUrl }: Server,
): Report => ({
  title: 'Load',
  service: baseUrl,
  madeAt: new Date(),
  counts,
  // All others are among the rejected ones.
  notCompared: { unreadable: 0, repeated: counts.repeated, duplicates: 0 },
  cutShort,
  notRead: begun.not_read,
  outputs,
  allowsRepeated: begun.allows_repeated,
  isExclusive: false,
  repeats: { count: 0, first: [] },
  proof,
  conversions,
});

const finish = (loaded: Loaded, report: Report, opened: OpenJournal): Finished => {
  const isDone = isProven(report);
  const isRemoved = isDone && removeOfStandardInput(opened);
  const { limit } = opened.begun;
  const first =
    limit === null ? '' : `Only the first ${limit.toLocaleString('en')} rows were loaded, because of --limit.\n`;
  return {
    text: first + loadText(loaded, report, isRemoved ? null : opened.file),
    json: summaryOf({ ...loaded.counts, moved: loaded.proof.moved.count }, loaded.seconds, isDone),
    exitCode: isDone ? EXIT.done : EXIT.rejected,
  };
};

const toGoOn = (journal: string): string => ` To go on: carryover load --resume ${shellWord(journal)}`;

const perform = async (
  paths: ReadonlyArray<string>,
  options: Options,
  invocation: Invocation,
  onOpened: (journal: string) => void,
): Promise<E.Either<Failure, Finished>> => {
  let hint = '';
  return runWithService(
    invocation,
    async (server) => {
      const reports = checkReports(options);
      if (E.isLeft(reports)) return reports;
      const opened = await open(paths, options, server);
      if (E.isLeft(opened)) return opened;
      const { file, release } = opened.right;
      onOpened(file);
      hint = toGoOn(file);
      const { concurrency, maxRejects: most } = options;
      const { moves_dates: movesDates, load_id: loadId } = opened.right.begun;
      const ofLoad = loadId === undefined ? {} : { loadId };
      const target = { ...server, waitMs: waitMs(options), movesDates, ...ofLoad };
      try {
        const loaded = await load(opened.right, target, {
          concurrency,
          maxRejects: most,
          terminal: invocation.terminal,
        });
        const report = toReport(loaded, opened.right, server);
        const { notRead } = report;
        if (invocation.isJson && notRead.length > 0) invocation.out(`${JSON.stringify(notReadJson(notRead))}\n`);
        writeReports(options, report);
        return E.right(finish(loaded, report, opened.right));
      } finally {
        release();
      }
    },
    () => hint,
  );
};

/** Whatever ends the load, its output for scripts ends with what the journal says of it. */
const loadFiles =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  async (invocation) => {
    const startedAt = performance.now();
    let journal: string | null = null;
    const onOpened = (file: string): void => {
      journal = file;
    };
    const interrupted = async (until: UntilInterrupted): Promise<E.Either<Failure, never>> => {
      const exitCode = (await until()) === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
      const hint = journal === null ? ' Nothing was sent.' : toGoOn(journal);
      return E.left({ code: 'interrupted', detail: `Interrupted.${hint}`, exitCode });
    };
    const { untilInterrupted } = invocation;
    const ended = await Promise.race([
      perform(paths, options, invocation, onOpened).catch((error) => E.left(unexpected(error))),
      ...(untilInterrupted === undefined ? [] : [interrupted(untilInterrupted)]),
    ]);
    if (E.isRight(ended)) return ended;
    const counts = journal === null ? null : await readJournal(journal).catch(() => null);
    const seconds = (performance.now() - startedAt) / 1_000;
    return E.left({ ...ended.left, json: summaryOf(counts?.counts ?? NO_COUNTS, seconds, false) });
  };

const EXAMPLES = [
  'carryover load sample',
  'carryover load transactions.ndjson --supplier ACME --journal night.journal',
  'carryover load --resume night.journal',
  'carryover load transactions.ndjson.rejected.ndjson',
  'gzip -dc export.csv.gz | carryover load --kind notes -',
];

export const loadCommand = (run: Runner): Command =>
  waiting(reporting(namingItems(command('load', EXAMPLES))))
    .argument('[files...]', 'NDJSON or CSV files, may be compressed with gzip or zstd; a folder; - for standard input')
    .option('--journal <file>', 'where the load is noted (default: beside the files)')
    .option('--resume <journal>', 'go on with a load that was interrupted')
    .option('--rejects <folder>', 'where rejected rows are written (default: beside the files)')
    .option(...NO_MOVED_DATES)
    .option(...ALLOW_REPEATED)
    .option(
      '--despite-expectations',
      'load files whose rows or sums are not those of the `expect` of their mapping, or of the manifest',
    )
    .addOption(
      new Option(
        '--max-rejects <n|percent>',
        'rejected rows after which the load ends: a number, or a share of the rows so far, from 1,000 rows on',
      )
        .argParser(maxRejects)
        .default(maxRejects(DEFAULT_MAX_REJECTS), DEFAULT_MAX_REJECTS),
    )
    .option('--limit <n>', 'load only the first rows', wholeNumber(1, 999_999_999))
    .option('--concurrency <n>', 'most requests at the same time', wholeNumber(1, 256), 32)
    .action((paths: ReadonlyArray<string>, options) => run(loadFiles(paths, options), options));
