import { keyOf, type TotalKey } from '@carryover/domain/proof/control-total';
import type { SupplierSnapshot, TransactionName } from '../../ports/operator/reconciliation/reconciliation-reader.ts';
import { type CountedIn, canExplain } from './causes.ts';
import type { NamedDifference } from './first-differences.ts';
import { countStep, type OnProgress } from './progress.ts';
import type { ExplainedDifference, Explanation } from './reconciliation.ts';

/** Differences whose import records are looked up at once. */
const PAGE = 500;

const nameOf = ({ externalAccountNumber, transactionId }: TransactionName): string =>
  `${externalAccountNumber.length} ${externalAccountNumber} ${transactionId}`;

const countedInBy = (counting: ReadonlyArray<TransactionName & TotalKey>): CountedIn => {
  const byName = Map.groupBy(counting, nameOf);
  return (transaction) => byName.get(nameOf(transaction)) ?? [];
};

const transactionsOf = (explanations: ReadonlyArray<Explanation>): ReadonlyArray<TransactionName> =>
  explanations.flatMap((explanation): ReadonlyArray<TransactionName> => {
    if (explanation.kind === 'conflict') return [explanation.conflict];
    return explanation.kind === 'repeated' ? [explanation.repeated] : [];
  });

const explainPage = async (
  snapshot: SupplierSnapshot,
  known: ReadonlyMap<string, ReadonlyArray<Explanation>>,
  differences: ReadonlyArray<NamedDifference>,
): Promise<ReadonlyArray<ExplainedDifference>> => {
  const accounts = [...new Set(differences.map(({ externalAccountNumber }) => externalAccountNumber))];
  const transactions = transactionsOf(accounts.flatMap((account) => known.get(account) ?? []));
  const explains = canExplain(countedInBy(await snapshot.totalsCounting(transactions)));
  const refused = await snapshot.refusalsOf(accounts);
  const accepted = await snapshot.importsOf(differences);
  return differences.map(({ line: _, ...difference }) => ({
    ...difference,
    explanations: [
      ...(known.get(difference.externalAccountNumber) ?? []),
      ...(refused.get(difference.externalAccountNumber) ?? []),
      ...(accepted.get(keyOf(difference)) ?? []),
    ].filter((explanation) => explains(difference, explanation)),
  }));
};

/** Adds to each difference what can explain it ({@link canExplain}). @param known conflicts and repeated transactions by account. */
export const explainDifferences = async (
  snapshot: SupplierSnapshot,
  known: ReadonlyMap<string, ReadonlyArray<Explanation>>,
  differences: ReadonlyArray<NamedDifference>,
  onProgress: OnProgress,
): Promise<ReadonlyArray<ExplainedDifference>> => {
  const advance = countStep(onProgress, 'explanations', differences.length);
  const explained: ExplainedDifference[] = [];
  for (let at = 0; at < differences.length; at += PAGE) {
    const page = await explainPage(snapshot, known, differences.slice(at, at + PAGE));
    explained.push(...page);
    advance(page.length);
  }
  return explained;
};
