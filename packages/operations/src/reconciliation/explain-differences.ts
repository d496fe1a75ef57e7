import {
  readAcceptedImports,
  readRefusedAccounts,
  readRefusedRequests,
  readTotalsCounting,
} from '@carryover/adapters-persistence/queries/explanations';
import { readSentItems } from '@carryover/adapters-persistence/queries/sent-items';
import type { Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import {
  type Difference,
  explainDifferences,
  type ListedExplanation,
  type TransactionName,
} from '@carryover/application/reconciliation/explanations';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import type { Tally } from '@carryover/application/reconciliation/tally';
import type { ImportSupplier } from '@carryover/domain/account';
import type { ListedExplanations } from './read-findings.ts';

/** Differences whose import records are looked up at once. */
const PAGE = 500;

const transactionsOf = (listed: ReadonlyArray<ListedExplanation>): ReadonlyArray<TransactionName> =>
  listed.flatMap((one): ReadonlyArray<TransactionName> => {
    if (one.kind === 'conflict') return [one.conflict];
    return one.kind === 'repeated' ? [one.repeated] : [];
  });

const explainPage = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  { byAccount, cut }: ListedExplanations,
  differences: Tally['first'],
): Promise<ReadonlyArray<Difference>> => {
  const accounts = [...new Set(differences.map(({ externalAccountNumber }) => externalAccountNumber))];
  const transactions = transactionsOf(accounts.flatMap((account) => byAccount.get(account) ?? []));
  const counting = await readTotalsCounting(snapshot, supplier, transactions);
  const refused = await readRefusedRequests(snapshot, supplier, accounts);
  const accepted = await readAcceptedImports(snapshot, supplier, differences);
  const lost = differences.filter(({ cause }) => cause === 'lost');
  const sent = await readSentItems(snapshot, supplier, lost);
  const uncertain = cut.union(await readRefusedAccounts(snapshot, supplier, accounts));
  return explainDifferences({ listed: byAccount, refused, accepted, sent, counting, uncertain }, differences);
};

/** Adds to the first differences what can explain them. @param listed what the lists of the report have. */
export const explainFirst = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  listed: ListedExplanations,
  differences: Tally['first'],
  onProgress: OnProgress,
): Promise<ReadonlyArray<Difference>> => {
  const advance = countStep(onProgress, 'explanations', differences.length);
  const explained: Difference[] = [];
  for (let at = 0; at < differences.length; at += PAGE) {
    const page = await explainPage(snapshot, supplier, listed, differences.slice(at, at + PAGE));
    explained.push(...page);
    advance(page.length);
  }
  return explained;
};
