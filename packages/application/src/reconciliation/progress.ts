/** The steps of a reconciliation in their order. */
export const RECONCILIATION_STEPS = [
  'control_totals',
  'totals',
  'details',
  'import_records',
  'explanations',
  'reports',
  'evidence',
] as const;
export type ReconciliationStep = (typeof RECONCILIATION_STEPS)[number];

/** The progress of a reconciliation. */
export type ReconciliationProgress = {
  readonly step: ReconciliationStep;
  /** Rows, totals, details, import records or differences of this step so far; bytes of the evidence. */
  readonly done: number;
  /** The part of the step that is done, from 0 to 1; null if not known. */
  readonly share: number | null;
};

export type OnProgress = (progress: ReconciliationProgress) => void;

/** Counts the items of a step. @param total the number of items it will have; null if not known. */
export const countStep = (onProgress: OnProgress, step: ReconciliationStep, total: number | null) => {
  let done = 0;
  const report = (): void =>
    onProgress({ step, done, share: total === null || total === 0 ? null : Math.min(1, done / total) });
  report();
  return (items: number): void => {
    done += items;
    report();
  };
};
