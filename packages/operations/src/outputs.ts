import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { csvRow, storedRow } from './csv/csv.ts';
import { type EvidenceParts, spoolEvidence } from './evidence/parts.ts';
import type { ReconciliationSink } from './reconciliation/reconciliation.ts';
import { type JsonLists, NO_LISTS, spoolJsonLists } from './report/json.ts';
import type { Spools } from './spool/spool.ts';

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
    ...(forEvidence && { importRecord: each(({ importRecord }) => importRecord) }),
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
    ...(json === null ? [] : [json.sink]),
    ...(evidence === null ? [] : [evidence.sink]),
  ];
  return { sink: joinSinks(sinks), rows: rows.texts, lists: json?.lists ?? NO_LISTS, evidence };
};
