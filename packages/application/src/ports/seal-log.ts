import type { MerkleFrontier } from '@carryover/domain/merkle-tree';
import type { Seal } from '@carryover/domain/seal';
import type { Stored } from './store-failure.ts';

/** A seal, and the tree that it is the root of. */
export type SealedTree = { readonly seal: Seal; readonly frontier: MerkleFrontier };

/** `last`: null if there is none. */
type SealsSoFar = {
  readonly last: SealedTree | null;
  /** The largest number of a seal, also of one that somebody removed; 0 before the first. */
  readonly head: number;
};

/** Final records of one node that have no seal yet. */
type UnsealedRecords = {
  /** Their leaf hashes, in the order of their commits. */
  readonly leaves: ReadonlyArray<Uint8Array>;
  /** The commit positions between which there are no others: from this one, */
  readonly from: number;
  /** up to this one, exclusively. */
  readonly to: number;
};

/**
 * `current`: all that is final has a seal. `behind`: more records are final. `elsewhere`: another process is sealing. `later`: on a
 * cluster, what is final could not be read as a whole now, and nothing was sealed.
 */
export type SealingState = 'behind' | 'current' | 'elsewhere' | 'later';

export type SealLog = {
  /**
   * Adds the next seal, if there are final records without one, in one transaction; one process at a time. On a cluster, one for each
   * node with such records. A crash before its commit leaves the records to the next seal.
   *
   * @param make returns the seal of these records.
   */
  readonly addNext: (
    make: (soFar: SealsSoFar, unsealed: UnsealedRecords) => Promise<SealedTree>,
  ) => Stored<SealingState>;
};
