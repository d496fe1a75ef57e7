import { createHash } from 'node:crypto';
import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import type { Seal } from '@carryover/domain/seal';
import { messageOf } from '@carryover/files/source/file-failure';
import {
  EVIDENCE_FILES,
  type FileEntry,
  MANIFEST,
  type Manifest,
  readManifest,
  SIGNATURE,
  TIME_STAMP,
} from './manifest.ts';
import { type EvidenceProblem, judgeFile, judgeManifest, judgeNames, judgeRecords } from './problem.ts';
import { openPack, type Pack } from './read-pack.ts';
import { makeRecordCheck, type Receipts } from './receipts.ts';
import { makeSealCheck } from './seals.ts';
import { checkTimeStamp, type TimeStamp } from './time-stamp.ts';

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
  /** Seals in the pack. */
  readonly seals: number;
  /** null: there is none. */
  readonly timeStamp: TimeStamp | null;
};

/** What a pack is compared with, in addition to its signature. */
type Kept = {
  readonly receipts: Receipts | null;
  readonly seal: Seal | null;
  /** The certificates of who may stamp; null: a time stamp is not traced to them. */
  readonly stampedBy: Parameters<typeof checkTimeStamp>[2];
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

/** Reads a file up to its signed size, and reports what differs from what was signed. */
const checkFile = async (
  pack: Pack,
  signed: FileEntry,
  take: (chunk: Buffer) => void,
  report: Report,
): Promise<void> => {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of pack.content(signed.name, signed.bytes) ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
      take(chunk);
    }
    judgeFile(signed, { bytes, sha256: hash.digest('hex') }).forEach(report);
  } catch (error) {
    report({ kind: 'file_damaged', file: signed.name, detail: messageOf(error) });
  }
};

/** Checks the time stamp, if there is one; one that is to be traced to certificates must be there. */
const readTimeStamp = async (pack: Pack, stampedBy: Kept['stampedBy'], report: Report): Promise<TimeStamp | null> => {
  const response = pack.names.includes(TIME_STAMP)
    ? await readSmall(pack, TIME_STAMP).catch(() => Buffer.alloc(0))
    : null;
  if (response === null) {
    if (stampedBy !== null) report({ kind: 'time_stamp_missing' });
    return null;
  }
  const signature = await readSmall(pack, SIGNATURE).catch(() => null);
  try {
    return await checkTimeStamp(response, signature ?? Buffer.alloc(0), stampedBy);
  } catch (error) {
    report({ kind: 'time_stamp_invalid', detail: messageOf(error) });
    return null;
  }
};

/** Sound is what was read and compared to its end: each file of a pack is signed once and there once, whatever the manifest lists. */
const checkPack = async (
  pack: Pack,
  verifier: EvidenceVerifier,
  { receipts, seal, stampedBy }: Kept,
  report: Report,
): Promise<Pick<Verification, 'manifest' | 'receiptsUndone' | 'seals' | 'timeStamp'>> => {
  for (const detail of pack.faults) report({ kind: 'archive_altered', detail });
  const manifest = await readSigned(pack, verifier, report);
  let [receiptsUndone, seals] = [0, 0];
  const timeStamp = await readTimeStamp(pack, stampedBy, report);
  if (manifest === null) return { manifest, receiptsUndone, seals, timeStamp };
  judgeManifest(manifest).forEach(report);
  judgeNames(pack.names).forEach(report);
  for (const name of EVIDENCE_FILES) {
    const signed = manifest.files.find((file) => file.name === name);
    if (signed === undefined || !pack.names.includes(name)) continue;
    const records = name === 'imports.ndjson' ? makeRecordCheck(receipts, report) : null;
    const sealCheck = name === 'seals.ndjson' ? makeSealCheck(seal, report) : null;
    await checkFile(pack, signed, (chunk) => (records ?? sealCheck)?.take(chunk), report);
    seals = sealCheck?.end() ?? seals;
    if (records === null) continue;
    const found = records.end();
    judgeRecords(manifest.imports, found.imports, found.faultyLine).forEach(report);
    receiptsUndone = found.receiptsUndone;
  }
  return { manifest, receiptsUndone, seals, timeStamp };
};

/** Checks an evidence pack of any size, without a database. Rejects only if the temporary files fail. */
export const verifyPack = async (file: string, verifier: EvidenceVerifier, kept: Kept): Promise<Verification> => {
  const problems: EvidenceProblem[] = [...(kept.receipts?.problems ?? [])];
  let problemCount = kept.receipts?.problemCount ?? 0;
  const report: Report = (problem) => {
    problemCount += 1;
    if (problems.length < PROBLEMS_LISTED) problems.push(problem);
  };
  const pack = await openPack(file).catch((error) => {
    report({ kind: 'unreadable', detail: messageOf(error) });
    return null;
  });
  if (pack === null) return { problems, problemCount, manifest: null, receiptsUndone: 0, seals: 0, timeStamp: null };
  try {
    const checked = await checkPack(pack, verifier, kept, report);
    return { problems, problemCount, ...checked };
  } finally {
    await pack.close();
  }
};
