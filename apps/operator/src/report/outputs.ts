import {
  joinSinks,
  partialSink,
  type ReconciliationSink,
} from '@carryover/application/operator/reconciliation/reconciliation-sink';
import type { Spools } from '../spool/spool.ts';
import { csvRow, storedRow } from './csv/csv.ts';
import { type JsonLists, NO_LISTS, spoolJsonLists } from './json/json-lists.ts';

/** The complete lists of a reconciliation, on disk. */
export type Outputs = {
  readonly sink: ReconciliationSink;
  /** The rows of the totals as CSV, without their verdict. */
  readonly rows: () => Iterable<string>;
  readonly lists: JsonLists;
  readonly close: () => void;
};

type Wanted = { readonly isCompared: boolean; readonly csv: boolean; readonly json: boolean };

/** Keeps what these outputs need while it is read. */
export const spoolOutputs = (spools: Spools, { isCompared, csv, json }: Wanted): Outputs => {
  const rows = spools.open();
  const toRow = isCompared ? csvRow : storedRow;
  const toJson = json ? spoolJsonLists(spools) : null;
  const sinks = [
    ...(csv ? [partialSink({ total: (total) => rows.add(toRow(total)) })] : []),
    ...(toJson === null ? [] : [toJson.sink]),
  ];
  return { sink: joinSinks(sinks), rows: rows.texts, lists: toJson?.lists ?? NO_LISTS, close: spools.close };
};
