/** A hash function, such as SHA-256. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

const LEAF = 0;
const NODE = 1;

const prefixed = (prefix: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(1 + parts.reduce((size, part) => size + part.length, 0));
  bytes[0] = prefix;
  let end = 1;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
};

/** The parts of a tree from which it goes on: the roots of its complete subtrees, the largest first, and the number of its leaves. */
export type MerkleFrontier = { readonly leaves: number; readonly roots: ReadonlyArray<Uint8Array> };

type Subtree = { readonly hash: Uint8Array; readonly leaves: number };

export type MerkleTree = {
  readonly add: (leaf: Uint8Array) => void;
  /** Adds a leaf by its {@link leafHash}. */
  readonly addHash: (hash: Uint8Array) => void;
  readonly leaves: () => number;
  readonly root: () => Uint8Array;
  readonly frontier: () => MerkleFrontier;
};

export const leafHash = (hash: Hash, leaf: Uint8Array): Uint8Array => hash(prefixed(LEAF, leaf));

const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array => hash(prefixed(NODE, left, right));

/**
 * Returns the leaves of the complete subtrees of a tree, the largest first. They have a power of two leaves, so a number of leaves has
 * one set of them: its binary digits.
 */
export const subtreeSizes = (leaves: number): ReadonlyArray<number> => {
  const sizes: number[] = [];
  for (let rest = leaves, size = 1; rest > 0; rest = Math.floor(rest / 2), size *= 2)
    if (rest % 2 === 1) sizes.unshift(size);
  return sizes;
};

const subtreesOf = ({ leaves, roots }: MerkleFrontier): Subtree[] =>
  subtreeSizes(leaves).map((size, index) => ({ hash: roots[index]!, leaves: size }));

/**
 * A Merkle tree by RFC 6962, section 2.1, whose leaves are added in order. Leaves and nodes are hashed with different prefixes,
 * so that no node can pass for a leaf. Takes the memory of one hash for each level of the tree.
 *
 * @param begun the tree to go on with; an empty one by default.
 */
export const makeMerkleTree = (hash: Hash, begun: MerkleFrontier = { leaves: 0, roots: [] }): MerkleTree => {
  /** Complete subtrees, each smaller than the one before. */
  const subtrees = subtreesOf(begun);
  let { leaves } = begun;
  const addHash = (leaf: Uint8Array): void => {
    let last: Subtree = { hash: leaf, leaves: 1 };
    while (subtrees.at(-1)?.leaves === last.leaves) {
      const left = subtrees.pop()!;
      last = { hash: nodeHash(hash, left.hash, last.hash), leaves: 2 * last.leaves };
    }
    subtrees.push(last);
    leaves += 1;
  };
  return {
    add: (leaf) => addHash(leafHash(hash, leaf)),
    addHash,
    leaves: () => leaves,
    root: () => {
      const [last, ...others] = subtrees.toReversed();
      if (last === undefined) return hash(new Uint8Array());
      return others.reduce((right, left) => nodeHash(hash, left.hash, right), last.hash);
    },
    frontier: () => ({ leaves, roots: subtrees.map((subtree) => subtree.hash) }),
  };
};
