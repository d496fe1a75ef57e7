import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EvidenceSigner } from '@carryover/application/ports/operator/evidence-keys';
import { type FileFailure, toFileFailure } from '@carryover/files/source/file-failure';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { v7 as makeId } from 'uuid';
import manifest from '../../package.json' with { type: 'json' };
import {
  type Action,
  command,
  type Finished,
  forSupplier,
  line,
  type Runner,
  type SupplierOptions,
  supplierName,
} from '../command.ts';
import { readPrivateKey } from '../evidence/key-files.ts';
import { writePack } from '../evidence/write-pack.ts';
import type { Failure } from '../failure.ts';
import { readControlFile } from '../files/control-file.ts';
import type { Invocation } from '../invocation.ts';
import { csvLines } from '../report/csv/csv.ts';
import { renderHtml } from '../report/html/html.ts';
import { toJson } from '../report/json/json.ts';
import { type Outputs, spoolOutputs } from '../report/outputs.ts';
import { recordReport } from '../report/record-report.ts';
import type { Report } from '../report/report.ts';
import { renderText } from '../report/text/text.ts';
import { makeSpools, type Spools } from '../spool/spool.ts';
import { DESCRIPTIONS } from './descriptions.ts';

type Options = SupplierOptions & {
  readonly expected?: string;
  readonly csv?: string;
  readonly html?: string;
  readonly evidence?: string;
  readonly as?: string;
};

const write = (file: string | undefined, how: (file: string) => Promise<unknown>): TE.TaskEither<FileFailure, void> =>
  file === undefined
    ? TE.right(undefined)
    : pipe(
        TE.tryCatch(() => how(file), toFileFailure(file)),
        TE.map(() => undefined),
      );

const writeReports = (
  report: Report,
  { rows, evidence }: Outputs,
  { csv, html, evidence: pack }: Options,
  signer: EvidenceSigner | null,
): TE.TaskEither<FileFailure, void> => {
  const verdict = report.comparison?.verdict ?? null;
  return pipe(
    write(csv, (file) => pipeline(Readable.from(csvLines(rows(), verdict)), createWriteStream(file))),
    TE.chain(() => write(html, (file) => writeFile(file, renderHtml(report)))),
    TE.chain(() =>
      evidence === null || signer === null
        ? TE.right(undefined)
        : write(pack, (file) => {
            const html = renderHtml(report);
            return writePack(
              file,
              { report, html, parts: evidence.parts(rows, verdict), imports: evidence.imports() },
              signer,
            );
          }),
    ),
  );
};

/** Returns the key that signs the evidence; null if no evidence is wanted. */
const signerFor = (
  { evidence }: Options,
  { environment }: Invocation,
): TE.TaskEither<Failure, EvidenceSigner | null> => {
  if (evidence === undefined) return TE.right(null);
  const file = environment.EVIDENCE_KEY_FILE || null;
  return file === null ? TE.left({ kind: 'evidence_key_missing' }) : readPrivateKey(file);
};

const NOT_RECORDED =
  '\nThis reconciliation is not recorded, because the database takes no changes: supplier complete does not count it.\n';

const toFinished = (report: Report, { lists, close }: Outputs, isRecorded: boolean): Finished => ({
  text: `${renderText(report, { width: process.stdout.columns ?? 120 })}${isRecorded ? '' : NOT_RECORDED}`,
  json: toJson(report, lists),
  isRefusal: report.comparison !== null && report.comparison.verdict !== 'agree',
  close,
});

const report = (options: Options, spools: Spools): Action => {
  const isCompared = options.expected !== undefined;
  const outputs = spoolOutputs(spools, {
    isCompared,
    csv: options.csv !== undefined,
    json: options.json === true,
    evidence: options.evidence !== undefined,
  });
  return ({ suppliers, reconcile, reconciliations }, invocation) =>
    pipe(
      TE.Do,
      TE.bindW('signer', () => signerFor(options, invocation)),
      // Before the file is read, which may take long.
      TE.bindW('supplier', () => suppliers.show(supplierName(options))),
      TE.bindW('control', () =>
        options.expected === undefined ? TE.right(null) : readControlFile(options.expected, spools),
      ),
      TE.bindW('reconciliation', ({ control }) =>
        reconcile({
          supplier: supplierName(options),
          expected: control?.expected ?? null,
          sink: outputs.sink,
        }),
      ),
      TE.let(
        'made',
        ({ reconciliation, control }): Report => ({
          ...reconciliation,
          reportId: makeId(),
          madeBy: invocation.by.performedBy,
          version: manifest.version,
          controlFile: control?.file ?? null,
        }),
      ),
      TE.tap(({ made, signer }) => writeReports(made, outputs, options, signer)),
      TE.bindW('isRecorded', ({ supplier, made }) => recordReport(reconciliations, supplier, made)),
      TE.map(({ made, isRecorded }) => toFinished(made, outputs, isRecorded)),
    );
};

/** Spools of a report that failed are closed here, others once the report is printed. */
const makeReport =
  (options: Options): Action =>
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
be NOTE or STATEMENT (ledger_number and sum empty) or BILLING_DOCUMENT (sum empty). Each of them is compared if the file has it.

The verdict is agree (exit code 0), differ (1) or incomplete (1). It is incomplete if a row of the control totals could not be read,
even if all other rows agree. Rows that could not be read are written to F.rejected.ndjson. An empty file, or a CSV file without
exactly these columns, is rejected (2), and no report is written.`;

export const reconcileCommand = (run: Runner): Command =>
  forSupplier(command('reconcile', DESCRIPTIONS.reconcile))
    .option(
      '--expected <file>',
      "the client's control totals, .csv or .ndjson, may be gzip or zstd; - for standard input",
    )
    .option('--csv <file>', 'write one row per account, ledger and type')
    .option('--html <file>', 'write a report to sign, as one self-contained file')
    .option('--evidence <file>', 'write a signed evidence pack (.zip); EVIDENCE_KEY_FILE is the key')
    .option('--as <name>', 'author of the report (default: user and host of the operating system)', line(128))
    .addHelpText('after', FORMATS)
    .action((options: Options) => run(makeReport(options), options));
