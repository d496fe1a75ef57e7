import { type Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, type Failure, type Finished, type Runner } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import { resolveInputs } from '../inputs.ts';
import { beginJournal, journalFileOf, type OpenJournal, resumeJournal } from '../journal/open-journal.ts';
import { type ItemOptions, namingItems } from '../judging-options.ts';
import { BATCH_LIMITS } from '../loading/kinds.ts';
import { type Loaded, load } from '../loading/load.ts';
import { WAIT_MS } from '../loading/service/service.ts';
import { loadText } from '../report/load-text.ts';
import { isProven, type Report } from '../report/proof-report.ts';
import type { Server } from '../server.ts';
import { type ReportOptions, reporting, writeReports } from './report-options.ts';
import { runWithService } from './run-with-service.ts';

type Options = ReportOptions &
  ItemOptions & {
    readonly journal?: string;
    readonly resume?: string;
    readonly concurrency: number;
    readonly wait: number;
  };

const open = async (
  paths: ReadonlyArray<string>,
  { kind, supplier, journal, resume }: Options,
  { baseUrl }: Server,
): Promise<E.Either<Failure, OpenJournal>> => {
  if (resume !== undefined)
    return paths.length === 0 && journal === undefined && kind === undefined && supplier === undefined
      ? resumeJournal(resume, baseUrl)
      : E.left(wrongUsage('With --resume, files and options are those of the journal. Leave all others out.'));
  if (paths.length === 0) return E.left(wrongUsage('Name the files to load, a folder, or a journal with --resume.'));
  const inputs = await resolveInputs(paths, kind ?? null);
  if (E.isLeft(inputs)) return inputs;
  const { maxItems, maxBytes } = BATCH_LIMITS;
  const settings = { base_url: baseUrl, supplier: supplier ?? null, max_items: maxItems, max_bytes: maxBytes };
  return beginJournal(journal ?? journalFileOf(inputs.right), inputs.right, settings);
};

const toReport = ({ counts, proof, outputs, cutShort }: Loaded, { baseUrl }: Server): Report => ({
  title: 'Load',
  service: baseUrl,
  madeAt: new Date(),
  counts,
  // Rows that cannot be read are among the rejected ones.
  unreadable: 0,
  cutShort,
  outputs,
  proof,
});

const finish = (loaded: Loaded, report: Report, journal: string): Finished => {
  const { accepted, already_existed, rejected, conflicts, requests, retried } = loaded.counts;
  const agree = isProven(report);
  const seconds = Number(loaded.seconds.toFixed(3));
  return {
    text: loadText(loaded, report, journal),
    json: { accepted, already_existed, rejected, conflicts, requests, retried, seconds, agree },
    exitCode: agree && rejected === 0 && conflicts === 0 ? EXIT.done : EXIT.rejected,
  };
};

const loadFiles =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  (invocation) => {
    let journal: string | null = null;
    const hint = () => (journal === null ? '' : ` To go on: carryover load --resume ${journal}`);
    return runWithService(
      invocation,
      async (server) => {
        const opened = await open(paths, options, server);
        if (E.isLeft(opened)) return opened;
        const { file } = opened.right;
        journal = file;
        const { concurrency, wait } = options;
        const target = { ...server, waitMs: 1_000 * wait };
        try {
          const loaded = await load(opened.right, target, { concurrency, terminal: invocation.terminal });
          const report = toReport(loaded, server);
          return E.map(() => finish(loaded, report, file))(writeReports(options, report));
        } finally {
          opened.right.release();
        }
      },
      hint,
    );
  };

const wholeNumber =
  (max: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${max}.`);
  };

const EXAMPLES = [
  'carryover load sample',
  'carryover load transactions.ndjson --supplier ACME --journal night.journal',
  'carryover load --resume night.journal',
  'carryover load transactions.ndjson.rejected.ndjson',
  'gzip -dc export.csv.gz | carryover load --kind notes -',
];

export const loadCommand = (run: Runner): Command =>
  reporting(namingItems(command('load', EXAMPLES)))
    .argument('[files...]', 'NDJSON or CSV files, may be compressed with gzip or zstd; a folder; - for standard input')
    .option('--journal <file>', 'where the load is noted (default: beside the files)')
    .option('--resume <journal>', 'go on with a load that was interrupted')
    .option('--concurrency <n>', 'most requests at the same time', wholeNumber(256), 32)
    .option(
      '--wait <seconds>',
      'how long to wait for a service that does not answer',
      wholeNumber(86_400),
      WAIT_MS / 1_000,
    )
    .action((paths: ReadonlyArray<string>, options) => run(loadFiles(paths, options), options));
