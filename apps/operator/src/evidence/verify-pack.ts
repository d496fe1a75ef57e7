import { createHash } from 'node:crypto';
import { type FileEntry, MANIFEST, type Manifest, SIGNATURE } from '@carryover/application/operator/evidence/manifest';
import {
  type EvidenceProblem,
  judgeFile,
  judgeNames,
  judgeRecords,
} from '@carryover/application/operator/evidence/problem';
import type { EvidenceVerifier } from '@carryover/application/ports/operator/evidence-keys';
import { messageOf } from '@carryover/files/source/file-failure';
import { makeRecordCheck } from './check-records.ts';
import { readManifest } from './manifest-codec.ts';
import { openPack, type Pack } from './read-pack.ts';
import type { Receipts } from './receipts.ts';

/** A manifest has a few thousand bytes. */
const MANIFEST_BYTES = 1_048_576;
const PROBLEMS_LISTED = 1_000;

/** The result of checking a pack, which is sound without problems. `manifest`: null if there is none to trust. */
export type Verification = {
  readonly problems: ReadonlyArray<EvidenceProblem>;
  readonly problemCount: number;
  readonly manifest: Manifest | null;
  /** Receipts whose import was undone. */
  readonly receiptsUndone: number;
};

type Report = (problem: EvidenceProblem) => void;

const readSmall = async (pack: Pack, name: string): Promise<Buffer | null> => {
  const content = pack.content(name, MANIFEST_BYTES);
  return content === null ? null : Buffer.concat(await Array.fromAsync(content));
};

/** Returns the signed manifest. */
const readSigned = async (pack: Pack, verifier: EvidenceVerifier, report: Report): Promise<Manifest | null> => {
  const signature = await readSmall(pack, SIGNATURE).catch(() => Buffer.alloc(0));
  if (signature === null) {
    report({ kind: 'file_missing', file: SIGNATURE });
    return null;
  }
  const verified = await verifier.verify(signature.toString());
  if (verified.kind !== 'verified') {
    report(verified);
    return null;
  }
  const manifest = readManifest(verified.payload);
  if (manifest === null) report({ kind: 'manifest_invalid' });
  const shown = await readSmall(pack, MANIFEST).catch(() => Buffer.alloc(0));
  if (shown !== null && !shown.equals(verified.payload)) report({ kind: 'file_changed', file: MANIFEST });
  return manifest;
};

/** Reads a file up to its signed size. @returns null if it is damaged. */
const readFile = async (
  pack: Pack,
  { name, bytes: limit }: FileEntry,
  take: (chunk: Buffer) => void,
): Promise<Pick<FileEntry, 'bytes' | 'sha256'> | null> => {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of pack.content(name, limit) ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
      take(chunk);
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch {
    return null;
  }
};

const checkPack = async (
  pack: Pack,
  verifier: EvidenceVerifier,
  receipts: Receipts | null,
  report: Report,
): Promise<Pick<Verification, 'manifest' | 'receiptsUndone'>> => {
  const manifest = await readSigned(pack, verifier, report);
  let receiptsUndone = 0;
  if (manifest === null) return { manifest, receiptsUndone };
  judgeNames(manifest, pack.names).forEach(report);
  for (const signed of manifest.files) {
    if (!pack.names.includes(signed.name)) continue;
    const records = signed.name === 'imports.ndjson' ? makeRecordCheck(receipts, report) : null;
    judgeFile(signed, await readFile(pack, signed, (chunk) => records?.take(chunk))).forEach(report);
    if (records === null) continue;
    const found = records.end();
    judgeRecords(manifest.imports, found).forEach(report);
    receiptsUndone = found.receiptsUndone;
  }
  return { manifest, receiptsUndone };
};

/** Checks an evidence pack of any size, without a database. Rejects only if the temporary files fail. */
export const verifyPack = async (
  file: string,
  verifier: EvidenceVerifier,
  receipts: Receipts | null,
): Promise<Verification> => {
  const problems: EvidenceProblem[] = [...(receipts?.unreadable ?? [])];
  let problemCount = problems.length;
  const report: Report = (problem) => {
    problemCount += 1;
    if (problems.length < PROBLEMS_LISTED) problems.push(problem);
  };
  const pack = await openPack(file).catch((error) => {
    report({ kind: 'unreadable', detail: messageOf(error) });
    return null;
  });
  if (pack === null) return { problems, problemCount, manifest: null, receiptsUndone: 0 };
  try {
    const checked = await checkPack(pack, verifier, receipts, report);
    return { problems, problemCount, ...checked };
  } finally {
    pack.close();
  }
};
