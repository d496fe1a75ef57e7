import type { Hash } from './merkle-tree.ts';

/**
 * A seal over all records that are final (decisions 20): import records, undos and operator actions, in the order of their commits.
 * Each record is a leaf of one Merkle tree that only grows (RFC 6962), and each seal names the one before by its hash.
 */
export type Seal = {
  /** Counts from 1. */
  readonly number: number;
  /** SHA-256 of the JSON text of the seal before, in lower-case hexadecimal; null for the first. */
  readonly previous: string | null;
  /** The root of the tree over all records up to here, in lower-case hexadecimal. */
  readonly root: string;
  /** The leaves of that tree. */
  readonly size: number;
  /** The commit positions of the records that this seal adds: from this one on, */
  readonly from: number;
  /** and up to this one, exclusively. The next seal of these positions' node begins here. */
  readonly to: number;
  /** A JSON Web Signature that contains the text of the other members; null if no key was set. */
  readonly signature: string | null;
};

export type UnsignedSeal = Omit<Seal, 'signature'>;

/** Returns what is signed: the members in this order, without white space. */
export const signedText = ({ number, previous, root, size, from, to }: UnsignedSeal): string =>
  JSON.stringify({ number, previous, root, size, from, to });

/** Returns the text of a seal as it is exported, and hashed by the next one. */
export const sealText = (seal: Seal): string =>
  `${signedText(seal).slice(0, -1)},"signature":${JSON.stringify(seal.signature)}}`;

// In every program that runs JavaScript; the types of a package without an environment lack it.
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };
const UTF8 = new TextEncoder();

/** Returns the hash by which the next seal names this one, in lower-case hexadecimal. */
export const hashOfSeal = (sha256: Hash, seal: Seal): string =>
  Array.from(sha256(UTF8.encode(sealText(seal))), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** On a cluster, node n has the commit positions from n times this number on. Those of one server are below it (ADR 28). */
export const NODE_POSITIONS = 2 ** 44;

/** Returns the number of the node of a commit position: 0 for one server. */
export const nodeOf = (position: number | string): number => Math.floor(Number(position) / NODE_POSITIONS);

/** Returns whether a seal has records, all of the node of the first. */
export const isOfOneNode = ({ from, to }: Pick<Seal, 'from' | 'to'>): boolean =>
  to > from && to <= (nodeOf(from) + 1) * NODE_POSITIONS;

/** Where the seals end, by the number of the node: one server is node 0. A seal is of the records of one node. */
export type SealedEnds = ReadonlyMap<number, number>;

/** Returns the first position of a node that is not sealed. */
export const endOf = (ends: SealedEnds, node: number): number => ends.get(node) ?? node * NODE_POSITIONS;

/** The seals up to one, in their order. */
export type SealChain = { readonly seal: Seal; readonly hash: string; readonly ends: SealedEnds };

/** Returns the seals with one more. */
export const chained = (sha256: Hash, before: SealChain | null, seal: Seal): SealChain => ({
  seal,
  hash: hashOfSeal(sha256, seal),
  ends: new Map(before?.ends).set(nodeOf(seal.from), seal.to),
});

/** Returns what is wrong with a seal after the ones before, apart from its root; null if nothing is. */
export const chainFault = (before: SealChain | null, seal: Seal): string | null => {
  const [number, previous] = before === null ? [1, null] : [before.seal.number + 1, before.hash];
  if (seal.number !== number) return `seal ${number} is missing`;
  if (seal.previous !== previous) return 'it does not name the seal before';
  if (!isOfOneNode(seal)) return 'it does not end where it can';
  if (seal.from !== endOf(before?.ends ?? new Map(), nodeOf(seal.from)))
    return 'it does not begin where the seal before ends';
  return null;
};
