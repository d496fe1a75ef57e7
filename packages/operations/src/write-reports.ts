import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EvidenceSigner } from '@carryover/adapters-crypto/evidence-keys';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import { type FileFailure, toFileFailure } from '@carryover/files/source/file-failure';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { csvLines } from './csv/csv.ts';
import { writePack } from './evidence/write-pack.ts';
import type { Outputs } from './outputs.ts';
import type { Report } from './report/report.ts';
import { renderHtml } from './report/view.ts';

/** The files to write; those that are null are not. */
export type ReportFiles = {
  readonly csv: string | null;
  readonly html: string | null;
  readonly evidence: string | null;
};

const write = (file: string | null, how: (file: string) => Promise<unknown>): TE.TaskEither<FileFailure, void> =>
  file === null
    ? TE.right(undefined)
    : pipe(
        TE.tryCatch(() => how(file), toFileFailure(file)),
        TE.map(() => undefined),
      );

function* counted(lines: Iterable<string>, advance: (items: number) => void): Generator<string, void> {
  for (const line of lines) {
    advance(1);
    yield line;
  }
}

/** Writes the reports of a reconciliation while reading what was kept of it. @param signer null: no evidence is wanted. */
export const writeReports = (
  report: Report,
  { rows, evidence }: Outputs,
  files: ReportFiles,
  signer: EvidenceSigner | null,
  onProgress: OnProgress,
): TE.TaskEither<FileFailure, void> => {
  const verdict = report.comparison?.verdict ?? null;
  const writeCsv = (file: string): Promise<void> => {
    const lines = counted(
      csvLines(rows(), verdict),
      countStep(onProgress, 'reports', report.comparison?.compared ?? null),
    );
    return pipeline(Readable.from(lines), createWriteStream(file));
  };
  return pipe(
    write(files.csv, writeCsv),
    TE.chain(() => write(files.html, (file) => writeFile(file, renderHtml(report)))),
    TE.chain(() =>
      evidence === null || signer === null
        ? TE.right(undefined)
        : write(files.evidence, (file) => {
            const parts = evidence.parts(rows, verdict);
            const pack = { report, html: renderHtml(report), parts, imports: evidence.imports() };
            return writePack(file, pack, signer, countStep(onProgress, 'evidence', null));
          }),
    ),
  );
};
