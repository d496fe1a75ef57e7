import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import { SLOT_MS } from '@carryover/adapters-persistence/figures/counted-events';
import {
  countRemoved,
  listSeals,
  nameRecords,
  readFound,
  readSealed,
  readUnnamed,
} from '@carryover/adapters-persistence/seals/read-seals';
import { readHead } from '@carryover/adapters-persistence/seals/seal-log';
import {
  areEntries,
  isOfImport,
  readEntries,
  type SealEntry,
} from '@carryover/adapters-persistence/seals/sealed-records';
import { type MerkleTree, makeMerkleTree } from '@carryover/domain/merkle-tree';
import { type Seal, signedText } from '@carryover/domain/seal';
import { isAction } from '@carryover/domain/sealed-leaf';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { sha256 } from '@carryover/evidence/sha256';
import type { EntityManager } from '@mikro-orm/postgresql';
import { faultInChain, type Link, linksOf, rangesOf } from './seal-chain.ts';
import { checkTree, extended, isTreeOf } from './seal-tree.ts';

/** Seals that are read at a time: their entries are read one by one. */
const PAGE = 1_000;

const NOTHING = {
  account: null,
  endpoint: null,
  importId: null,
  item: null,
  field: null,
  accepted: null,
  stored: null,
};

export const sealBroken = (number: number, detail: string): StorageFinding => ({
  ...NOTHING,
  kind: 'seal_broken',
  item: String(number),
  field: detail,
});

/** Returns what is wrong with a signature; null if nothing is. */
export const signatureFault = async (verifier: EvidenceVerifier, seal: Seal): Promise<string | null> => {
  if (seal.signature === null) return 'it is not signed';
  const verified = await verifier.verify(seal.signature);
  if (verified.kind === 'other_key') return `it is signed by another key (${verified.signedBy})`;
  if (verified.kind === 'signature_invalid') return 'its signature is not valid';
  return Buffer.from(verified.payload).toString() === signedText(seal) ? null : 'its signature is of another seal';
};

type Change = { readonly entry: SealEntry; readonly isSealed: boolean; readonly isFound: boolean };

const keyOf = ({ kind, id }: SealEntry): string => `${kind} ${id}`;

/** Returns the records whose entries differ, in the order of the seal; those that were added last. */
const changesOf = (sealed: ReadonlyArray<SealEntry>, found: ReadonlyArray<SealEntry>): ReadonlyArray<Change> => {
  const [before, now] = [sealed, found].map((entries) => new Map(entries.map((entry) => [keyOf(entry), entry])));
  return [
    ...sealed.flatMap((entry) => {
      const stored = now!.get(keyOf(entry));
      const isSame =
        stored !== undefined &&
        entry.tag.equals(stored.tag) &&
        stored.sha256 === entry.sha256 &&
        stored.accountId === entry.accountId;
      return isSame ? [] : [{ entry, isSealed: true, isFound: stored !== undefined }];
    }),
    ...found.filter((entry) => !before!.has(keyOf(entry))).map((entry) => ({ entry, isSealed: false, isFound: true })),
  ];
};

/** The ten seconds since 1970 of an id: a UUID of version 7 begins with its milliseconds. */
const slotOf = ({ id }: SealEntry): number =>
  Math.floor(Number.parseInt(id.replace('-', '').slice(0, 12), 16) / SLOT_MS);

/**
 * Leaves out the refused requests that are kept no longer: as many as were removed of the same ten seconds. The rows do not say which
 * ones those were.
 *
 * @param explained by ten seconds, the removed requests that were found missing before; added to.
 */
const unexplained = async (
  em: EntityManager,
  changes: ReadonlyArray<Change>,
  explained: Map<number, number>,
): Promise<ReadonlyArray<Change>> => {
  const isMissing = ({ entry, isFound }: Change) => entry.kind === 'refused_import' && !isFound;
  const missing = Map.groupBy(changes.filter(isMissing), ({ entry }) => slotOf(entry));
  const removed = await countRemoved(em, [...missing.keys()]);
  const kept = new Set<Change>();
  for (const [slot, all] of missing) {
    const count = (explained.get(slot) ?? 0) + all.length;
    explained.set(slot, count);
    if (count <= (removed.get(slot) ?? 0)) for (const change of all) kept.add(change);
  }
  return changes.filter((change) => !kept.has(change));
};

type Changed = {
  readonly entries: ReadonlyArray<SealEntry>;
  readonly found: ReadonlyArray<SealEntry>;
  readonly changes: ReadonlyArray<Change>;
};
type Accused = { readonly change: Change; readonly finding: StorageFinding };

const accusedOf = async (em: EntityManager, changes: ReadonlyArray<Change>): Promise<ReadonlyArray<Accused>> => {
  const named = await nameRecords(
    em,
    changes.map(({ entry }) => entry),
  );
  return changes.flatMap((change, index): ReadonlyArray<Accused> => {
    const { entry, isSealed, isFound } = change;
    const { account, endpoint, exists, isErased } = named[index]!;
    // An erasure is an operator action of its own, which is sealed.
    if (isErased && isSealed && isFound) return [];
    const recordKind = isFound || exists ? 'record_altered' : 'record_missing';
    const ofRecord = isSealed ? recordKind : 'extra';
    const finding: StorageFinding = {
      ...NOTHING,
      kind: isAction(entry.kind) ? 'action_altered' : ofRecord,
      account,
      endpoint,
      importId: isOfImport(entry.kind) ? entry.id : null,
      item: isOfImport(entry.kind) || entry.kind === 'erased_account' ? null : entry.id,
      field: entry.kind,
      accepted: isSealed ? entry.sha256 : null,
    };
    return [{ change, finding }];
  });
};

/** Seals of a database, in their order. */
async function* allSeals(em: EntityManager): AsyncGenerator<Seal> {
  for (let after = 0; ; ) {
    const seals = await listSeals(em, after, PAGE);
    for (const { sealedAt: _, ...seal } of seals) yield seal;
    if (seals.length < PAGE) return;
    after = seals.at(-1)!.number;
  }
}

/** More seals that are missing one after the other are counted. */
const MAX_MISSING = 1_000;

/** @param to the number of the seal after them. */
function* missingSeals(from: number, to: number): Generator<StorageFinding> {
  for (let number = from; number < Math.min(to, from + MAX_MISSING); number += 1)
    yield sealBroken(number, 'it is missing');
  if (to - from > MAX_MISSING) yield sealBroken(to - 1, `it and ${to - from - 1} seals before it are missing`);
}

/**
 * Returns the found entries, an action under a former name of its organisation as it was sealed: with the ids of the names, or without
 * them, as release 1.0.0 sealed one after the rename. Nothing else of it may differ.
 */
const withNames = async (
  em: EntityManager,
  range: Pick<Seal, 'from' | 'to'>,
  sealed: ReadonlyArray<SealEntry>,
  found: ReadonlyArray<SealEntry>,
): Promise<ReadonlyArray<SealEntry>> => {
  if (!changesOf(sealed, found).some(({ entry }) => isAction(entry.kind))) return found;
  const unnamed = new Map(readEntries(await readUnnamed(em, range))!.map((entry) => [keyOf(entry), entry]));
  const before = new Map(sealed.map((entry) => [keyOf(entry), entry]));
  return found.map((entry) => {
    const other = unnamed.get(keyOf(entry));
    return other !== undefined && before.get(keyOf(entry))?.sha256 === other.sha256 ? other : entry;
  });
};

const UNCHANGED: Changed = { entries: [], found: [], changes: [] };

/** Returns the records that differ from what was sealed, within the bounds of the seal by which the fewest do. */
const changedRecords = async (em: EntityManager, link: Link, sealed: Buffer): Promise<Changed> => {
  let fewest: Changed | null = null;
  for (const range of rangesOf(link)) {
    const bytes = await readFound(em, range);
    // Most seals are as they were: their entries, which take much more memory than their bytes, are never read.
    if (sealed.equals(bytes)) return UNCHANGED;
    const entries = readEntries(sealed) ?? [];
    const found = await withNames(em, range, entries, readEntries(bytes)!);
    const changes = changesOf(entries, found);
    if (fewest === null || changes.length < fewest.changes.length) fewest = { entries, found, changes };
  }
  return fewest ?? UNCHANGED;
};

/** Returns the entries of a seal with those of the stored records in place of what differs. @param isKept what is not stored, too. */
const corrected = (
  { entries, found }: Changed,
  accused: ReadonlyArray<Accused>,
  isKept: boolean,
): ReadonlyArray<SealEntry> => {
  const stored = new Map(found.map((entry) => [keyOf(entry), entry]));
  const changes = new Map(accused.map(({ change }) => [keyOf(change.entry), change]));
  const all = entries.flatMap((entry) => {
    if (!changes.has(keyOf(entry))) return [entry];
    return stored.get(keyOf(entry)) ?? (isKept ? [entry] : []);
  });
  for (const [at, entry] of found.entries()) {
    if (changes.get(keyOf(entry))?.isSealed !== false) continue;
    const before = at === 0 ? '' : keyOf(found[at - 1]!);
    all.splice(all.findIndex((one) => keyOf(one) === before) + 1, 0, entry);
  }
  return all;
};

/** With so many at most, each selection of accused entries is tried. */
const FEW = 6;

/**
 * Yields selections of what is accused, all of it first. Of a few, every selection follows; of more, those with one of the first 64
 * alone, and those without it.
 */
function* selectionsOf(accused: ReadonlyArray<Accused>): Generator<ReadonlyArray<Accused>> {
  if (accused.length <= FEW) {
    for (let bits = 2 ** accused.length - 1; bits > 0; bits -= 1)
      yield accused.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1);
    return;
  }
  yield accused;
  for (const one of accused.slice(0, 2 ** FEW)) {
    yield [one];
    yield accused.filter((other) => other !== one);
  }
}

/**
 * Returns the accused entries whose records are as they were sealed: it is the seal's list of them that was changed, if the seal is
 * of the tree that has the stored records in their place.
 */
const changedInList = (
  before: MerkleTree,
  seal: Seal,
  changed: Changed,
  accused: ReadonlyArray<Accused>,
): ReadonlySet<Accused> => {
  for (const some of selectionsOf(accused))
    for (const isKept of [true, false])
      if (isTreeOf(extended(before, corrected(changed, some, isKept)), seal)) return new Set(some);
  return new Set();
};

/**
 * Compares all seals with each other and with the records that they are of (decisions 20): each record that was altered, removed or
 * added is named, and so is each seal that was. Bounded by the size of one seal.
 *
 * @param verifier of the key that signs seals; null: signatures are not checked.
 */
export async function* verifySeals(
  em: EntityManager,
  verifier: EvidenceVerifier | null,
): AsyncGenerator<StorageFinding> {
  // Before the seals are read, and again after them: meanwhile, the service may add more.
  const head = await readHead(em);
  const explained = new Map<number, number>();
  let tree: MerkleTree | null = makeMerkleTree(sha256);
  let [last, isBroken] = [0, false];
  for await (const link of linksOf(allSeals(em))) {
    const { seal } = link;
    const { number } = seal;
    for (const missing of missingSeals(last + 1, number)) {
      yield missing;
      tree = null;
    }
    last = number;
    const stored = await readSealed(em, number);
    const before: MerkleTree | null = tree;
    const ofTree = checkTree(before, seal, stored);
    tree = ofTree.tree;
    const fault: string | null =
      ofTree.fault ?? (verifier === null ? null : await signatureFault(verifier, seal)) ?? faultInChain(link, isBroken);
    isBroken = fault !== null;
    if (fault !== null) yield sealBroken(number, fault);
    if (!areEntries(stored.sealed)) {
      yield sealBroken(number, 'the list of its records cannot be read');
      continue;
    }
    const changed = await changedRecords(em, link, stored.sealed);
    const accused = await accusedOf(em, await unexplained(em, changed.changes, explained));
    const isListRight = ofTree.isOfEntries || before === null;
    const unchanged = isListRight ? new Set() : changedInList(before, seal, changed, accused);
    for (const one of accused) if (!unchanged.has(one)) yield one.finding;
  }
  yield* missingSeals(last + 1, head + 1);
  if (last >= head && (await readHead(em)) < last) yield sealBroken(last, 'the number of the last seal was changed');
}
