import { basename, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReconciliationProgress } from '@carryover/application/operator/reconciliation/progress';
import type { EvidenceSigner } from '@carryover/application/ports/operator/evidence-keys';
import { connect } from '@carryover/operator/connect';
import { readPrivateKey } from '@carryover/operator/evidence/key-files';
import { describeFailure, type Failure } from '@carryover/operator/failure';
import { makeReport } from '@carryover/operator/reconciling/make-report';
import { makeSpools, type Spools } from '@carryover/operator/spool/spool';
import { causeMessage } from '@carryover/settings/cause-message';
import { databasePlace } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FromWorker, WorkerData } from './worker-messages.ts';
import { writeResult } from './write-result.ts';

/** Progress is told at most this often. */
const TOLD_EVERY_MS = 250;

const tell = (message: FromWorker): void => parentPort?.postMessage(message);

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
const toDetail = (failure: Failure, data: WorkerData): string =>
  describeFailure(
    'file' in failure ? { ...failure, file: basename(failure.file) } : failure,
    databasePlace(data.settings),
  );

const reconcile = async (data: WorkerData, spools: Spools): Promise<FromWorker> => {
  const { settings, supplier, folder, controlTotals, evidenceKeyFile, madeBy } = data;
  const { useCases, close } = await connect(settings);
  try {
    const file = (name: string) => join(folder, name);
    const key: TE.TaskEither<Failure, EvidenceSigner | null> =
      evidenceKeyFile === null ? TE.right(null) : readPrivateKey(evidenceKeyFile);
    const made = await pipe(
      key,
      TE.chainW((signer) =>
        makeReport(
          useCases,
          {
            supplier,
            expected: controlTotals,
            files: {
              csv: file('totals.csv'),
              html: file('report.html'),
              evidence: signer === null ? null : file('evidence.zip'),
            },
            isJson: true,
            signer,
            madeBy,
            onProgress: makeTeller(),
            onObstacle: () => {},
          },
          spools,
        ),
      ),
    )();
    if (E.isLeft(made)) return { kind: 'failed', detail: toDetail(made.left, data) };
    return { kind: 'finished', result: await writeResult(folder, made.right) };
  } finally {
    await close();
  }
};

/** Makes one reconciliation beside the console's pages, which answer meanwhile. */
const run = async (): Promise<void> => {
  const spools = makeSpools();
  try {
    tell(await reconcile(workerData as WorkerData, spools));
  } catch (error) {
    tell({ kind: 'failed', detail: causeMessage(error) });
  } finally {
    spools.close();
  }
};

await run();
