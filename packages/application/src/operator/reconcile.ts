import { compareTotals } from '@carryover/domain/compare-totals';
import type { ControlTotal, TotalDifference } from '@carryover/domain/control-total';
import { sum } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { pipe } from 'fp-ts/lib/function.js';
import type { Administration, NamedSupplier } from '../ports/administration.ts';
import type { Clock } from '../ports/clock.ts';
import type { LandedFacts, ReconciliationReader } from '../ports/reconciliation-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { ExplainedDifference, Explanation, Reconciliation } from '../reconciliation.ts';
import * as TE from '../task-either.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

/** @param expected reads the client's control totals, null where there are none; a failure of it ends the command before the store is read. */
export type Reconcile = <Failure>(command: {
  readonly supplier: SupplierName;
  readonly expected: TE.TaskEither<Failure, ReadonlyArray<ControlTotal> | null>;
}) => TE.TaskEither<SupplierRefused | StoreFailure | Failure, Reconciliation>;

const byTypeOf = (totals: ReadonlyArray<ControlTotal>): Reconciliation['byType'] =>
  TRANSACTION_TYPES.flatMap((type) => {
    const ofType = totals.filter((total) => total.type === type);
    if (ofType.length === 0) return [];
    return [
      { type, count: ofType.reduce((count, total) => count + total.count, 0), sum: sum(ofType.map((one) => one.sum)) },
    ];
  });

/** How many differences are explained; the others are listed all the same. */
const EXPLAINED = 1_000;

/** What the facts say of a difference: conflicts of its account, repeated transactions of its ledger. */
const explainFrom = (facts: LandedFacts): ((difference: TotalDifference) => ReadonlyArray<Explanation>) => {
  const conflicts = Map.groupBy(facts.conflicts, ({ externalAccountNumber }) => externalAccountNumber);
  const repeated = Map.groupBy(facts.repeated, ({ externalAccountNumber }) => externalAccountNumber);
  return ({ externalAccountNumber, ledgerNumber }) => [
    ...(conflicts.get(externalAccountNumber) ?? []).map((conflict): Explanation => ({ kind: 'conflict', conflict })),
    ...(repeated.get(externalAccountNumber) ?? [])
      .filter((one) => one.ledgerNumber === ledgerNumber)
      .map((one): Explanation => ({ kind: 'repeated', repeated: one })),
  ];
};

/** Says of a supplier what landed, and whether that is what the client says it has sent (decisions 14). */
export const makeReconcile = (ports: {
  readonly administration: Administration;
  readonly reconciliationReader: ReconciliationReader;
  readonly clock: Clock;
}): Reconcile => {
  const { administration, reconciliationReader, clock } = ports;

  const explain = (
    supplier: NamedSupplier,
    facts: LandedFacts,
    differences: ReadonlyArray<TotalDifference>,
  ): TE.TaskEither<StoreFailure, ReadonlyArray<ExplainedDifference>> => {
    const ofFacts = explainFrom(facts);
    const accounts = new Set(differences.slice(0, EXPLAINED).map(({ externalAccountNumber }) => externalAccountNumber));
    return pipe(
      reconciliationReader.importsOf(supplier, [...accounts]),
      TE.map((imports) =>
        differences.map((difference, index) => ({
          ...difference,
          explanations:
            index < EXPLAINED ? [...ofFacts(difference), ...(imports.get(difference.externalAccountNumber) ?? [])] : [],
        })),
      ),
    );
  };

  const compare = (supplier: NamedSupplier, facts: LandedFacts, expected: ReadonlyArray<ControlTotal> | null) => {
    if (expected === null) return TE.right<StoreFailure, Reconciliation['comparison']>(null);
    const { disagreeing, unexpected } = compareTotals(expected, facts.totals);
    const differences = [...disagreeing, ...unexpected];
    const compared = expected.length + unexpected.length;
    return pipe(
      explain(supplier, facts, differences),
      TE.map((explained): Reconciliation['comparison'] => ({
        compared,
        agreeing: compared - differences.length,
        differences: explained,
      })),
    );
  };

  return <Failure>({
    supplier: name,
    expected,
  }: {
    readonly supplier: SupplierName;
    readonly expected: TE.TaskEither<Failure, ReadonlyArray<ControlTotal> | null>;
  }) =>
    pipe(
      TE.Do,
      TE.bindW('supplier', () => theSupplier(administration, name)),
      TE.bindW('totals', () => expected),
      TE.bindW('facts', ({ supplier }) => reconciliationReader.landed(supplier)),
      TE.bindW('comparison', ({ supplier, facts, totals }) => compare(supplier, facts, totals)),
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
