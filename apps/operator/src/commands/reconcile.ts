import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileRefused } from '@carryover/files/source/file-failure';
import { makeSpools, type Spools } from '@carryover/files/spool';
import type { Failure } from '@carryover/operations/failure';
import {
  describeUnrecorded,
  describeUnsealed,
  type MadeReport,
  makeReport,
  type Unrecorded,
} from '@carryover/operations/make-report';
import { showProgress } from '@carryover/operations/progress-line';
import { toJson } from '@carryover/operations/report/json';
import { viewOf } from '@carryover/operations/report/view';
import { reportText } from '@carryover/report/text';
import { type Command, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import manifest from '../../package.json' with { type: 'json' };
import {
  command,
  type Finished,
  forSupplier,
  type Invocation,
  line,
  type Runner,
  type SupplierOptions,
  supplierName,
  type Work,
} from '../command.ts';
import { DESCRIPTIONS } from './descriptions.ts';

type Options = SupplierOptions & {
  readonly expected?: string;
  /** True: the latest set. */
  readonly registered?: string | true;
  readonly csv?: string;
  readonly html?: string;
  readonly evidence?: string;
  readonly as?: string;
};

/** Returns the file of the key that signs the evidence; null if no evidence is wanted. */
const keyFileFor = ({ evidence }: Options, { environment }: Invocation): E.Either<Failure, string | null> => {
  if (evidence === undefined) return E.right(null);
  const file = environment.EVIDENCE_KEY_FILE || null;
  return file === null ? E.left({ kind: 'evidence_key_missing' }) : E.right(file);
};

const pathOf = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file));

/** The control totals and the key are never overwritten, and no report by another. */
const checkWritten = (
  { expected, csv, html, evidence }: Options,
  { environment }: Invocation,
): E.Either<FileRefused, void> => {
  const read = [expected, environment.EVIDENCE_KEY_FILE];
  const taken = new Set(read.flatMap((file) => (file ? [pathOf(file)] : [])));
  for (const file of [csv, html, evidence]) {
    const isDevice = file !== undefined && existsSync(file) && !statSync(file).isFile();
    if (file === undefined || isDevice) continue;
    if (taken.has(pathOf(file)))
      return E.left({ kind: 'file_refused', file, detail: 'It is read or written by this command already.' });
    taken.add(pathOf(file));
  }
  return E.right(undefined);
};

const notRecorded = (unrecorded: Unrecorded | null): string =>
  unrecorded === null ? '' : `\n${describeUnrecorded(unrecorded)}\n`;

const toFinished = ({ report, outputs, unrecorded }: MadeReport, { close }: Spools): Finished => ({
  text: `${reportText(viewOf(report), process.stdout.columns ?? 120)}${notRecorded(unrecorded)}`,
  json: { ...toJson(report, outputs.lists), recorded: report.comparison !== null && unrecorded === null },
  isRefusal:
    (report.comparison !== null && report.comparison.verdict !== 'agree') ||
    (typeof unrecorded === 'object' && unrecorded !== null),
  close,
});

const expectedOf = ({ expected, registered }: Options): Parameters<typeof makeReport>[1]['expected'] => {
  if (registered !== undefined) return { set: registered === true ? null : registered };
  return expected === undefined ? null : { file: expected };
};

const report =
  (options: Options, spools: Spools): Work<Finished> =>
  (useCases, invocation) => {
    const { onProgress, end } = showProgress(invocation.terminal);
    const make = (keyFile: string | null) =>
      makeReport(
        useCases,
        {
          supplier: supplierName(options),
          expected: expectedOf(options),
          files: { csv: options.csv ?? null, html: options.html ?? null, evidence: options.evidence ?? null },
          isJson: options.json === true,
          keyFile,
          timeStampUrl: invocation.environment.EVIDENCE_TSA_URL || null,
          madeBy: invocation.actor.performedBy,
          version: manifest.version,
          onProgress,
          onObstacle: (obstacle) => invocation.warn('not_recorded', describeUnrecorded(obstacle)),
        },
        spools,
      );
    const made = pipe(
      TE.fromEither(checkWritten(options, invocation)),
      TE.chainEitherKW(() => keyFileFor(options, invocation)),
      TE.chainW(make),
      TE.map((done) => {
        const { evidence } = done.outputs;
        const unsealed = evidence && describeUnsealed(evidence.sealedImports());
        if (unsealed !== null) invocation.warn('not_sealed', unsealed);
        return toFinished(done, spools);
      }),
    );
    return () => made().finally(end);
  };

/** Spools of a report that failed are closed here, others once the report is printed. */
const runReport =
  (options: Options): Work<Finished> =>
  (useCases, invocation) =>
  async () => {
    const spools = makeSpools();
    try {
      const finished = await report(options, spools)(useCases, invocation)();
      if (E.isLeft(finished)) spools.close();
      return finished;
    } catch (error) {
      spools.close();
      throw error;
    }
  };

const FORMATS = `
The control totals have the columns external_account_number,ledger_number,type,count,sum. In addition to the transaction types, type may
be NOTE or PAYMENT_INSTRUCTION (ledger_number and sum empty), STATEMENT (ledger_number empty, sum optional) or BILLING_DOCUMENT
(sum empty). Each of them is compared if the control totals have it; the report says what was not compared. Only totals that the
client registered (--registered) and that cover everything that is stored can prove a migration (supplier complete --proven).

The verdict is agree (exit code 0), differ (1) or incomplete (1). It is incomplete if a row of the control totals could not be read,
even if all other rows agree. Rows that could not be read are written to F.rejected.ndjson. An empty file, or a CSV file without
exactly these columns, is rejected (2), and no report is written.`;

export const reconcileCommand = (run: Runner): Command =>
  forSupplier(command('reconcile', DESCRIPTIONS.reconcile))
    .option(
      '--expected <file>',
      "the client's control totals, .csv or .ndjson, may be gzip or zstd; - for standard input",
    )
    .addOption(
      new Option(
        '--registered [set]',
        'compare with the control totals that the client registered (default: the set that was completed last)',
      ).conflicts('expected'),
    )
    .option('--csv <file>', 'write one row per account, ledger and type')
    .option('--html <file>', 'write a report to sign, as one self-contained file')
    .option('--evidence <file>', 'write a signed evidence pack (.zip); EVIDENCE_KEY_FILE is the key')
    .option('--as <name>', 'author of the report (default: user and host of the operating system)', line(128))
    .addHelpText('after', FORMATS)
    .action((options: Options) => run(options, runReport(options), identity));
