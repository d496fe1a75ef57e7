import { readFile } from 'node:fs/promises';
import { growthSizes, makeMerkleTree } from '@carryover/domain/merkle-tree';
import { chainFault, hashOfSeal, type Seal, sealText } from '@carryover/domain/seal';
import { type FileRefused, messageOf } from '@carryover/files/source/file-failure';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { makeLines } from './lines.ts';
import { orNull } from './manifest.ts';
import type { EvidenceProblem } from './problem.ts';
import { sha256 } from './sha256.ts';

const seal = t.strict({
  number: t.Int,
  previous: orNull(t.string),
  root: t.string,
  size: t.Int,
  from: t.Int,
  to: t.Int,
  signature: orNull(t.string),
});
const sealLine = t.type({ seal, growth: t.readonlyArray(t.string) });

/** Reads an exported seal. */
export const readSeal = (file: string): TE.TaskEither<FileRefused, Seal> => {
  const refused = (detail: string): FileRefused => ({ kind: 'file_refused', file, detail });
  return TE.tryCatch(
    async () => {
      const value = jsonOrNull(await readFile(file, 'utf8'));
      if (!seal.is(value)) throw new Error('This is not a seal as `seal export` writes it.');
      return value;
    },
    (error) => refused(messageOf(error)),
  );
};

type Tree = ReturnType<typeof makeMerkleTree>;

/** Grows the tree of the seal before. @returns false if the tree after is not the one that was sealed. */
const grow = (tree: Tree, { size, root }: Seal, roots: ReadonlyArray<string>): boolean => {
  // A forged size must not take forever.
  if (size <= tree.leaves() || !Number.isSafeInteger(size)) return false;
  const sizes = growthSizes(tree.leaves(), size);
  if (sizes.length !== roots.length) return false;
  for (const [index, leaves] of sizes.entries()) tree.addHash(Buffer.from(roots[index]!, 'hex'), leaves);
  return Buffer.from(tree.root()).toString('hex') === root;
};

/**
 * Checks the seals of a pack: their chain, and that each tree has all leaves of the one before.
 *
 * @param earlier a seal that was kept: it must be one of them, so that their history begins with its own.
 */
export const makeSealCheck = (earlier: Seal | null, report: (problem: EvidenceProblem) => void) => {
  const tree = makeMerkleTree(sha256);
  let before: { readonly seal: Seal; readonly hash: string } | null = null;
  let [line, isFound, isBroken] = [0, false, false];
  const takeLine = (bytes: Buffer): void => {
    line += 1;
    if (isBroken) return;
    const value = jsonOrNull(bytes.toString());
    if (!sealLine.is(value)) {
      isBroken = true;
      report({ kind: 'seal_broken', line, detail: 'it is not a seal' });
      return;
    }
    const { seal: next, growth } = value;
    const fault =
      chainFault(before, next) ?? (grow(tree, next, growth) ? null : 'its tree is not that of the seal before');
    if (fault !== null) {
      isBroken = true;
      report({ kind: 'seal_broken', line, detail: fault });
    }
    if (earlier !== null && sealText(earlier) === sealText(next)) isFound = true;
    before = { seal: next, hash: hashOfSeal(sha256, next) };
  };
  const lines = makeLines(takeLine);
  return {
    take: lines.take,
    /** @returns the number of seals. */
    end: (): number => {
      lines.end();
      if (earlier !== null && !isFound) report({ kind: 'seal_not_in_history', number: earlier.number });
      return line;
    },
  };
};
