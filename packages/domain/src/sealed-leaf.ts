import { type Hash, leafHash } from './merkle-tree.ts';

/**
 * A leaf of the tree of the seals has two parts: the digest of a record, and a tag that binds the record to its owner. An evidence
 * pack has both parts of each leaf, so that its reader sees which ones are of the pack's own supplier, and that none of them is left
 * out. Of others it learns no more than that there is a record: a tag says nothing to whoever does not know its owner.
 */
export const TAG_BYTES = 16;

/** A record as its leaf knows it: `sha256` is that of its content, in lower-case hexadecimal. */
export type SealedName = { readonly kind: string; readonly id: string; readonly sha256: string };

// In every program that runs JavaScript; the types of a package without an environment lack it.
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };
const UTF8 = new TextEncoder();

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
};

/** Returns the digest of a record. */
export const digestOf = (hash: Hash, { kind, id, sha256 }: SealedName): Uint8Array =>
  hash(UTF8.encode(`${kind} ${id} ${sha256}`));

/** Returns the tag by which a record of an owner is recognised. */
export const tagOf = (hash: Hash, owner: string, digest: Uint8Array): Uint8Array =>
  hash(joined(UTF8.encode(`${owner} `), digest)).subarray(0, TAG_BYTES);

export const leafOf = (hash: Hash, tag: Uint8Array, digest: Uint8Array): Uint8Array =>
  leafHash(hash, joined(tag, digest));

/** An import supplier as its records name it. */
export type SealOwner = {
  readonly organisationId: string;
  /** The name that the organisation has. */
  readonly organisation: string;
  /** Those that it had before, since it has the supplier. */
  readonly formerNames: ReadonlyArray<string>;
  readonly supplierId: string;
  readonly code: string;
};

/** The kinds of records that name their organisation by text. */
export const isAction = (kind: string): boolean => kind === 'operator_action' || kind === 'erased_action';

/**
 * Returns the owner that a record of a supplier has: refused requests and operator actions have names that need not exist.
 *
 * @param organisation the name that an action has for the organisation, which it has or had.
 */
export const ownerOf = (
  { organisationId, supplierId, code, ...owner }: SealOwner,
  kind: string,
  organisation = owner.organisation,
): string => {
  if (kind === 'refused_import') return `${organisationId}:${code}`;
  return isAction(kind) ? `${organisation}:${code}` : supplierId;
};

/** Returns the names that an organisation has and had. */
export const namesOf = ({ organisation, formerNames }: Pick<SealOwner, 'organisation' | 'formerNames'>) => [
  organisation,
  ...formerNames,
];

/** A kind of each owner of {@link ownerOf}. */
const OWNED_KINDS = ['accepted_import', 'refused_import', 'operator_action'] as const;

/** Returns all owners that records of a supplier have. */
export const ownersOf = (owner: SealOwner): ReadonlyArray<string> => [
  ...new Set(OWNED_KINDS.flatMap((kind) => namesOf(owner).map((name) => ownerOf(owner, kind, name)))),
];
