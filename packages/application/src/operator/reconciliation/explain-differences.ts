import { keyOf, type TotalDifference, type TotalKey } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ReconciliationReader, StoredFacts, TransactionName } from '../../ports/operator/reconciliation-reader.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import { type CountedIn, canExplain } from './causes.ts';
import type { ExplainedDifference, Explanation } from './reconciliation.ts';

/** The number of differences that are explained; the others are only listed. */
const EXPLAINED = 1_000;

const nameOf = ({ externalAccountNumber, transactionId }: TransactionName): string =>
  `${externalAccountNumber.length} ${externalAccountNumber} ${transactionId}`;

const countedInBy = (counting: ReadonlyArray<TransactionName & TotalKey>): CountedIn => {
  const byName = Map.groupBy(counting, nameOf);
  return (transaction) => byName.get(nameOf(transaction)) ?? [];
};

/** The facts about the accounts, by account number. */
const ofFacts = (
  { conflicts, repeated }: StoredFacts,
  accounts: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyArray<Explanation>> => {
  const all = [
    ...conflicts.map((conflict) => ({ of: conflict, explanation: { kind: 'conflict', conflict } as const })),
    ...repeated.map((one) => ({ of: one, explanation: { kind: 'repeated', repeated: one } as const })),
  ].filter(({ of }) => accounts.has(of.externalAccountNumber));
  const byAccount = Map.groupBy(all, ({ of }) => of.externalAccountNumber);
  return new Map([...byAccount].map(([account, some]) => [account, some.map(({ explanation }) => explanation)]));
};

const transactionsOf = (explanations: Iterable<ReadonlyArray<Explanation>>): ReadonlyArray<TransactionName> =>
  [...explanations].flat().flatMap((explanation): ReadonlyArray<TransactionName> => {
    if (explanation.kind === 'conflict') return [explanation.conflict];
    return explanation.kind === 'repeated' ? [explanation.repeated] : [];
  });

/** Adds to the first differences what can explain each of them ({@link canExplain}). */
export const explainDifferences =
  (reader: ReconciliationReader) =>
  (
    supplier: ImportSupplier,
    facts: StoredFacts,
    differences: ReadonlyArray<TotalDifference>,
  ): TE.TaskEither<StoreFailure, ReadonlyArray<ExplainedDifference>> => {
    const explained = differences.slice(0, EXPLAINED);
    const accounts = new Set(explained.map(({ externalAccountNumber }) => externalAccountNumber));
    const known = ofFacts(facts, accounts);
    return pipe(
      TE.Do,
      TE.bind('counting', () => reader.totalsCounting(supplier, transactionsOf(known.values()))),
      TE.bind('refused', () => reader.refusalsOf(supplier, [...accounts])),
      TE.bind('accepted', () => reader.importsOf(supplier, explained)),
      TE.map(({ counting, refused, accepted }) => {
        const explains = canExplain(countedInBy(counting));
        const explanationsOf = (difference: TotalDifference): ReadonlyArray<Explanation> =>
          [
            ...(known.get(difference.externalAccountNumber) ?? []),
            ...(refused.get(difference.externalAccountNumber) ?? []),
            ...(accepted.get(keyOf(difference)) ?? []),
          ].filter((explanation) => explains(difference, explanation));
        return differences.map((difference, index) => ({
          ...difference,
          explanations: index < EXPLAINED ? explanationsOf(difference) : [],
        }));
      }),
    );
  };
