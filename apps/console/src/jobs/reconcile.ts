import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReconciliationResult } from '@carryover/adapters-persistence/console-jobs';
import type { OnProgress } from '@carryover/application/reconciliation/progress';
import { makeSpools } from '@carryover/files/spool';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Failure } from '@carryover/operations/failure';
import { describeUnrecorded, describeUnsealed, type MadeReport, makeReport } from '@carryover/operations/make-report';
import { toJson } from '@carryover/operations/report/json';
import { jsonPieces } from '@carryover/operations/report/json-pieces';
import { viewOf } from '@carryover/operations/report/view';
import * as E from 'fp-ts/lib/Either.js';
import manifest from '../../package.json' with { type: 'json' };
import { type DifferenceWriter, writeDifferences } from './differences.ts';
import { DIFFERENCES, RESULT, SHOWN } from './job-files.ts';
import type { ReconciliationWork } from './worker-messages.ts';

/** Writes what the page of a finished reconciliation shows, and the report as JSON. @returns its figures. */
const writeResult = async (
  folder: string,
  differences: DifferenceWriter,
  { report, outputs, unrecorded }: MadeReport,
): Promise<ReconciliationResult> => {
  const { comparison, reportId } = report;
  if (comparison === null) throw new Error('A reconciliation without control totals.');
  const json = jsonPieces({ ...toJson(report, outputs.lists), recorded: unrecorded === null });
  await pipeline(Readable.from(json), createWriteStream(join(folder, 'report.json')));
  differences.explain(comparison);
  const { sections, ...view } = viewOf(report);
  const warnings = [
    unrecorded && describeUnrecorded(unrecorded),
    outputs.evidence && describeUnsealed(outputs.evidence.sealedImports()),
  ].filter((one) => one !== null);
  const shown = {
    ...view,
    sections: sections.filter(({ id }) => SHOWN.includes(id)),
    warnings,
  };
  await writeFile(join(folder, RESULT), JSON.stringify(shown), { mode: 0o600 });
  const { verdict, compared, unread } = comparison;
  return { reportId, verdict, compared, unread, byCause: comparison.differences.byCause };
};

/** Makes one reconciliation, with its reports in the folder of the job. */
export const reconcile = async (
  useCases: OperatorUseCases,
  { supplier, folder, controlTotals, evidenceKeyFile, timeStampUrl, madeBy }: ReconciliationWork,
  onProgress: OnProgress,
): Promise<E.Either<Failure, ReconciliationResult>> => {
  const spools = makeSpools();
  const file = (name: string) => join(folder, name);
  const differences = writeDifferences(file(DIFFERENCES));
  try {
    const made = await makeReport(
      useCases,
      {
        supplier,
        expected: controlTotals,
        files: {
          csv: file('totals.csv'),
          html: file('report.html'),
          evidence: evidenceKeyFile === null ? null : file('evidence.zip'),
        },
        isJson: true,
        keyFile: evidenceKeyFile,
        timeStampUrl,
        madeBy,
        version: manifest.version,
        onProgress,
        onObstacle: () => {},
        onTotal: differences.add,
      },
      spools,
    )();
    return E.isLeft(made) ? made : E.right(await writeResult(folder, differences, made.right));
  } finally {
    differences.close();
    spools.close();
  }
};
