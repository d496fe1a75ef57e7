/** A hash function, such as SHA-256. */
type Hash = (bytes: Uint8Array) => Uint8Array;

const LEAF = 0;
const NODE = 1;

const prefixed = (prefix: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(1 + parts.reduce((size, part) => size + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

type Subtree = { readonly hash: Uint8Array; readonly leaves: number };

type MerkleTree = {
  readonly add: (leaf: Uint8Array) => void;
  readonly leaves: () => number;
  readonly root: () => Uint8Array;
};

/**
 * A Merkle tree by RFC 6962, section 2.1, whose leaves are added in order. Leaves and nodes are hashed with different prefixes,
 * so that no node can pass for a leaf. Takes the memory of one hash for each level of the tree.
 */
export const makeMerkleTree = (hash: Hash): MerkleTree => {
  /** Complete subtrees, each smaller than the one before. */
  const subtrees: Subtree[] = [];
  let leaves = 0;
  const join = (left: Uint8Array, right: Uint8Array): Uint8Array => hash(prefixed(NODE, left, right));
  return {
    add: (leaf) => {
      let last: Subtree = { hash: hash(prefixed(LEAF, leaf)), leaves: 1 };
      while (subtrees.at(-1)?.leaves === last.leaves) {
        const left = subtrees.pop()!;
        last = { hash: join(left.hash, last.hash), leaves: 2 * last.leaves };
      }
      subtrees.push(last);
      leaves += 1;
    },
    leaves: () => leaves,
    root: () => {
      const [last, ...others] = subtrees.toReversed();
      if (last === undefined) return hash(new Uint8Array());
      return others.reduce((right, left) => join(left.hash, right), last.hash);
    },
  };
};
