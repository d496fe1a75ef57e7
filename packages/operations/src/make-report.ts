import type {
  ReconciliationRecords,
  RecordingObstacle,
} from '@carryover/adapters-persistence/admin/reconciliation-records';
import type { SupplierName, SupplierRefused } from '@carryover/application/admin/suppliers';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { OnProgress } from '@carryover/application/reconciliation/progress';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { type ControlTotalsOrigin, coverageJson, coversAll, originJson } from '@carryover/domain/coverage';
import { readPrivateKey } from '@carryover/evidence/manifest';
import type { FileFailure, FileRefused } from '@carryover/files/source/file-failure';
import type { Spools } from '@carryover/files/spool';
import { count, counted } from '@carryover/report/figures';
import { causeMessage } from '@carryover/settings/cause-message';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { v7 as makeId } from 'uuid';
import type { OperatorUseCases } from './connect.ts';
import type { SealedImports } from './evidence/parts.ts';
import { type ControlFile, readControlFile } from './files/control-file.ts';
import { readRegisteredTotals, type TotalsAltered, type TotalsNotRegistered } from './files/registered-totals.ts';
import type { ControlTotals } from './reconciliation/reconcile.ts';
import type { Report } from './report/report.ts';
import { type Outputs, type ReportFiles, spoolOutputs, writeReports } from './report-files.ts';

/** The reason why a reconciliation is not recorded: an obstacle that is known before it begins, or a failure of the database at its end. */
export type Unrecorded = RecordingObstacle | StoreFailure;

/**
 * Records a reconciliation with control totals, for `supplier complete`. The report is complete without the record, so no
 * failure here takes it away.
 *
 * @returns null if it is recorded, or if it has no control totals.
 */
const recordReport = (
  reconciliations: ReconciliationRecords,
  supplier: NamedSupplier,
  { reportId, madeBy, snapshotAt, readBelow, comparison, controlTotals }: Report,
): T.Task<Unrecorded | null> =>
  comparison === null || controlTotals === null
    ? T.of(null)
    : pipe(
        reconciliations.add(supplier, {
          id: reportId,
          snapshotAt,
          readBelow,
          verdict: comparison.verdict,
          controlTotals: originJson(controlTotals),
          coverage: coverageJson(comparison.coverage),
          coversAll: coversAll(comparison.coverage),
          differing: comparison.differences.count,
          performedBy: madeBy,
        }),
        TE.getOrElseW(T.of),
      );

const REASONS: Readonly<Record<RecordingObstacle, string>> = {
  database_read_only: 'the database takes no changes (a read replica or standby)',
  role_not_permitted: "the database's role may not insert into the table reconciliation (docs/sql/roles.sql)",
};

const reasonOf = (unrecorded: Unrecorded): string =>
  typeof unrecorded === 'string' ? REASONS[unrecorded] : `the database failed: ${causeMessage(unrecorded.cause)}`;

/** Returns the sentence that an evidence pack came before the seals of its last records; null if it has them all. */
export const describeUnsealed = ({ sealed, unsealed }: SealedImports): string | null => {
  if (unsealed === 0) return null;
  const [records, covered] =
    sealed === 0
      ? ['No import record of this supplier has a seal yet', 'this evidence pack']
      : [
          `Of ${counted(sealed + unsealed, 'import record')} of this supplier, ${count(unsealed)} ${unsealed === 1 ? 'has' : 'have'} no seal yet`,
          unsealed === 1 ? 'it' : 'them',
        ];
  return `${records}, so only the signature covers ${covered}. Make the pack again after the next seal of the service (SEAL_INTERVAL_SECONDS).`;
};

/** Returns the sentence that a reconciliation is not recorded. */
export const describeUnrecorded = (unrecorded: Unrecorded): string =>
  `This reconciliation is not recorded, because ${reasonOf(unrecorded)}: supplier complete --proven does not count it.`;

type ReportRequest = {
  readonly supplier: SupplierName;
  /** The operator's file with control totals, or a set of the client (null: the latest); null if nothing is compared. */
  readonly expected: { readonly file: string } | { readonly set: string | null } | null;
  readonly files: ReportFiles;
  /** Keeps the lists of the JSON form as well. */
  readonly isJson: boolean;
  /** The file of the key that signs the evidence; null if none is wanted. */
  readonly keyFile: string | null;
  /** The service that stamps the evidence with the time; null: none does. */
  readonly timeStampUrl: string | null;
  readonly madeBy: string;
  /** Of the program that makes it. */
  readonly version: string;
  readonly onProgress: OnProgress;
  /** Takes each total, in the order of `compareKeys`. */
  readonly onTotal?: (total: ReportedTotal) => void;
  /** Told before anything is read if the reconciliation cannot be recorded. */
  readonly onObstacle: (obstacle: RecordingObstacle) => void;
};

export type MadeReport = {
  readonly report: Report;
  readonly outputs: Outputs;
  /** null if it is recorded, or if nothing was compared. */
  readonly unrecorded: Unrecorded | null;
};

type Ports = Pick<OperatorUseCases, 'suppliers' | 'reconcile' | 'reconciliations' | 'registeredTotals'>;

/** What is compared, and whose it is. `file`: null for a set of the client. */
type Control = {
  readonly origin: ControlTotalsOrigin;
  readonly expected: ControlTotals;
  readonly file: ControlFile | null;
};
type ControlFailure = FileFailure | FileRefused | StoreFailure | TotalsNotRegistered | TotalsAltered;

const ofFile = (file: ControlFile): ControlTotalsOrigin => ({
  source: 'operator',
  file: file.name,
  sha256: file.sha256,
});

/**
 * Reconciles a supplier, writes the reports and records it.
 *
 * @param spools is the caller's to close, once the outputs are read.
 */
export const makeReport = (
  { suppliers, reconcile, reconciliations, registeredTotals }: Ports,
  request: ReportRequest,
  spools: Spools,
): TE.TaskEither<
  FileFailure | FileRefused | StoreFailure | SupplierRefused | TotalsNotRegistered | TotalsAltered,
  MadeReport
> => {
  const { supplier: name, expected: wanted, files, isJson, keyFile, madeBy, version, onProgress, onObstacle } = request;
  const outputs = spoolOutputs(spools, {
    isCompared: wanted !== null,
    csv: files.csv !== null,
    json: isJson,
    evidence: files.evidence !== null,
    onTotal: request.onTotal ?? null,
  });
  const tellObstacle = pipe(
    wanted === null ? TE.right(null) : reconciliations.obstacle(),
    TE.map((obstacle) => (obstacle === null ? undefined : onObstacle(obstacle))),
  );
  const readControl = (supplier: NamedSupplier): TE.TaskEither<ControlFailure, Control | null> => {
    if (wanted === null) return TE.right(null);
    if ('set' in wanted)
      return pipe(
        readRegisteredTotals(registeredTotals, supplier, wanted.set, spools, onProgress),
        TE.map(({ origin, expected }) => ({ origin, expected, file: null })),
      );
    return pipe(
      readControlFile(wanted.file, spools, onProgress),
      TE.map(({ file, expected }) => ({ origin: ofFile(file), expected, file })),
    );
  };
  return pipe(
    TE.Do,
    // Before the control totals are read, which may take long.
    TE.bindW('signer', () => (keyFile === null ? TE.right(null) : readPrivateKey(keyFile))),
    TE.bindW('supplier', () => suppliers.show(name)),
    TE.tap(() => tellObstacle),
    TE.bindW('control', ({ supplier }) => readControl(supplier)),
    // Its status may have changed while the control totals were read.
    TE.bindW('current', () => suppliers.show(name)),
    TE.bindW('reconciliation', ({ current, control }) =>
      reconcile(current, { expected: control?.expected ?? null, sink: outputs.sink, onProgress }),
    ),
    TE.let(
      'report',
      ({ reconciliation, control }): Report => ({
        ...reconciliation,
        reportId: makeId(),
        madeBy,
        version,
        controlTotals: control?.origin ?? null,
        controlFile: control?.file ?? null,
      }),
    ),
    TE.tap(({ report, signer }) =>
      writeReports(report, outputs, files, signer && { signer, timeStampUrl: request.timeStampUrl }, onProgress),
    ),
    TE.bindW('unrecorded', ({ supplier, report }) => TE.fromTask(recordReport(reconciliations, supplier, report))),
    TE.map(({ report, unrecorded }) => ({ report, outputs, unrecorded })),
  );
};
