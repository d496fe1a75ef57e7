import {
  joinSinks,
  type ReconciliationSink,
  type ReportedTotal,
} from '@carryover/application/operator/reconciliation/reconciliation-sink';
import { type EvidenceParts, spoolEvidence } from '../evidence/parts.ts';
import type { Spools } from '../spool/spool.ts';
import { csvRow, storedRow } from './csv/csv.ts';
import { type JsonLists, NO_LISTS, spoolJsonLists } from './json/json-lists.ts';

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
