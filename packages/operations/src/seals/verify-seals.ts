import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import { countRemoved, listSeals, nameRecords, readSealed } from '@carryover/adapters-persistence/seals/read-seals';
import { readHead } from '@carryover/adapters-persistence/seals/seal-log';
import {
  isOfImport,
  leavesOf,
  readEntries,
  type SealEntry,
} from '@carryover/adapters-persistence/seals/sealed-records';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import { chained, chainFault, type Seal, type SealChain, signedText } from '@carryover/domain/seal';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { sha256 } from '@carryover/evidence/sha256';
import type { EntityManager } from '@mikro-orm/postgresql';

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

const SLOT_MS = 10_000;
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

const findingsOf = async (
  em: EntityManager,
  changes: ReadonlyArray<Change>,
): Promise<ReadonlyArray<StorageFinding>> => {
  const named = await nameRecords(
    em,
    changes.map(({ entry }) => entry),
  );
  return changes.flatMap(({ entry, isSealed, isFound }, index) => {
    const { account, endpoint, exists, isErased } = named[index]!;
    // An erasure is an operator action of its own, which is sealed.
    if (isErased && isSealed && isFound) return [];
    const isAction = entry.kind === 'operator_action' || entry.kind === 'erased_action';
    const recordKind = isFound || exists ? 'record_altered' : 'record_missing';
    const ofRecord = isSealed ? recordKind : 'extra';
    return {
      ...NOTHING,
      kind: isAction ? 'action_altered' : ofRecord,
      account,
      endpoint,
      importId: isOfImport(entry.kind) ? entry.id : null,
      item: isOfImport(entry.kind) || entry.kind === 'erased_account' ? null : entry.id,
      field: entry.kind,
      accepted: isSealed ? entry.sha256 : null,
    };
  });
};

/**
 * Compares all seals with each other and with the records that they are of (decisions 20): each record that was altered, removed or
 * added is named, and so is each seal that does not follow from the one before. Bounded by the size of one seal.
 *
 * @param verifier of the key that signs seals; null: signatures are not checked.
 */
export async function* verifySeals(
  em: EntityManager,
  verifier: EvidenceVerifier | null,
): AsyncGenerator<StorageFinding> {
  // Before the seals are read, and again after them: meanwhile, the service may add more.
  const head = await readHead(em);
  const tree = makeMerkleTree(sha256);
  const explained = new Map<number, number>();
  let before: SealChain | null = null;
  for (;;) {
    const seals: ReadonlyArray<Seal> = await listSeals(em, before?.seal.number ?? 0, PAGE);
    for (const { number, previous, root, size, from, to, signature } of seals) {
      const seal: Seal = { number, previous, root, size, from, to, signature };
      const { sealed, found } = await readSealed(em, seal);
      for (const leaf of leavesOf(sealed)) tree.addHash(leaf);
      const isOfTree = tree.leaves() === size && Buffer.from(tree.root()).toString('hex') === root;
      const fault =
        chainFault(before, seal) ??
        (isOfTree ? null : 'its root is not that of its records') ??
        (verifier === null ? null : await signatureFault(verifier, seal));
      if (fault !== null) yield sealBroken(number, fault);
      if (!sealed.equals(found)) {
        const entries = readEntries(sealed);
        if (entries === null) yield sealBroken(number, 'the list of its records cannot be read');
        else {
          const changes = changesOf(entries, readEntries(found)!);
          yield* await findingsOf(em, await unexplained(em, changes, explained));
        }
      }
      before = chained(sha256, before, seal);
    }
    if (seals.length < PAGE) break;
  }
  const last = before?.seal.number ?? 0;
  if (last < head)
    yield sealBroken(head, last === 0 ? 'all seals were removed' : `the last seal is ${last}: later ones were removed`);
  else if ((await readHead(em)) < last) yield sealBroken(last, 'the number of the last seal was changed');
}
