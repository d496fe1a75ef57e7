import { reportedKeyIn } from '@carryover/adapters-persistence/imports/account-repository';
import {
  haveRefusalsBeenRemoved,
  readRefusedElsewhere,
  readRefusedOf,
  readWithOtherCase,
} from '@carryover/adapters-persistence/queries/explanations';
import type { Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import {
  groupsOf,
  type Row,
  readStoredAccounts,
  TABLE_NAMES,
  type TableName,
} from '@carryover/adapters-persistence/verification/stored-account';
import { explainDifference } from '@carryover/application/reconciliation/explain-difference';
import type { Difference, KnownAccount, Unknown } from '@carryover/application/reconciliation/explanations';
import { withOtherCase } from '@carryover/application/reconciliation/other-case';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import type { Tally } from '@carryover/application/reconciliation/tally';
import type { ImportSupplier } from '@carryover/domain/account';
import { verifyAccount } from '../storage/verify-account.ts';
import { historyOf, unknownOf } from './account-history.ts';
import type { ListedExplanations } from './read-findings.ts';

/** Accounts whose refused requests are in memory at once. */
const ACCOUNTS_AT_ONCE = 100;
/** The payloads of larger accounts are not read, nor of more accounts than these. */
const SIZE_LIMITS = { ofAccount: 150_000, ofAll: 1_500_000 };

const because = (reason: Unknown['reason']): Unknown => ({ reason, importId: null });

type Of = {
  readonly snapshot: Snapshot;
  readonly supplier: ImportSupplier;
  readonly listed: ListedExplanations;
};

/** Yields what is known of accounts, some at a time. */
async function* readAccounts(
  { snapshot, supplier, listed }: Of,
  numbers: ReadonlyArray<string>,
): AsyncGenerator<readonly [number: string, account: KnownAccount]> {
  // Loaded here: the codecs and use cases of the service, which no other command needs.
  const { makeReplayImport } = await import('../storage/replay-import.ts');
  const replay = makeReplayImport();
  const numberOf = new Map(numbers.map((number) => [reportedKeyIn(supplier)(number), number]));
  const removed = (await haveRefusalsBeenRemoved(snapshot, supplier)) ? [because('refusals_removed')] : [];

  const readGroup = async (keys: ReadonlyArray<string>, areRead: boolean) => {
    const some = keys.map((key) => numberOf.get(key)!);
    const refused = await readRefusedOf(snapshot, supplier, some);
    const elsewhere = await readRefusedElsewhere(snapshot, supplier, some);
    const stored = await readStoredAccounts(snapshot, supplier.id, areRead ? keys : []);
    const byKey = new Map(stored.accounts.map((account) => [account.id, account]));
    const readOne = async (key: string): Promise<readonly [string, KnownAccount]> => {
      const number = numberOf.get(key)!;
      const { requests = [], isCut = false } = refused.get(number) ?? {};
      const ofAccount = listed.byAccount.get(number) ?? [];
      const lists = {
        conflicts: ofAccount.flatMap((one) => (one.kind === 'conflict' ? [one.conflict] : [])),
        repeated: ofAccount.flatMap((one) => (one.kind === 'repeated' ? [one.repeated] : [])),
        corrections: ofAccount.flatMap((one) => (one.kind === 'undone' ? [one.correction] : [])),
        refused: requests,
      };
      const importId = elsewhere.get(number);
      const unknown: ReadonlyArray<Unknown> = [
        ...removed,
        ...(importId === undefined ? [] : [{ reason: 'refused_elsewhere' as const, importId }]),
        ...(isCut || listed.cut.has(number) ? [because('more_refusals')] : []),
      ];
      const account = byKey.get(key);
      if (account === undefined)
        return [
          number,
          { ...lists, exists: true, mainLedger: null, history: null, unknown: [because('too_large'), ...unknown] },
        ];
      const imports = stored.imports.get(key) ?? [];
      const rows = Object.fromEntries(
        TABLE_NAMES.map((name) => [name, stored.rows[name].get(key) ?? []]),
      ) as unknown as { readonly [Name in TableName]: ReadonlyArray<Row> };
      const undos = stored.undos.get(key) ?? [];
      const verified = await verifyAccount(replay, supplier, { account, imports, undos, rows }, []);
      return [
        number,
        {
          ...lists,
          exists: account.number !== null,
          mainLedger: account.mainLedger,
          history: account.isErased ? null : historyOf(imports, rows, verified),
          unknown: [...unknownOf(account, imports, verified).map(because), ...unknown],
        },
      ];
    };
    const known: (readonly [string, KnownAccount])[] = [];
    // One after the other: the replay has one store at a time.
    for (const key of keys) known.push(await readOne(key));
    return known;
  };

  const groups = await groupsOf(snapshot, [...numberOf.keys()], SIZE_LIMITS);
  const read = new Set(groups.flat());
  const left = [...numberOf.keys()].filter((key) => !read.has(key));
  for (const [all, areRead] of [...groups.map((group) => [group, true] as const), [left, false] as const])
    for (let from = 0; from < all.length; from += ACCOUNTS_AT_ONCE)
      yield* await readGroup(all.slice(from, from + ACCOUNTS_AT_ONCE), areRead);
}

/** Adds to the first differences what explains them (decisions 20). @param of what the lists of the report have, too. */
export const explainDifferences = async (
  of: Of,
  differences: Tally['first'],
  onProgress: OnProgress,
): Promise<ReadonlyArray<Difference>> => {
  const advance = countStep(onProgress, 'explanations', differences.length);
  const byAccount = Map.groupBy(differences, ({ externalAccountNumber }) => externalAccountNumber);
  const explained = new Map<Tally['first'][number], Difference>();
  const missing: string[] = [];
  for await (const [number, account] of readAccounts(of, [...byAccount.keys()])) {
    const ofAccount = byAccount.get(number)!;
    if (!account.exists) missing.push(number);
    for (const difference of ofAccount)
      explained.set(difference, { ...difference, ...explainDifference(difference, account) });
    advance(ofAccount.length);
  }
  const stored = await readWithOtherCase(of.snapshot, of.supplier, missing);
  return withOtherCase(
    differences.map((difference) => explained.get(difference)!),
    stored,
  );
};
