import { compareTotals, verdictOf } from '@carryover/domain/compare-totals';
import { COUNTED_TYPES, type ControlTotal, type CountedType, TOTAL_TYPES } from '@carryover/domain/control-total';
import { sum } from '@carryover/domain/decimal';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../ports/clock.ts';
import type { Administration, NamedSupplier } from '../../ports/operator/administration.ts';
import type { ReconciliationReader, StoredFacts } from '../../ports/operator/reconciliation-reader.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from '../suppliers.ts';
import { explainDifferences } from './explain-differences.ts';
import type { Comparison, Reconciliation } from './reconciliation.ts';

/** The client's control totals, and the number of rows that could not be read. */
export type ControlTotals = { readonly totals: ReadonlyArray<ControlTotal>; readonly unread: number };

/** @param expected null if there are no control totals. */
export type Reconcile = UseCase<
  { readonly supplier: SupplierName; readonly expected: ControlTotals | null },
  SupplierRefused | StoreFailure,
  Reconciliation
>;

const byTypeOf = (totals: ReadonlyArray<ControlTotal>): Reconciliation['byType'] =>
  TOTAL_TYPES.flatMap((type) => {
    const ofType = totals.filter((total) => total.type === type);
    if (ofType.length === 0) return [];
    return [
      { type, count: ofType.reduce((count, total) => count + total.count, 0), sum: sum(ofType.map((one) => one.sum)) },
    ];
  });

/** Returns the types that are compared in addition to transactions: those with at least one control total. */
const countedTypesOf = (expected: ControlTotals | null): ReadonlyArray<CountedType> => {
  const types = new Set<string>(expected?.totals.map(({ type }) => type));
  return COUNTED_TYPES.filter((type) => types.has(type));
};

/** Reports what is stored for a supplier, and compares it with the client's control totals (decisions 14, 16). */
export const makeReconcile = (ports: {
  readonly administration: Administration;
  readonly reconciliationReader: ReconciliationReader;
  readonly clock: Clock;
}): Reconcile => {
  const { administration, reconciliationReader, clock } = ports;
  const explain = explainDifferences(reconciliationReader);

  const compare = (
    supplier: NamedSupplier,
    facts: StoredFacts,
    expected: ControlTotals | null,
  ): TE.TaskEither<StoreFailure, Comparison | null> => {
    if (expected === null) return TE.right(null);
    const { totals, unread } = expected;
    const { disagreeing, unexpected } = compareTotals(totals, facts.totals);
    const differences = [...disagreeing, ...unexpected];
    const compared = totals.length + unexpected.length;
    return pipe(
      explain(supplier, facts, differences),
      TE.map((explained) => ({
        verdict: verdictOf({ unread, differing: differences.length }),
        compared,
        agreeing: compared - differences.length,
        unread,
        countedTypes: countedTypesOf(expected),
        differences: explained,
      })),
    );
  };

  return ({ supplier: name, expected }) =>
    pipe(
      TE.Do,
      TE.bindW('supplier', () => theSupplier(administration, name)),
      TE.bindW('facts', ({ supplier }) => reconciliationReader.stored(supplier, countedTypesOf(expected))),
      TE.bindW('comparison', ({ supplier, facts }) => compare(supplier, facts, expected)),
      TE.map(({ supplier, facts, comparison }) => ({
        organisation: supplier.organisationName,
        supplierCode: supplier.code,
        supplierStatus: supplier.status,
        madeAt: clock.now(),
        byType: byTypeOf(facts.totals),
        ...facts,
        comparison,
      })),
    );
};
