import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobResult } from '@carryover/adapters-persistence/reconciliation-jobs';
import { DIFFERENCE_CAUSES } from '@carryover/domain/total-comparison';
import type { MadeReport } from '@carryover/operations/make-report';
import { describeUnrecorded } from '@carryover/operations/record-report';
import { toJson } from '@carryover/operations/report/json';
import { jsonPieces } from '@carryover/operations/report/json-pieces';
import { differences } from '@carryover/operations/report/sections';
import { viewOf } from '@carryover/operations/report/view';
import { differencesFile, RESULT } from './job-files.ts';
import { SHOWN } from './shown-result.ts';

/** Writes what the page of a finished reconciliation shows, and the report as JSON. @returns its figures. */
export const writeResult = async (folder: string, { report, outputs, unrecorded }: MadeReport): Promise<JobResult> => {
  const { comparison, reportId } = report;
  if (comparison === null) throw new Error('A reconciliation without control totals.');
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value), { mode: 0o600 });
  const json = jsonPieces({ ...toJson(report, outputs.lists), recorded: unrecorded === null });
  await pipeline(Readable.from(json), createWriteStream(join(folder, 'report.json')));
  const { byCause, first } = comparison.differences;
  for (const cause of DIFFERENCE_CAUSES) {
    const ofCause = { count: byCause[cause], first: first.filter((difference) => difference.cause === cause) };
    await write(differencesFile(cause), differences(report, ofCause)[0] ?? null);
  }
  const { sections, ...view } = viewOf(report);
  await write(RESULT, {
    ...view,
    sections: sections.filter(({ id }) => SHOWN.includes(id)),
    unrecorded: unrecorded === null ? null : describeUnrecorded(unrecorded),
  });
  const { verdict, compared, unread } = comparison;
  return { reportId, verdict, compared, unread, byCause };
};
