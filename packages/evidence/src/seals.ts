import { open } from 'node:fs/promises';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import { chained, chainFault, type Seal, type SealChain, sealText } from '@carryover/domain/seal';
import {
  digestOf,
  leafOf,
  namesOf,
  ownerOf,
  ownersOf,
  type SealedName,
  type SealOwner,
  TAG_BYTES,
  tagOf,
} from '@carryover/domain/sealed-leaf';
import { type FileRefused, messageOf } from '@carryover/files/source/file-failure';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { makeLines } from './lines.ts';
import { type EvidenceFile, orNull } from './manifest.ts';
import type { EvidenceProblem } from './problem.ts';
import { openPack } from './read-pack.ts';
import { readSealedRecord } from './sealed-record.ts';
import type { SealedRecords } from './sealed-records.ts';
import { sha256 } from './sha256.ts';

const SEALS: EvidenceFile = 'seals.ndjson';
/** `{` */
const OBJECT = 123;

const seal = t.strict({
  number: t.Int,
  previous: orNull(t.string),
  root: t.string,
  size: t.Int,
  from: t.Int,
  to: t.Int,
  signature: orNull(t.string),
});

/** The first bytes of a Zip file. */
const ZIP = 'PK';
/** An exported seal has a few hundred. */
const SEAL_BYTES = 65_536;

const readExported = async (file: string): Promise<unknown> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.startsWith(ZIP) ? readLast(file) : jsonOrNull(text);
  } finally {
    await handle.close();
  }
};

/** Returns the last seal of a pack; null if it has none. */
const readLast = async (file: string): Promise<Seal | null> => {
  const pack = await openPack(file);
  try {
    let last: Seal | null = null;
    const lines = makeLines((bytes) => {
      // Leaves are strings and arrays.
      const value = bytes[0] === OBJECT ? jsonOrNull(bytes.toString()) : null;
      if (seal.is(value)) last = value;
    });
    for await (const chunk of pack.content(SEALS, Number.POSITIVE_INFINITY) ?? []) lines.take(chunk);
    lines.end();
    return last;
  } finally {
    await pack.close();
  }
};

/** Reads a seal that was kept: an exported one, or the last one of an earlier pack. */
export const readSeal = (file: string): TE.TaskEither<FileRefused, Seal> => {
  const refused = (detail: string): FileRefused => ({ kind: 'file_refused', file, detail });
  return TE.tryCatch(
    async () => {
      const value = await readExported(file);
      if (!seal.is(value)) throw new Error('This is neither a seal as `seal export` writes it, nor a pack with seals.');
      return value;
    },
    (error) => refused(messageOf(error)),
  );
};

/** A leaf as a line of `seals.ndjson` has it. */
type Leaf = { readonly hash: Uint8Array; readonly fault: string | null };

const hidden = t.intersection([
  t.type({ kind: t.string, id: t.string, sha256: t.string }),
  t.partial({ organisation: t.string }),
]);
const FOREIGN_BYTES = TAG_BYTES + 32;

/**
 * Checks the seals of a pack: their chain, and that the tree of each has the leaves before it. A leaf of another owner must not be of
 * the pack's, so that no record can be left out; one of its own is passed on.
 *
 * @param earlier a seal that was kept: it must be one of them, so that their history begins with its own.
 */
export const makeSealCheck = (
  owner: SealOwner,
  earlier: Seal | null,
  records: Pick<SealedRecords, 'add' | 'addHidden'>,
  report: (problem: EvidenceProblem) => void,
) => {
  const tree = makeMerkleTree(sha256);
  const owners = ownersOf(owner);
  const names = namesOf(owner);
  let before: SealChain | null = null;
  let [line, seals, isFound, isBroken] = [0, 0, false, false];
  const broken = (detail: string): void => {
    isBroken = true;
    report({ kind: 'seal_broken', line, detail });
  };
  /** @param organisation the name under which it was sealed; any but one of the pack's leads to another leaf. */
  const own = (name: SealedName, organisation: string = owner.organisation): Leaf => {
    const digest = digestOf(sha256, name);
    const of = ownerOf(owner, name.kind, names.includes(organisation) ? organisation : owner.organisation);
    return { hash: leafOf(sha256, tagOf(sha256, of, digest), digest), fault: null };
  };
  const ofOther = (text: string): Leaf => {
    const bytes = Buffer.from(text, 'base64');
    const [tag, digest] = [bytes.subarray(0, TAG_BYTES), bytes.subarray(TAG_BYTES)];
    const isOwn = owners.some((name) => tag.equals(tagOf(sha256, name, digest)));
    if (bytes.length !== FOREIGN_BYTES) return { hash: bytes, fault: 'it is not a leaf' };
    return {
      hash: leafOf(sha256, tag, digest),
      fault: isOwn ? 'it is a record of this supplier that is left out' : null,
    };
  };
  const leafOfLine = (bytes: Buffer, value: unknown): Leaf | null => {
    if (typeof value === 'string') return ofOther(value);
    if (hidden.is(value)) {
      records.addHidden(tree.leaves(), value.kind, value.id);
      return own(value, value.organisation);
    }
    const record = Array.isArray(value) ? readSealedRecord(value) : null;
    if (record === null) return null;
    records.add(tree.leaves(), record);
    const name = { kind: record.kind, id: record.id, sha256: Buffer.from(sha256(bytes)).toString('hex') };
    const isAction = record.kind === 'operator_action' || record.kind === 'erased_action';
    return own(name, isAction ? record.of.organisation : undefined);
  };
  const takeSeal = (next: Seal): void => {
    seals += 1;
    const isOfTree = tree.leaves() === next.size && Buffer.from(tree.root()).toString('hex') === next.root;
    const fault = chainFault(before, next) ?? (isOfTree ? null : `seal ${next.number} is of other records`);
    if (fault !== null) broken(fault);
    if (earlier !== null && sealText(earlier) === sealText(next)) isFound = true;
    before = chained(sha256, before, next);
  };
  const lines = makeLines((bytes) => {
    line += 1;
    if (isBroken) return;
    const value = jsonOrNull(bytes.toString());
    if (seal.is(value)) return takeSeal(value);
    const leaf = leafOfLine(bytes, value);
    if (leaf === null) return broken('it is neither a seal nor a record');
    if (leaf.fault !== null) return broken(leaf.fault);
    tree.addHash(leaf.hash);
  });
  return {
    take: lines.take,
    /** @returns the number of seals, and that of the leaves that have one. */
    end: (): { readonly seals: number; readonly sealed: number } => {
      lines.end();
      if (earlier !== null && !isFound)
        report({ kind: 'seal_not_in_history', number: earlier.number, last: before?.seal.number ?? 0 });
      return { seals, sealed: before?.seal.size ?? 0 };
    },
  };
};
