import { keyOf, type TotalKey } from '@carryover/domain/control-total';
import type {
  SentItems,
  SupplierSnapshot,
  TransactionName,
} from '../../ports/operator/reconciliation/reconciliation-reader.ts';
import { type CountedIn, canExplain } from './causes.ts';
import type { NamedDifference } from './first-differences.ts';
import { countStep, type OnProgress } from './progress.ts';
import type { KnownExplanation, KnownExplanations } from './read-findings.ts';
import type { Correction, ExplainedDifference, Explanation } from './reconciliation.ts';

/** Differences whose import records are looked up at once. */
const PAGE = 500;

const nameOf = ({ externalAccountNumber, transactionId }: TransactionName): string =>
  `${externalAccountNumber.length} ${externalAccountNumber} ${transactionId}`;

const countedInBy = (counting: ReadonlyArray<TransactionName & TotalKey>): CountedIn => {
  const byName = Map.groupBy(counting, nameOf);
  return (transaction) => byName.get(nameOf(transaction)) ?? [];
};

const transactionsOf = (known: ReadonlyArray<KnownExplanation>): ReadonlyArray<TransactionName> =>
  known.flatMap((one): ReadonlyArray<TransactionName> => {
    if (one.kind === 'conflict') return [one.conflict];
    return one.kind === 'repeated' ? [one.repeated] : [];
  });

/** The number of items of a total that an undo removed; a billing document has no ledger there. */
const removedOf = ({ type, ledgerNumber }: TotalKey, { removed }: Correction): number => {
  switch (type) {
    case 'NOTE':
      return removed.notes;
    case 'STATEMENT':
      return removed.statements;
    case 'BILLING_DOCUMENT':
      return removed.billingDocuments;
    default:
      return removed.transactions.find((one) => one.type === type && one.ledgerNumber === ledgerNumber)?.count ?? 0;
  }
};

const toExplanation =
  (total: TotalKey) =>
  (known: KnownExplanation): ReadonlyArray<Explanation> => {
    if (known.kind !== 'undone') return [known];
    const { importId, endpoint, undoneAt, undoneBy } = known.correction;
    const itemCount = removedOf(total, known.correction);
    return itemCount === 0 ? [] : [{ kind: 'undone_import', importId, endpoint, undoneAt, undoneBy, itemCount }];
  };

type Page = {
  readonly sent: ReadonlyMap<string, SentItems>;
  /** Accounts for which a request was refused that may have had what is missing. */
  readonly refused: ReadonlySet<string>;
  /** Accounts of which not all is known that could explain a difference. */
  readonly cut: ReadonlySet<string>;
};

/**
 * Adds what the payloads of the accepted requests say of a loss: that items were accepted and are not stored, or that the client did not
 * send them. That is said only if nothing else explains the loss, and no request that was refused can have had them.
 */
const withSent =
  ({ sent, refused, cut }: Page) =>
  (difference: ExplainedDifference): ExplainedDifference => {
    const items = sent.get(keyOf(difference));
    if (items === undefined) return difference;
    const explanations = [...items.notStored, ...difference.explanations];
    const { externalAccountNumber: account, expected } = difference;
    const isUnknown =
      explanations.length > 0 || items.count >= expected.count || refused.has(account) || cut.has(account);
    return { ...difference, explanations: isUnknown ? explanations : [{ kind: 'not_sent', itemCount: items.count }] };
  };

const explainPage = async (
  snapshot: SupplierSnapshot,
  { byAccount, cut }: KnownExplanations,
  differences: ReadonlyArray<NamedDifference>,
): Promise<ReadonlyArray<ExplainedDifference>> => {
  const accounts = [...new Set(differences.map(({ externalAccountNumber }) => externalAccountNumber))];
  const transactions = transactionsOf(accounts.flatMap((account) => byAccount.get(account) ?? []));
  const explains = canExplain(countedInBy(await snapshot.totalsCounting(transactions)));
  const refusals = await snapshot.refusalsOf(accounts);
  const accepted = await snapshot.importsOf(differences);
  const sent = await snapshot.sentItemsOf(differences.filter(({ cause }) => cause === 'lost'));
  const refused = await snapshot.refusedAccounts(accounts);
  return differences
    .map(({ line: _, ...difference }) => ({
      ...difference,
      explanations: [
        ...(byAccount.get(difference.externalAccountNumber) ?? []).flatMap(toExplanation(difference)),
        ...(refusals.get(difference.externalAccountNumber) ?? []),
        ...(accepted.get(keyOf(difference)) ?? []),
      ].filter((explanation) => explains(difference, explanation)),
    }))
    .map(withSent({ sent, refused, cut }));
};

/** Adds to each difference what can explain it ({@link canExplain}). @param known what the lists of the report have. */
export const explainDifferences = async (
  snapshot: SupplierSnapshot,
  known: KnownExplanations,
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
