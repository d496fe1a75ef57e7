import { type JoinedTotal, joinTotals, verdictOf } from '@carryover/domain/total-comparison';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type SupplierName, type SupplierRefused, theSupplier } from '../../admin/suppliers.ts';
import type { Administration } from '../../ports/administration.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  ReconciliationReader,
  SupplierSnapshot,
} from '../../ports/operator/reconciliation/reconciliation-reader.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { type ControlTotals, countedTypesOf } from './control-totals.ts';
import { explainDifferences } from './explain-differences.ts';
import { countStep, type OnProgress } from './progress.ts';
import { readFindings } from './read-findings.ts';
import type { Comparison, ExplainedDifference, Reconciliation } from './reconciliation.ts';
import type { ReconciliationSink } from './reconciliation-sink.ts';
import { makeTally, type Tally, transactionsOf } from './tally-totals.ts';

/** @param expected null if there are no control totals. @param sink takes what is read, all of it. */
export type Reconcile = UseCase<
  {
    readonly supplier: SupplierName;
    readonly expected: ControlTotals | null;
    readonly sink: ReconciliationSink;
    readonly onProgress: OnProgress;
  },
  SupplierRefused | StoreFailure,
  Reconciliation
>;

type Reading = Omit<Parameters<Reconcile>[0], 'supplier'>;

/** Totals without a stored one are counted in groups of this size. */
const COUNTED_AT_ONCE = 1_000;

const readTotals = async (snapshot: SupplierSnapshot, { expected, sink, onProgress }: Reading): Promise<Tally> => {
  const join = joinTotals(expected?.sorted() ?? [].values());
  const tally = makeTally(expected !== null, sink);
  const advance = countStep(onProgress, 'totals', expected?.count ?? null);
  let uncounted = 0;
  const add = (total: JoinedTotal): void => {
    tally.add(total);
    uncounted += 1;
    if (uncounted < COUNTED_AT_ONCE) return;
    advance(uncounted);
    uncounted = 0;
  };
  for await (const batch of snapshot.totals(countedTypesOf(expected)))
    for (const stored of batch) for (const total of join.next(stored)) add(total);
  for (const total of join.rest()) add(total);
  advance(uncounted);
  return tally.end();
};

const comparisonOf = (
  { compared, byCause }: Tally,
  expected: ControlTotals | null,
  first: ReadonlyArray<ExplainedDifference>,
): Comparison | null => {
  if (expected === null) return null;
  const { unread } = expected;
  const count = Object.values(byCause).reduce((all, some) => all + some, 0);
  return {
    verdict: verdictOf({ unread, differing: count }),
    compared,
    agreeing: compared - count,
    unread,
    countedTypes: countedTypesOf(expected),
    differences: { count, byCause, first },
  };
};

const readImportRecords = async (snapshot: SupplierSnapshot, { sink, onProgress }: Reading): Promise<void> => {
  const { importRecord } = sink;
  if (importRecord === undefined) return;
  const advance = countStep(onProgress, 'import_records', null);
  for await (const batch of snapshot.importRecords()) {
    batch.forEach(importRecord);
    advance(batch.length);
  }
};

type Read = Omit<Reconciliation, 'organisation' | 'supplierCode' | 'supplierStatus' | 'madeAt'>;

/** Reads one list after the other: each is a stream on the snapshot's one connection. */
const read =
  (reading: Reading) =>
  async (snapshot: SupplierSnapshot): Promise<Read> => {
    const { expected, sink, onProgress } = reading;
    const tally = await readTotals(snapshot, reading);
    const accounts = new Set(tally.first.map(({ externalAccountNumber }) => externalAccountNumber));
    const { explanations, ...findings } = await readFindings(snapshot, accounts, sink, onProgress);
    await readImportRecords(snapshot, reading);
    const differences = await explainDifferences(snapshot, explanations, tally.first, onProgress);
    return {
      snapshotAt: snapshot.takenAt,
      isOfOneMoment: snapshot.isOfOneMoment,
      counts: { ...(await snapshot.counts()), transactions: transactionsOf(tally) },
      byType: tally.byType,
      vocabulary: await snapshot.vocabulary(),
      refusals: await snapshot.refusals(),
      ...findings,
      comparison: comparisonOf(tally, expected, differences),
    };
  };

type Ports = {
  readonly administration: Administration;
  readonly reconciliationReader: ReconciliationReader;
  readonly clock: Clock;
};

/** Reports what is stored for a supplier, and compares it with the client's control totals (decisions 14, 16; ADR 34). */
export const makeReconcile =
  ({ administration, reconciliationReader, clock }: Ports): Reconcile =>
  ({ supplier: name, ...reading }) =>
    pipe(
      theSupplier(administration, name),
      TE.bindTo('supplier'),
      TE.bindW('all', ({ supplier }) => reconciliationReader.onSnapshot(supplier, read(reading))),
      TE.map(({ supplier, all }) => ({
        organisation: supplier.organisationName,
        supplierCode: supplier.code,
        supplierStatus: supplier.status,
        madeAt: clock.now(),
        ...all,
      })),
    );
