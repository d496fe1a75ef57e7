import type { SealedEntries } from '@carryover/adapters-persistence/seals/read-seals';
import { frontierOf } from '@carryover/adapters-persistence/seals/seal-log';
import { entriesOf, type SealEntry } from '@carryover/adapters-persistence/seals/sealed-records';
import { type MerkleTree, makeMerkleTree } from '@carryover/domain/merkle-tree';
import type { Seal } from '@carryover/domain/seal';
import { sha256 } from '@carryover/evidence/sha256';

/** Returns whether a tree has the records that a seal says. */
export const isTreeOf = (tree: MerkleTree, { root, size }: Seal): boolean =>
  tree.leaves() === size && Buffer.from(tree.root()).toString('hex') === root;

/** Returns a tree with more records. */
export const extended = (tree: MerkleTree, entries: Iterable<SealEntry>): MerkleTree => {
  const longer = makeMerkleTree(sha256, tree.frontier());
  for (const { leaf } of entries) longer.addHash(leaf);
  return longer;
};

/**
 * Checks that the tree of a seal has the records that it lists.
 *
 * @param tree that of the seal before; null if it is not known.
 * @returns `tree`: what the next seal goes on with. `isOfEntries`: the records that the seal lists may be those that were sealed.
 */
export const checkTree = (tree: MerkleTree | null, seal: Seal, { sealed, frontier }: SealedEntries) => {
  const made = tree === null ? null : extended(tree, entriesOf(sealed));
  const isOfEntries = made === null || isTreeOf(made, seal);
  const kept = frontierOf(seal.size, frontier);
  const continued = kept === null ? null : makeMerkleTree(sha256, kept);
  const isKept = continued !== null && isTreeOf(continued, seal);
  const isFrontierOfMade = made !== null && Buffer.concat(made.frontier().roots).equals(frontier);
  const rootFault = isOfEntries && (made !== null || isKept) ? null : 'its root is not that of its records';
  const keptFault =
    made === null || isFrontierOfMade
      ? null
      : 'the hashes that the next seal goes on with are not those of its records';
  if (made !== null && (isOfEntries || isFrontierOfMade))
    return { fault: rootFault ?? keptFault, isOfEntries, tree: made };
  return { fault: rootFault, isOfEntries, tree: isKept ? continued : null };
};
