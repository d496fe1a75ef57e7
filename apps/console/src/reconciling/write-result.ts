import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobResult } from '@carryover/adapters-persistence/reconciliation-jobs';
import type { Difference, Explanation } from '@carryover/application/reconciliation/explanations';
import { minus } from '@carryover/domain/control-total';
import { DIFFERENCE_CAUSES } from '@carryover/domain/total-comparison';
import type { ControlFile } from '@carryover/operator/files/control-file';
import type { MadeReport } from '@carryover/operator/reconciling/make-report';
import type { Comparison } from '@carryover/operator/reconciling/reconciliation';
import { describeUnrecorded } from '@carryover/operator/reconciling/record-report';
import { explain, remarkOn } from '@carryover/operator/report/explain';
import { fromTotal } from '@carryover/operator/report/json/items';
import { toJson } from '@carryover/operator/report/json/json';
import { jsonPieces } from '@carryover/operator/report/json/json-pieces';
import { remarks } from '@carryover/operator/report/remarks';
import type { Report } from '@carryover/operator/report/report';
import { scopeOf } from '@carryover/operator/report/scope';
import { verdict } from '@carryover/operator/report/verdict';
import { differencesFile, RESULT } from './job-files.ts';
import type { ShownDifference, ShownResult } from './shown-result.ts';

const toExplanation = (explanation: Explanation): ShownDifference['explanations'][number] => {
  const from = explanation.kind === 'conflict' ? explanation.conflict : explanation;
  return {
    kind: explanation.kind,
    text: explain(explanation),
    importId: 'importId' in from ? from.importId : null,
    receivedAt: 'receivedAt' in from ? from.receivedAt.toISOString() : null,
  };
};

const toDifference =
  (comparison: Comparison) =>
  (difference: Difference): ShownDifference => {
    const { externalAccountNumber, ledgerNumber, type, cause, expected, actual, explanations } = difference;
    return {
      externalAccountNumber,
      ledgerNumber,
      type,
      cause,
      expected: fromTotal(type, expected),
      stored: fromTotal(type, actual),
      difference: fromTotal(type, minus(actual, expected)),
      remark: remarkOn(difference, comparison),
      explanations: explanations.map(toExplanation),
    };
  };

const toResult = (
  report: Report,
  comparison: Comparison,
  { name, bytes, sha256, rowsRead, rowsUnread, unread }: ControlFile,
  unrecorded: MadeReport['unrecorded'],
): ShownResult => ({
  reportId: report.reportId,
  verdict: comparison.verdict,
  sentence: verdict(report),
  scope: scopeOf(report),
  madeAt: report.madeAt.toISOString(),
  snapshotAt: report.snapshotAt.toISOString(),
  controlFile: { name, bytes, sha256, rowsRead, rowsUnread },
  unread: unread.map(({ line, code, attr, detail, row }) => ({ line, code, attr, detail, row })),
  compared: comparison.compared,
  agreeing: comparison.agreeing,
  byType: report.byType.map(({ type, expected, stored, differing }) => ({
    type,
    expected: fromTotal(type, expected),
    stored: fromTotal(type, stored),
    differing,
  })),
  remarks: remarks(report).map(({ sentence }) => sentence),
  unrecorded: unrecorded === null ? null : describeUnrecorded(unrecorded),
});

/** Writes what the page of a finished reconciliation shows, and the report as JSON. @returns its figures. */
export const writeResult = async (folder: string, { report, outputs, unrecorded }: MadeReport): Promise<JobResult> => {
  const { comparison, controlFile, reportId } = report;
  if (comparison === null || controlFile === null) throw new Error('A reconciliation without control totals.');
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value), { mode: 0o600 });
  const json = jsonPieces({ ...toJson(report, outputs.lists), recorded: unrecorded === null });
  await pipeline(Readable.from(json), createWriteStream(join(folder, 'report.json')));
  const shown = comparison.differences.first.map(toDifference(comparison));
  for (const cause of DIFFERENCE_CAUSES)
    await write(
      differencesFile(cause),
      shown.filter((difference) => difference.cause === cause),
    );
  await write(RESULT, toResult(report, comparison, controlFile, unrecorded));
  const { verdict: found, compared, unread, differences } = comparison;
  return { reportId, verdict: found, compared, unread, byCause: differences.byCause };
};
