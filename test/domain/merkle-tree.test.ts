import { hash } from 'node:crypto';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import { expect, it } from 'vitest';

const tree = () => makeMerkleTree((bytes) => hash('sha256', bytes, 'buffer'));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Leaves and roots of the reference implementation of RFC 6962, by number of leaves. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

it.each(ROOTS.map((root, leaves) => [leaves, root] as const))(
  'the root over %d leaves is that of RFC 6962',
  (n, root) => {
    const { add, leaves, root: rootOf } = tree();
    for (const leaf of LEAVES.slice(0, n)) add(Buffer.from(leaf, 'hex'));
    expect([leaves(), hex(rootOf())]).toEqual([n, root]);
  },
);

it('a node is not taken for a leaf', () => {
  const [two, one] = [tree(), tree()];
  const leaf = (byte: number) => hash('sha256', Buffer.from([0, byte]), 'buffer');
  two.add(Buffer.from([1]));
  two.add(Buffer.from([2]));
  one.add(Buffer.concat([leaf(1), leaf(2)]));
  expect(hex(one.root())).not.toBe(hex(two.root()));
});

it.each([0, 1, 2, 3, 7, 8])('a tree that goes on from the frontier of %d leaves has the same root', (begun) => {
  const [whole, first] = [tree(), tree()];
  for (const leaf of LEAVES) whole.add(Buffer.from(leaf, 'hex'));
  for (const leaf of LEAVES.slice(0, begun)) first.add(Buffer.from(leaf, 'hex'));
  const rest = makeMerkleTree((bytes) => hash('sha256', bytes, 'buffer'), first.frontier());
  for (const leaf of LEAVES.slice(begun)) rest.add(Buffer.from(leaf, 'hex'));
  expect([rest.leaves(), hex(rest.root())]).toEqual([whole.leaves(), hex(whole.root())]);
});
