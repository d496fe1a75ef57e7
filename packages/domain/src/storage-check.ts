/** A check of all that is stored for a supplier, as it is recorded (decisions 20). */
export type RecordedCheck = {
  readonly id: string;
  /** The moment of the data. */
  readonly snapshotAt: Date;
  readonly findings: number;
  /** Imports whose rows no check has compared with their payload. */
  readonly notCompared: number;
  /** Imports whose payload is kept no longer: an earlier check compared their rows with it, this one with the digest of the rows. */
  readonly comparedByDigest: number;
  readonly performedBy: string;
};

/** The latest check. `changedSince`: something was imported or undone since. */
export type LatestCheck = RecordedCheck & { readonly changedSince: boolean };

/** The form of {@link LatestCheck} in JSON: of a report and an operator action. */
export const checkJson = (check: LatestCheck) => ({
  id: check.id,
  snapshot_at: check.snapshotAt.toISOString(),
  performed_by: check.performedBy,
  findings: check.findings,
  imports_not_compared: check.notCompared,
  imports_compared_by_digest: check.comparedByDigest,
  changed_since: check.changedSince,
});
