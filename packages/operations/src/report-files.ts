import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { type FileFailure, toFileFailure } from '@carryover/files/source/file-failure';
import type { Spools } from '@carryover/files/spool';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { writeComplete } from './complete-file.ts';
import { csvLines, csvRow, storedRow } from './csv/csv.ts';
import { type EvidenceParts, spoolEvidence } from './evidence/parts.ts';
import { type Signing, writePack } from './evidence/write-pack.ts';
import type { ReconciliationSink } from './reconciliation/reconciliation.ts';
import { type JsonLists, NO_LISTS, spoolJsonLists } from './report/json.ts';
import type { Report } from './report/report.ts';
import { renderHtml } from './report/view.ts';

/** The complete lists of a reconciliation, on disk. */
export type Outputs = {
  readonly sink: ReconciliationSink;
  /** The rows of the totals as CSV, without their verdict. */
  readonly rows: () => Iterable<string>;
  readonly lists: JsonLists;
  /** null if no evidence is wanted. */
  readonly evidence: EvidenceParts | null;
};

type Wanted = {
  readonly isCompared: boolean;
  readonly csv: boolean;
  readonly json: boolean;
  readonly evidence: boolean;
  /** Takes each total too. */
  readonly onTotal: ((total: ReportedTotal) => void) | null;
};

/** Passes each item on to all of these. */
const joinSinks = (sinks: ReadonlyArray<ReconciliationSink>): ReconciliationSink => {
  const each =
    <A>(takeOf: (sink: ReconciliationSink) => ((item: A) => void) | undefined) =>
    (item: A): void => {
      for (const sink of sinks) takeOf(sink)?.(item);
    };
  const forEvidence = sinks.find(({ importRecord }) => importRecord !== undefined);
  return {
    total: each(({ total }) => total),
    moved: each(({ moved }) => moved),
    conflict: each(({ conflict }) => conflict),
    noteConflict: each(({ noteConflict }) => noteConflict),
    repeated: each(({ repeated }) => repeated),
    mismatch: each(({ mismatch }) => mismatch),
    correction: each(({ correction }) => correction),
    ...(forEvidence && {
      importRecord: each(({ importRecord }) => importRecord),
      action: each(({ action }) => action),
      seal: each(({ seal }) => seal),
    }),
  };
};

/** Keeps what these outputs need while it is read. */
export const spoolOutputs = (spools: Spools, wanted: Wanted): Outputs => {
  const rows = spools.open();
  const toRow = wanted.isCompared ? csvRow : storedRow;
  const json = wanted.json ? spoolJsonLists(spools) : null;
  const evidence = wanted.evidence ? spoolEvidence(spools) : null;
  const sinks: ReadonlyArray<ReconciliationSink> = [
    ...(wanted.csv || wanted.evidence ? [{ total: (total: ReportedTotal) => rows.add(toRow(total)) }] : []),
    ...(wanted.onTotal === null ? [] : [{ total: wanted.onTotal }]),
    ...(json === null ? [] : [json.sink]),
    ...(evidence === null ? [] : [evidence.sink]),
  ];
  return { sink: joinSinks(sinks), rows: rows.texts, lists: json?.lists ?? NO_LISTS, evidence };
};

/** The files to write; those that are null are not. */
export type ReportFiles = {
  readonly csv: string | null;
  readonly html: string | null;
  readonly evidence: string | null;
};

const write = (file: string | null, how: (file: string) => Promise<void>): TE.TaskEither<FileFailure, void> =>
  file === null ? TE.right(undefined) : TE.tryCatch(() => how(file), toFileFailure(file));

function* counted(lines: Iterable<string>, advance: (items: number) => void): Generator<string, void> {
  for (const line of lines) {
    advance(1);
    yield line;
  }
}

/** Writes the reports of a reconciliation while reading what was kept of it. @param signing null: no evidence is wanted. */
export const writeReports = (
  report: Report,
  { rows, evidence }: Outputs,
  files: ReportFiles,
  signing: Signing | null,
  onProgress: OnProgress,
): TE.TaskEither<FileFailure, void> => {
  const writeCsv = (file: string): Promise<void> => {
    const lines = counted(
      csvLines(rows(), report.comparison, report.differenceNotes),
      countStep(onProgress, 'reports', report.comparison?.compared ?? null),
    );
    return writeComplete(file, (incomplete) => pipeline(Readable.from(lines), createWriteStream(incomplete)));
  };
  return pipe(
    write(files.csv, writeCsv),
    TE.chain(() =>
      write(files.html, (file) => writeComplete(file, (incomplete) => writeFile(incomplete, renderHtml(report)))),
    ),
    TE.chain(() =>
      evidence === null || signing === null
        ? TE.right(undefined)
        : write(files.evidence, (file) => {
            const parts = evidence.parts(rows, report.comparison, report.differenceNotes);
            const pack = { report, html: renderHtml(report), parts, imports: evidence.imports() };
            return writePack(file, pack, signing, countStep(onProgress, 'evidence', null));
          }),
    ),
  );
};
