/** JSON text in parts, so that what no JSON library would write can be written: equal keys, any token, no value. */
export type Tree =
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'list'; readonly items: ReadonlyArray<Tree> }
  | { readonly kind: 'object'; readonly members: ReadonlyArray<Member> };
export type Member = readonly [key: string, value: Tree];

export const tokenOf = (text: string): Tree => ({ kind: 'token', text });

export const toTree = (value: unknown): Tree => {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(toTree) };
  if (typeof value !== 'object' || value === null) return tokenOf(JSON.stringify(value));
  return { kind: 'object', members: Object.entries(value).map(([key, member]): Member => [key, toTree(member)]) };
};

export const write = (tree: Tree): string => {
  if (tree.kind === 'token') return tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(write).join()}]`;
  return `{${tree.members.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join()}}`;
};

/** Returns the number of values, including the tree itself. */
export const sizeOf = (tree: Tree): number => {
  if (tree.kind === 'token') return 1;
  const inside = tree.kind === 'list' ? tree.items : tree.members.map(([, value]) => value);
  return inside.reduce((size, one) => size + sizeOf(one), 1);
};

const changeIn = (trees: ReadonlyArray<Tree>, at: number, change: (tree: Tree) => Tree): ReadonlyArray<Tree> => {
  let before = 0;
  return trees.map((one) => {
    const from = before;
    before += sizeOf(one);
    return at >= from && at < before ? changeAt(one, at - from, change) : one;
  });
};

/** The tree with its value number `at`, counted in the order written, changed. */
export const changeAt = (tree: Tree, at: number, change: (tree: Tree) => Tree): Tree => {
  if (at === 0 || tree.kind === 'token') return change(tree);
  if (tree.kind === 'list') return { kind: 'list', items: changeIn(tree.items, at - 1, change) };
  const values = changeIn(
    tree.members.map(([, value]) => value),
    at - 1,
    change,
  );
  return { kind: 'object', members: tree.members.map(([key], index): Member => [key, values[index]!]) };
};

/** The value number `at`. */
export const valueAt = (tree: Tree, at: number): Tree => {
  let found = tree;
  changeAt(tree, at, (value) => {
    found = value;
    return value;
  });
  return found;
};
