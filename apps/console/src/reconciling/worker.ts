import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JobResult } from '@carryover/adapters-persistence/reconciliation-jobs';
import type { ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import { DIFFERENCE_CAUSES } from '@carryover/domain/total-comparison';
import { makeSpools, type Spools } from '@carryover/files/spool';
import { connect } from '@carryover/operations/connect';
import { describeFailure, type Failure } from '@carryover/operations/failure';
import { describeUnrecorded, type MadeReport, makeReport } from '@carryover/operations/make-report';
import { toJson } from '@carryover/operations/report/json';
import { jsonPieces } from '@carryover/operations/report/json-pieces';
import { differences } from '@carryover/operations/report/sections';
import { viewOf } from '@carryover/operations/report/view';
import { causeMessage } from '@carryover/settings/cause-message';
import { databasePlace } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import manifest from '../../package.json' with { type: 'json' };
import { differencesFile, RESULT, SHOWN } from './job-files.ts';
import type { FromWorker, Work } from './worker-messages.ts';

/** Writes what the page of a finished reconciliation shows, and the report as JSON. @returns its figures. */
const writeResult = async (folder: string, { report, outputs, unrecorded }: MadeReport): Promise<JobResult> => {
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

/** Progress is told at most this often. */
const TOLD_EVERY_MS = 250;

const tell = (message: FromWorker): void => {
  process.send?.(message);
};

const makeTeller = () => {
  let toldAt = Number.NEGATIVE_INFINITY;
  let step: ReconciliationProgress['step'] | null = null;
  return (progress: ReconciliationProgress): void => {
    const now = performance.now();
    if (progress.step === step && now - toldAt < TOLD_EVERY_MS) return;
    [toldAt, step] = [now, progress.step];
    tell({ kind: 'progress', progress });
  };
};

/** Names a file as the person knows it, and not by its path on this machine. */
const toDetail = (failure: Failure, work: Work): string =>
  describeFailure(
    'file' in failure ? { ...failure, file: basename(failure.file) } : failure,
    databasePlace(work.settings),
  );

const reconcile = async (work: Work, spools: Spools): Promise<FromWorker> => {
  const { settings, supplier, folder, controlTotals, evidenceKeyFile, madeBy } = work;
  const { useCases, close } = await connect(settings);
  try {
    const file = (name: string) => join(folder, name);
    const made = await makeReport(
      useCases,
      {
        supplier,
        expected: { file: controlTotals },
        files: {
          csv: file('totals.csv'),
          html: file('report.html'),
          evidence: evidenceKeyFile === null ? null : file('evidence.zip'),
        },
        isJson: true,
        keyFile: evidenceKeyFile,
        madeBy,
        version: manifest.version,
        onProgress: makeTeller(),
        onObstacle: () => {},
      },
      spools,
    )();
    if (E.isLeft(made)) return { kind: 'failed', detail: toDetail(made.left, work) };
    return { kind: 'finished', result: await writeResult(folder, made.right) };
  } finally {
    await close();
  }
};

/** Makes one reconciliation beside the console's pages, which answer meanwhile. */
const run = async (work: Work): Promise<FromWorker> => {
  const spools = makeSpools();
  try {
    return await reconcile(work, spools);
  } catch (error) {
    return { kind: 'failed', detail: causeMessage(error) };
  } finally {
    spools.close();
  }
};

// The console has ended, also if it was killed, or has the result.
process.once('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches both: the console then stops this process.
process.on('SIGINT', () => undefined);
process.once('message', async (work: Work) => {
  process.send?.(await run(work), () => process.disconnect());
});
