import { type Hash, makeMerkleTree } from '@carryover/domain/merkle-tree';
import { hashOfSeal, signedText } from '@carryover/domain/seal';
import type { SealingState, SealLog } from '../ports/seal-log.ts';
import type { Stored } from '../ports/store-failure.ts';

type Ports = {
  readonly seals: SealLog;
  readonly sha256: Hash;
  /** Returns a JSON Web Signature that contains the payload; null: seals are not signed. */
  readonly sign: ((payload: Uint8Array) => Promise<string>) | null;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Seals the records that became final since the last seal (decisions 20). */
export const makeSealRecords = ({ seals, sha256, sign }: Ports): Stored<SealingState> =>
  seals.addNext(async ({ last, head }, { leaves, from, to }) => {
    const tree = makeMerkleTree(sha256, last?.frontier);
    for (const leaf of leaves) tree.addHash(leaf);
    const unsigned = {
      number: head + 1,
      previous: last === null ? null : hashOfSeal(sha256, last.seal),
      root: hex(tree.root()),
      size: tree.leaves(),
      from,
      to,
    };
    const signature = sign === null ? null : await sign(Buffer.from(signedText(unsigned)));
    return { seal: { ...unsigned, signature }, frontier: tree.frontier() };
  });
