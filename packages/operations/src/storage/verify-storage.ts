import { readBelowOf } from '@carryover/adapters-persistence/admin/changed-since';
import { readCleanChecks } from '@carryover/adapters-persistence/admin/storage-verifications';
import { verifySets } from '@carryover/adapters-persistence/queries/registered-totals';
import { countSealed, type SealedCounts } from '@carryover/adapters-persistence/seals/read-seals';
import { onSupplierSnapshot, type Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import {
  knownImports,
  type Row,
  readStoredAccounts,
  readUndosWithoutAction,
  streamKeys,
  TABLE_NAMES,
  type TableName,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { causeMessage } from '@carryover/settings/cause-message';
import type { MikroORM } from '@mikro-orm/postgresql';
import { verifySeals } from '../seals/verify-seals.ts';
import type { AccountToVerify, VerifiedAccount } from './verified-account.ts';
import { verifyAccount } from './verify-account.ts';

/** Findings that are listed; the others are counted. */
const MAX_LISTED = 10_000;

/** What was compared so far. */
type StorageProgress = { readonly accounts: number; readonly imports: number; readonly rows: number };

/** A verification of all that is stored for a supplier, or for one of its accounts (decisions 20). */
export type StorageCheck = StorageProgress & {
  /** The moment of which everything was read, but for the seals. */
  readonly snapshotAt: Date;
  /** Records below this commit position were read, and no later one is below it. */
  readonly readBelow: string;
  /** Imports whose rows no check has compared with their payload: it was removed before, or changed. */
  readonly notCompared: number;
  /** Imports whose payload is kept no longer, or that of one before them: an earlier check compared their rows with it. */
  readonly comparedByDigest: number;
  readonly findings: ReadonlyArray<StorageFinding>;
  readonly findingCount: number;
  /** Those of the seals, which are over the records of all suppliers: they come last. */
  readonly ofSeals: number;
  /** null: one account was verified. */
  readonly seals: SealedCounts | null;
};

type Options = {
  /** External account number; null: all accounts, and the seals. */
  readonly account: string | null;
  readonly onProgress: (progress: StorageProgress) => void;
};

/** The rows of an import that its account does not have are of an import of another account, or of none. */
const nameStrangers = async (
  snapshot: Snapshot,
  strangers: ReadonlyArray<StorageFinding>,
): Promise<ReadonlyArray<StorageFinding>> => {
  if (strangers.length === 0) return [];
  const known = await knownImports(snapshot, [...new Set(strangers.map(({ importId }) => importId!))]);
  const unknown = new Set<string>();
  return strangers.flatMap((one): ReadonlyArray<StorageFinding> => {
    const importId = one.importId!;
    if (known.has(importId)) return [one];
    if (unknown.has(importId)) return [];
    unknown.add(importId);
    return [{ ...one, kind: 'record_missing' }];
  });
};

/** Lets calls wait for each other. */
const oneByOne = (snapshot: Snapshot): Snapshot => {
  let last: Promise<unknown> = Promise.resolve();
  const read: Snapshot['read'] = (...query) => {
    const next = last.then(() => snapshot.read(...query));
    last = next.catch(() => undefined);
    return next;
  };
  return { ...snapshot, read };
};

/** Yields what a generator yields, and has it make the next value meanwhile. */
async function* ahead<A>(source: AsyncGenerator<A>): AsyncGenerator<A> {
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = source.next();
      // Told when it is awaited.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

/** Yields all that is stored, some accounts at a time. */
async function* readAccounts(snapshot: Snapshot, supplier: NamedSupplier, account: string | null) {
  for await (const keys of streamKeys(snapshot, supplier.id, account))
    yield await readStoredAccounts(snapshot, supplier.id, keys);
}

type Counts = StorageProgress & Pick<StorageCheck, 'notCompared' | 'comparedByDigest'>;
const NOTHING: Counts = { accounts: 0, imports: 0, rows: 0, notCompared: 0, comparedByDigest: 0 };

/** What is recorded of a check of all accounts, but who made it. */
export const recordOf = ({ snapshotAt, readBelow, findingCount, notCompared, comparedByDigest }: StorageCheck) => ({
  ...{ snapshotAt, readBelow, notCompared, comparedByDigest },
  findings: findingCount,
});

/** What no service has written cannot be read: it must not end the check. */
const unread = ({ account, imports }: AccountToVerify, error: unknown): VerifiedAccount => ({
  findings: [
    {
      ...{ kind: 'record_altered', account: account.number, endpoint: null, importId: null, item: null },
      ...{ field: `account: it cannot be read: ${causeMessage(error)}`, accepted: null, stored: null },
    },
  ],
  history: { changes: [], undone: [], again: [] },
  strangers: [],
  rows: 0,
  notCompared: imports.length,
  comparedByDigest: 0,
});

/** Yields the findings of all accounts, one group after the other: of an account, its imports and rows are in memory. */
async function* verifyAccounts(
  unordered: Snapshot,
  supplier: NamedSupplier,
  account: string | null,
  onCounted: (counts: Counts) => void,
): AsyncGenerator<StorageFinding> {
  // Loaded here: the codecs and use cases of the service, which no other command needs.
  const { makeReplayImport } = await import('./replay-import.ts');
  const replay = makeReplayImport();
  const snapshot = oneByOne(unordered);
  const earlier = await readCleanChecks(snapshot.read, supplier.id);
  // PostgreSQL reads the next accounts while these are compared.
  for await (const stored of ahead(readAccounts(snapshot, supplier, account))) {
    const counts = { ...NOTHING };
    for (const one of stored.accounts) {
      const rows = Object.fromEntries(
        TABLE_NAMES.map((name) => [name, stored.rows[name].get(one.id) ?? []]),
      ) as unknown as { readonly [Name in TableName]: ReadonlyArray<Row> };
      const imports = stored.imports.get(one.id) ?? [];
      const undos = stored.undos.get(one.id) ?? [];
      const toVerify = { account: one, imports, undos, rows };
      const verified = await verifyAccount(replay, supplier, toVerify, earlier).catch((error) =>
        unread(toVerify, error),
      );
      yield* verified.findings;
      yield* await nameStrangers(snapshot, verified.strangers);
      if (undos.length > 0 && !one.isErased)
        for (const importId of await readUndosWithoutAction(snapshot, one.id))
          yield {
            kind: 'record_altered',
            account: one.number,
            endpoint: imports.find(({ id }) => id === importId)?.endpoint ?? null,
            importId,
            item: null,
            field: 'import_undo: no operator action undid it',
            accepted: null,
            stored: null,
          };
      counts.accounts += 1;
      counts.imports += imports.length;
      counts.rows += verified.rows;
      counts.notCompared += verified.notCompared;
      counts.comparedByDigest += verified.comparedByDigest;
    }
    onCounted(counts);
  }
}

/** Yields a finding for each control total, and each set of them, that is not what its client registered. */
async function* verifyTotals(snapshot: Snapshot, supplier: NamedSupplier): AsyncGenerator<StorageFinding> {
  for await (const { set, account, field, accepted, stored } of verifySets(snapshot, supplier.id)) {
    const about = { account, endpoint: null, importId: null, item: set, accepted, stored };
    yield { ...about, kind: 'record_altered', field: `control_total ${field}` };
  }
}

/** Verifies on one snapshot that what is stored for a supplier is what was accepted, and all seals (decisions 20). */
export const makeVerifyStorage =
  (orm: MikroORM) =>
  (supplier: NamedSupplier, { account, onProgress }: Options): Stored<StorageCheck> =>
    onSupplierSnapshot(orm)(supplier, async (snapshot) => {
      const findings: StorageFinding[] = [];
      let findingCount = 0;
      let counts = NOTHING;
      const add = (more: Counts): void => {
        counts = {
          accounts: counts.accounts + more.accounts,
          imports: counts.imports + more.imports,
          rows: counts.rows + more.rows,
          notCompared: counts.notCompared + more.notCompared,
          comparedByDigest: counts.comparedByDigest + more.comparedByDigest,
        };
        onProgress(counts);
      };
      const readBelow = await readBelowOf(snapshot.read, supplier.id);
      const take = async (source: AsyncIterable<StorageFinding>): Promise<void> => {
        for await (const finding of source) {
          findingCount += 1;
          if (findings.length < MAX_LISTED) findings.push(finding);
        }
      };
      await take(verifyAccounts(snapshot, supplier, account, add));
      if (account === null) await take(verifyTotals(snapshot, supplier));
      await snapshot.checkWhole();
      const ofAccounts = findingCount;
      if (account === null) await take(verifySeals(orm.em, null));
      const ofSeals = findingCount - ofAccounts;
      const seals = account === null ? await countSealed(orm.em) : null;
      return { snapshotAt: snapshot.takenAt, readBelow, ...counts, findings, findingCount, ofSeals, seals };
    });
