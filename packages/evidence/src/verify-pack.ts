import { createHash } from 'node:crypto';
import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import type { Seal } from '@carryover/domain/seal';
import type { SealOwner } from '@carryover/domain/sealed-leaf';
import { messageOf } from '@carryover/files/source/file-failure';
import type { Spools } from '@carryover/files/spool';
import { counted } from '@carryover/report/figures';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { makeLines } from './lines.ts';
import {
  EVIDENCE_FILES,
  type EvidenceFile,
  type FileEntry,
  formerNamesOf,
  MANIFEST,
  type Manifest,
  readManifest,
  SIGNATURE,
  TIME_STAMP,
} from './manifest.ts';
import { type EvidenceProblem, judgeFile, judgeManifest, judgeNames, judgeRecords } from './problem.ts';
import { openPack, type Pack } from './read-pack.ts';
import { makeRecordCheck, type Receipts } from './receipts.ts';
import { makeSealedRecords, type Uncovered } from './sealed-records.ts';
import { makeSealedTotals, type SealedTotals } from './sealed-totals.ts';
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
  /** What its seals do not cover, each as a sentence. */
  readonly notCovered: ReadonlyArray<string>;
  /** The pack has import records, and none of them has a seal: whether the database was changed before cannot be known from it. */
  readonly isNotSealedYet: boolean;
  /** null: there is none. */
  readonly timeStamp: TimeStamp | null;
};

/** What a pack is compared with, in addition to its signature. */
type Kept = {
  readonly receipts: Receipts | null;
  readonly seal: Seal | null;
  /** For what is compared, of any size. */
  readonly spools: Spools;
  /** The certificates of who may stamp; null: a time stamp is not traced to them. */
  readonly stampedBy: Parameters<typeof checkTimeStamp>[2];
};

const actionLine = t.intersection([t.type({ id: t.string }), t.record(t.string, t.unknown)]);
const records = (count: number): string => counted(count, 'record');

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

const sealOwnerOf = (manifest: Manifest): SealOwner => {
  const { organisation, import_supplier: code, owner } = manifest;
  return {
    ...{ organisation, formerNames: formerNamesOf(manifest), organisationId: owner.organisation_id },
    ...{ code, supplierId: owner.supplier_id },
  };
};

/** What the seals of a pack do not cover, beside the files that follow from no record. */
const notCoveredBy = (
  seals: number,
  kept: Seal | null,
  { unsealed, later, removed, dryRuns, isOwnerSealed }: Uncovered,
  { counted: rows, isExpectedCovered }: ReturnType<SealedTotals['end']>,
): ReadonlyArray<string> => {
  if (seals === 0) return ['Everything: the pack has no seal.'];
  const of = (number: number, sentence: string) => (number === 0 ? [] : [sentence]);
  return [
    ...(kept === null
      ? ['All seals: without one that was kept (--seal), whoever holds the signing key can make them again.']
      : of(
          later,
          `${records(later)} sealed after the given seal, which whoever holds the signing key can seal again.`,
        )),
    ...of(unsealed, `${records(unsealed)} made since the last seal.`),
    ...of(removed, `${records(removed)} of refused requests no longer kept.`),
    ...of(dryRuns, `${records(dryRuns)} of dry runs, which are not sealed.`),
    ...of(rows, 'Counts of notes, statements, billing documents and payment instructions in totals.csv.'),
    ...of(isExpectedCovered ? 0 : 1, 'Expected totals in totals.csv: an account was erased, or not all could be read.'),
    ...of(isOwnerSealed ? 0 : 1, 'The ids of the supplier in the manifest: no operator action on it is sealed.'),
    'report.html, differences.csv, moved.csv, conflicts.csv and corrections.csv.',
  ];
};

/**
 * Where problems go. Those of files that are `compared` with each other say something only of files that are what was `signed`: they are
 * told once it is known that all are.
 */
type Reports = { readonly report: Report; readonly signed: Report; readonly compared: Report };

const makeReports = (report: Report): Reports & { readonly end: () => void } => {
  const kept: EvidenceProblem[] = [];
  let isAsSigned = true;
  return {
    report,
    signed: (problem) => {
      isAsSigned = false;
      report(problem);
    },
    compared: (problem) => {
      if (kept.length < PROBLEMS_LISTED) kept.push(problem);
    },
    end: () => {
      if (isAsSigned) kept.forEach(report);
    },
  };
};

type Checked = Pick<
  Verification,
  'manifest' | 'receiptsUndone' | 'seals' | 'timeStamp' | 'notCovered' | 'isNotSealedYet'
>;

const NOTHING_READ: Checked = {
  manifest: null,
  receiptsUndone: 0,
  seals: 0,
  timeStamp: null,
  notCovered: [],
  isNotSealedYet: false,
};

/** What reads a file of a pack as it comes, and compares it with what was sealed at its end. */
type FileCheck = { readonly take: (chunk: Buffer) => void; readonly end: () => void };

/** The checks of the files that are compared with each other, in the order in which they are read. */
const makeFileChecks = (
  manifest: Manifest,
  { receipts, seal, spools }: Kept,
  { report, signed, compared }: Reports,
) => {
  const owner = sealOwnerOf(manifest);
  const totals = makeSealedTotals(spools, compared);
  const records = makeSealedRecords(spools, owner, seal?.size ?? null, totals, compared);
  let result = { receiptsUndone: 0, seals: 0 };
  let ofTotals = { counted: 0, isExpectedCovered: true };
  const sealCheck = (): FileCheck => {
    const { take, end } = makeSealCheck(owner, seal, records, signed);
    return {
      take,
      end: () => {
        const count = end();
        result = { ...result, seals: count.seals };
        records.begin(count);
      },
    };
  };
  const importCheck = (): FileCheck => {
    const { take, end } = makeRecordCheck(receipts, records.imports(), report);
    return {
      take,
      end: () => {
        const found = end();
        judgeRecords(manifest.imports, found.imports, found.faultyLine).forEach(signed);
        result = { ...result, receiptsUndone: found.receiptsUndone };
      },
    };
  };
  const actionCheck = (): FileCheck => {
    let line = 0;
    const { take, end } = makeLines((bytes) => {
      line += 1;
      const value = jsonOrNull(bytes.toString());
      if (actionLine.is(value)) records.actionLine(value);
      else compared({ kind: 'action_unreadable', line });
    });
    return {
      take,
      end: () => {
        end();
        records.endActions();
      },
    };
  };
  const checks: ReadonlyArray<readonly [EvidenceFile, () => FileCheck]> = [
    ['seals.ndjson', sealCheck],
    ['imports.ndjson', importCheck],
    ['operator-actions.ndjson', actionCheck],
    [
      'totals.csv',
      () => ({
        take: totals.take,
        end: () => {
          ofTotals = totals.end(manifest);
        },
      }),
    ],
  ];
  return {
    checks,
    result: () => {
      const uncovered = records.uncovered();
      const notCovered = notCoveredBy(result.seals, seal, uncovered, ofTotals);
      return { ...result, notCovered, isNotSealedYet: uncovered.isNothingSealed };
    },
  };
};

/** Sound is what was read and compared to its end: each file of a pack is signed once and there once, whatever the manifest lists. */
const checkPack = async (pack: Pack, verifier: EvidenceVerifier, kept: Kept, report: Report): Promise<Checked> => {
  for (const detail of pack.faults) report({ kind: 'archive_altered', detail });
  const manifest = await readSigned(pack, verifier, report);
  const timeStamp = await readTimeStamp(pack, kept.stampedBy, report);
  if (manifest === null) return { ...NOTHING_READ, timeStamp };
  const reports = makeReports(report);
  const { signed: differs } = reports;
  judgeManifest(manifest).forEach(differs);
  judgeNames(pack.names).forEach(differs);
  const { checks, result } = makeFileChecks(manifest, kept, reports);
  const compared = checks.map(([name]) => name);
  const others = EVIDENCE_FILES.filter((name) => !compared.includes(name));
  for (const [name, open] of [...checks, ...others.map((name) => [name, null] as const)]) {
    const signed = manifest.files.find((file) => file.name === name);
    if (signed === undefined || !pack.names.includes(name)) continue;
    const check = open?.() ?? null;
    await checkFile(pack, signed, (chunk) => check?.take(chunk), differs);
    check?.end();
  }
  reports.end();
  return { manifest, timeStamp, ...result() };
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
  if (pack === null) return { problems, problemCount, ...NOTHING_READ };
  try {
    const checked = await checkPack(pack, verifier, kept, report);
    return { problems, problemCount, ...checked };
  } finally {
    await pack.close();
  }
};
