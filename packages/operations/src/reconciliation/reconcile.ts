import { readBelowOf } from '@carryover/adapters-persistence/admin/changed-since';
import { readLatestCheck } from '@carryover/adapters-persistence/admin/storage-verifications';
import { erasedNameIn } from '@carryover/adapters-persistence/imports/account-repository';
import { readNotesOn } from '@carryover/adapters-persistence/queries/difference-notes';
import { streamActions, streamImportRecords } from '@carryover/adapters-persistence/queries/reconciliation-lists';
import {
  readCounts,
  readCoveredAccounts,
  readRefusals,
  readVocabulary,
} from '@carryover/adapters-persistence/queries/stored-counts';
import { readErasedTotals, streamTotals } from '@carryover/adapters-persistence/queries/stored-totals';
import { readSupplierNames, type SupplierNames } from '@carryover/adapters-persistence/queries/supplier-names';
import { streamSeals } from '@carryover/adapters-persistence/seals/read-seals';
import { onSupplierSnapshot, type Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { DifferenceNote } from '@carryover/application/reconciliation/difference-notes';
import type { Difference } from '@carryover/application/reconciliation/explanations';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import {
  countTransactions,
  makeTally,
  type ReportedTotal,
  type Tally,
} from '@carryover/application/reconciliation/tally';
import type { ImportSupplier } from '@carryover/domain/account';
import {
  agrees,
  type ControlTotal,
  type CountedItems,
  compareKeys,
  countedIn,
  type GivenTypes,
  keyOf,
} from '@carryover/domain/control-total';
import {
  COVERED_KINDS,
  type Coverage,
  type CoveredKind,
  type KindCoverage,
  kindOfType,
} from '@carryover/domain/coverage';
import type { SealOwner } from '@carryover/domain/sealed-leaf';
import { type ExpectedTotal, type JoinedTotal, joinTotals, verdictOf } from '@carryover/domain/total-comparison';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { explainDifferences } from './explain-differences.ts';
import { readFindings } from './read-findings.ts';
import type { Comparison, ListedNote, Reconciliation, ReconciliationSink } from './reconciliation.ts';

/** The client's control totals, of any number. */
export type ControlTotals = {
  /** In the order of `compareKeys` and without duplicates. */
  readonly sorted: () => Iterator<ExpectedTotal>;
  /** The number of totals that {@link sorted} reads. */
  readonly count: number;
  /** The types that have at least one. */
  readonly types: GivenTypes;
  /** The number of rows that could not be read. */
  readonly unread: number;
};

type Reading = {
  /** null if there are no control totals. */
  readonly expected: ControlTotals | null;
  /** Takes what is read, all of it. */
  readonly sink: ReconciliationSink;
  readonly onProgress: OnProgress;
};

/** Totals without a stored one are counted in groups of this size. */
const COUNTED_AT_ONCE = 1_000;

const countedOf = (expected: ControlTotals | null): ReadonlyArray<CountedItems> =>
  expected === null ? [] : countedIn(expected.types);

/**
 * The totals of erased accounts, by the numbers that the control totals have for them, in the order of `compareKeys`; an account that
 * they do not have keeps its stored name. `nameOf` returns the name that a report has: the stored one, not the number.
 */
const readErased = async (snapshot: Snapshot, supplier: ImportSupplier, expected: ControlTotals | null) => {
  const totals = await readErasedTotals(snapshot, countedOf(expected));
  const numbers = new Map<string, string>();
  if (totals.length > 0) {
    const names = new Set(totals.map(({ externalAccountNumber }) => externalAccountNumber));
    const toName = erasedNameIn(supplier);
    for (const { externalAccountNumber: number } of Iterator.from(expected?.sorted() ?? []))
      if (names.has(toName(number))) numbers.set(toName(number), number);
  }
  const byNumber = new Map([...numbers].map(([name, number]) => [number, name]));
  return {
    totals: totals
      .map((total) => ({
        ...total,
        externalAccountNumber: numbers.get(total.externalAccountNumber) ?? total.externalAccountNumber,
      }))
      .toSorted(compareKeys),
    nameOf: (number: string): string => byNumber.get(number) ?? number,
  };
};

/** Merges two lists in the order of `compareKeys`. */
async function* merged(
  batches: AsyncIterable<ReadonlyArray<ControlTotal>>,
  others: ReadonlyArray<ControlTotal>,
): AsyncGenerator<ControlTotal> {
  let next = 0;
  for await (const batch of batches)
    for (const total of batch) {
      for (; next < others.length && compareKeys(others[next]!, total) < 0; next += 1) yield others[next]!;
      yield total;
    }
  yield* others.slice(next);
}

/** What persons said of differences, by total: the totals are looked at as they are read. */
const makeNotesOnTotals = (all: ReadonlyArray<DifferenceNote>) => {
  const noted = new Set(all.map(keyOf));
  const totals = new Map<string, ReportedTotal>();
  const toListed = (note: DifferenceNote): ListedNote => {
    const now = totals.get(keyOf(note)) ?? null;
    if (now === null) return { ...note, state: 'agrees', now };
    const isSame = agrees(now.expected, note.expected) && agrees(now.actual, note.actual);
    return { ...note, state: isSame ? 'as_noted' : 'changed', now };
  };
  return {
    take: (total: ReportedTotal): void => {
      if (noted.size === 0 || total.cause === null) return;
      const key = keyOf(total);
      if (noted.has(key)) totals.set(key, total);
    },
    listed: (): ReadonlyArray<ListedNote> => all.map(toListed),
  };
};
type NotesOnTotals = ReturnType<typeof makeNotesOnTotals>;

const readTotals = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  { expected, sink, onProgress }: Reading,
  notes: NotesOnTotals,
): Promise<Tally> => {
  const erased = await readErased(snapshot, supplier, expected);
  const join = joinTotals(expected?.sorted() ?? [].values());
  const tally = makeTally(expected !== null, (total) => {
    notes.take(total);
    sink.total?.(total);
  });
  const advance = countStep(onProgress, 'totals', expected?.count ?? null);
  let uncounted = 0;
  const add = (total: JoinedTotal): void => {
    tally.add({ ...total, externalAccountNumber: erased.nameOf(total.externalAccountNumber) });
    uncounted += 1;
    if (uncounted < COUNTED_AT_ONCE) return;
    advance(uncounted);
    uncounted = 0;
  };
  const stored = merged(streamTotals(snapshot, countedOf(expected)), erased.totals);
  for await (const one of stored) for (const total of join.next(one)) add(total);
  for (const total of join.rest()) add(total);
  advance(uncounted);
  return tally.end();
};

const readCoverage = async (
  snapshot: Snapshot,
  { types }: ControlTotals,
  counts: Reconciliation['counts'],
): Promise<Coverage> => {
  const stored: Readonly<Record<CoveredKind, number>> = {
    notes: counts.notes,
    transactions: counts.transactions,
    billing_documents: counts.billingDocuments,
    statements: counts.statements,
    payment_instructions: counts.paymentInstructions,
  };
  const given = new Set([...types.keys()].map(kindOfType));
  // Stored transactions without a control total are compared too, and differ.
  const coverageOf = (kind: CoveredKind): KindCoverage => {
    if (stored[kind] === 0 && !given.has(kind)) return 'none_stored';
    return kind === 'transactions' || given.has(kind) ? 'compared' : 'not_compared';
  };
  const kinds = Object.fromEntries(COVERED_KINDS.map((kind) => [kind, coverageOf(kind)])) as Coverage['kinds'];
  const accounts = await readCoveredAccounts(
    snapshot,
    COVERED_KINDS.filter((kind) => kinds[kind] === 'compared'),
  );
  return { kinds, accountsCompared: accounts.compared, accountsStored: accounts.stored };
};

const comparisonOf = (
  { compared, byCause }: Tally,
  expected: ControlTotals | null,
  first: ReadonlyArray<Difference>,
  coverage: Coverage | null,
): Comparison | null => {
  if (expected === null || coverage === null) return null;
  const { unread } = expected;
  const count = Object.values(byCause).reduce((all, some) => all + some, 0);
  return {
    verdict: verdictOf({ unread, differing: count }),
    compared,
    agreeing: compared - count,
    unread,
    differences: { count, byCause, first },
    coverage,
  };
};

const sealOwnerOf = ({ id, organisationId, code }: NamedSupplier, names: SupplierNames): SealOwner => ({
  ...{ organisationId, ...names },
  ...{ supplierId: id, code },
});

const readImportRecords = async (
  snapshot: Snapshot,
  owner: SealOwner,
  { sink, onProgress }: Reading,
): Promise<void> => {
  const { importRecord, action, seal } = sink;
  if (importRecord === undefined) return;
  const advance = countStep(onProgress, 'import_records', null);
  for await (const batch of streamImportRecords(snapshot)) {
    batch.forEach(importRecord);
    advance(batch.length);
  }
  if (action !== undefined) for await (const lines of streamActions(snapshot)) lines.forEach(action);
  if (seal !== undefined) for await (const line of streamSeals(snapshot, owner)) seal(line);
};

/** Reads one list after the other: each is a stream on the snapshot's one connection. */
const readAll =
  (supplier: NamedSupplier, reading: Reading) =>
  async (snapshot: Snapshot): Promise<Omit<Reconciliation, 'madeAt'>> => {
    const { expected, sink, onProgress } = reading;
    const names = await readSupplierNames(snapshot);
    const notes = makeNotesOnTotals(expected === null ? [] : await readNotesOn(snapshot, supplier));
    const tally = await readTotals(snapshot, supplier, reading, notes);
    const accounts = new Set(tally.first.map(({ externalAccountNumber }) => externalAccountNumber));
    const { explanations, ...findings } = await readFindings(snapshot, accounts, sink, onProgress);
    await readImportRecords(snapshot, sealOwnerOf(supplier, names), reading);
    const differences = await explainDifferences({ snapshot, supplier, listed: explanations }, tally.first, onProgress);
    const { counts: read, erased } = await readCounts(snapshot);
    const counts = { ...read, transactions: countTransactions(tally) };
    const coverage = expected === null ? null : await readCoverage(snapshot, expected, counts);
    const [vocabulary, refusals] = [await readVocabulary(snapshot), await readRefusals(snapshot)];
    const readBelow = await readBelowOf(snapshot.read, supplier.id);
    const storageCheck = await readLatestCheck(snapshot.read, supplier.id);
    await snapshot.checkWhole();
    return {
      ...names,
      supplierCode: supplier.code,
      owner: { organisationId: supplier.organisationId, supplierId: supplier.id },
      supplierStatus: supplier.status,
      snapshotAt: snapshot.takenAt,
      readBelow,
      storageCheck,
      isOfOneMoment: snapshot.dialect.isOfOneMoment,
      counts,
      erased,
      byType: tally.byType,
      vocabulary,
      refusals,
      ...findings,
      differenceNotes: notes.listed(),
      comparison: comparisonOf(tally, expected, differences, coverage),
    };
  };

/** Reads on one snapshot what is stored for a supplier, and compares it with the client's control totals (decisions 14, 16; ADR 11). */
export const makeReconcile =
  (orm: MikroORM) =>
  (supplier: NamedSupplier, reading: Reading): Stored<Reconciliation> =>
    pipe(
      onSupplierSnapshot(orm)(supplier, readAll(supplier, reading)),
      TE.map((reconciliation) => ({ ...reconciliation, madeAt: new Date() })),
    );
