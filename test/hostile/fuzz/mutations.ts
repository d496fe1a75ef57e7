import fc from 'fast-check';
import { hostileKeys, hostileValues } from './hostile-values.ts';
import { changeAt, type Member, sizeOf, type Tree, tokenOf, valueAt } from './tree.ts';

const KINDS = ['replace', 'wrap', 'delete', 'double', 'rename', 'insert', 'move', 'repeat', 'swap'] as const;

/** A change of a payload: `at` and `of` give the position modulo the length, so that any number is valid. */
export type Mutation = {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly of: number;
  readonly key: string;
  readonly value: string;
};

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(1_000),
  of: fc.nat(1_000),
  key: hostileKeys,
  value: hostileValues,
});

/** Long lists repeat what is there. */
const TIMES = 150;

const changeList = <A>(items: ReadonlyArray<A>, { kind, of }: Mutation, made: A): ReadonlyArray<A> => {
  const at = items.length === 0 ? 0 : of % items.length;
  const one = items[at] ?? made;
  switch (kind) {
    case 'delete':
      return items.toSpliced(at, 1);
    case 'double':
      return items.toSpliced(at, 0, one);
    case 'repeat':
      return [...items, ...Array<A>(TIMES).fill(one)];
    case 'insert':
      return items.toSpliced(at, 0, made);
    default:
      return [...items.slice(at), ...items.slice(0, at)];
  }
};

const changeValue = (whole: Tree, tree: Tree, mutation: Mutation): Tree => {
  const { kind, of, key, value } = mutation;
  const made = tokenOf(value);
  if (kind === 'swap') return valueAt(whole, of % sizeOf(whole));
  if (kind === 'wrap')
    return of % 2 === 0 ? { kind: 'list', items: [tree] } : { kind: 'object', members: [[key, tree]] };
  if (kind === 'replace' || tree.kind === 'token') return made;
  if (tree.kind === 'list') return { kind: 'list', items: changeList(tree.items, mutation, made) };
  if (kind === 'rename') {
    const at = tree.members.length === 0 ? 0 : of % tree.members.length;
    return {
      kind: 'object',
      members: tree.members.map((member, index): Member => (index === at ? [key, member[1]] : member)),
    };
  }
  return { kind: 'object', members: changeList(tree.members, mutation, [key, made]) };
};

export const mutate = (tree: Tree, mutation: Mutation): Tree =>
  changeAt(tree, mutation.at % sizeOf(tree), (value) => changeValue(tree, value, mutation));
