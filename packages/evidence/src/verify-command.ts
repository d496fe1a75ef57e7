import { COVERED_KINDS, type KindCoverage } from '@carryover/domain/coverage';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { openSource } from '@carryover/files/source/source';
import { makeSpools } from '@carryover/files/spool';
import { count, counted } from '@carryover/report/figures';
import { list, wireName } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { formerNamesOf, type Manifest, readPublicKey } from './manifest.ts';
import { type EvidenceProblem, sentenceOf } from './problem.ts';
import { type Receipts, readReceipts } from './receipts.ts';
import { readSeal } from './seals.ts';
import { readCertificates } from './time-stamp.ts';
import { type Verification, verifyPack } from './verify-pack.ts';

const fromProblem = (problem: EvidenceProblem) =>
  Object.fromEntries([
    ...Object.entries(problem).map(([name, value]) => [wireName(name), value]),
    ['detail', sentenceOf(problem)],
  ]);

/** What of the stored data was compared. */
const coverageText = ({ coverage }: Manifest): string | null => {
  if (coverage === null) return null;
  const { kinds, accounts_compared: compared, accounts_stored: stored } = coverage;
  const of = (wanted: KindCoverage) =>
    COVERED_KINDS.filter((kind) => kinds[kind] === wanted).map((kind) => kind.replace('_', ' '));
  const [named, left] = [of('compared'), of('not_compared')];
  const accounts = `${count(compared)} of ${counted(stored, 'account')} with data`;
  const rest = left.length === 0 ? '' : `; stored and not compared: ${left.join(', ')}`;
  return named.length === 0 ? `nothing${rest}` : `${named.join(', ')}; ${accounts}${rest}`;
};

/** Whose totals were compared, and since when they cannot be changed. */
const controlTotalsText = ({ control_totals: totals }: Manifest): string | null => {
  if (totals === null) return null;
  const { source, set, key_prefix, registered_at, file, sha256 } = totals;
  return source === 'client'
    ? `the client's set ${set}, registered with API key ${key_prefix} at ${registered_at} (SHA-256 ${sha256})`
    : `the operator's file ${file} (SHA-256 ${sha256})`;
};

const ofUndone = (undone: number): string => (undone === 0 ? '' : ` (${count(undone)} undone)`);

const stampText = (stamp: Verification['timeStamp']): string | null => {
  if (stamp === null) return null;
  return stamp.isChained ? stamp.at : `${stamp.at}, by a service that was not verified (--tsa-ca)`;
};

/** What was signed: a sound pack can be of another supplier, and its totals can differ. */
const signedText = (manifest: Manifest, keyId: string, timeStamp: Verification['timeStamp']): string =>
  list([
    ['Verdict', manifest.verdict ?? 'none: no control totals were given, so nothing was compared'],
    ['Compared', coverageText(manifest)],
    ['Organisation', manifest.organisation],
    ['Former names', formerNamesOf(manifest).join(', ') || null],
    ['Import supplier', manifest.import_supplier],
    ['Author', manifest.made_by],
    ['Control totals', controlTotalsText(manifest)],
    ['Key', keyId],
    ['Made at', manifest.made_at],
    ['Time stamp', stampText(timeStamp)],
  ]);

const receiptsText = (receipts: Receipts | null, undone: number): string =>
  receipts === null ? '' : ` ${counted(receipts.count, 'receipt')} found in it${ofUndone(undone)}.`;

const NOT_SEALED_YET =
  'No import record has a seal yet, so the pack cannot show that none was changed before it was made. Make it again after the next seal.';

/** True, false, or null: not known before the records have a seal. */
const soundnessOf = ({ problems, problemCount, manifest, isNotSealedYet }: Verification): boolean | null => {
  if (problemCount === 0 && manifest !== null) return true;
  return isNotSealedYet && problemCount === 1 && problems[0]?.kind === 'nothing_sealed' ? null : false;
};

const textOf = (verification: Verification, receipts: Receipts | null, keyId: string): string => {
  const { problems, problemCount, manifest, receiptsUndone, timeStamp, notCovered, isNotSealedYet } = verification;
  const isSound = soundnessOf(verification);
  const uncovered = notCovered.map((sentence) => `- ${sentence}\n`).join('');
  const signed =
    manifest === null
      ? ''
      : `\n${signedText(manifest, keyId, timeStamp)}\nCovered by the signature only:\n${uncovered}`;
  if (isSound === true && manifest !== null)
    return `${isNotSealedYet ? `Sound so far, but not sealed yet. ${NOT_SEALED_YET}\n\nThe pack has ` : 'Sound: '}${counted(manifest.files.length, 'file')} with ${counted(manifest.imports.count, 'import record')}${ofUndone(manifest.imports.undone)} of ${visible(manifest.import_supplier)}, as signed, read at ${visible(manifest.snapshot_at)}.${receiptsText(receipts, receiptsUndone)}\n${signed}`;
  const more = problemCount - problems.length;
  const lines = problems.map((problem) => `- ${sentenceOf(problem)}`);
  const headline =
    isSound === null ? 'Not known yet: it is not sealed.' : `Not sound: ${counted(problemCount, 'problem')}.`;
  return `${headline}\n${lines.join('\n')}\n${more > 0 ? `and ${count(more)} more\n` : ''}${signed}`;
};

/** A verified pack: its text for a terminal, its JSON for scripts, and whether it is sound. */
type VerifiedEvidence = { readonly text: string; readonly json: object; readonly isSound: boolean };

const toVerified = (verification: Verification, receipts: Receipts | null, keyId: string): VerifiedEvidence => {
  const { problems, problemCount, manifest, receiptsUndone } = verification;
  const isSound = soundnessOf(verification);
  return {
    text: textOf(verification, receipts, keyId),
    json: {
      sound: isSound,
      not_sealed_yet: verification.isNotSealedYet,
      verdict: manifest?.verdict ?? null,
      coverage: manifest?.coverage ?? null,
      organisation: manifest?.organisation ?? null,
      import_supplier: manifest?.import_supplier ?? null,
      author: manifest?.made_by ?? null,
      control_totals: manifest?.control_totals ?? null,
      made_at: manifest?.made_at ?? null,
      key: keyId,
      time_stamp: verification.timeStamp && {
        at: verification.timeStamp.at,
        chain_verified: verification.timeStamp.isChained,
      },
      problem_count: problemCount,
      problems: problems.map(fromProblem),
      manifest,
      seals: verification.seals,
      not_covered: verification.notCovered,
      receipts: receipts?.count ?? null,
      receipts_undone: receipts === null ? null : receiptsUndone,
    },
    isSound: isSound === true,
  };
};

/** A file that cannot be read says nothing about the pack: wrong usage. */
const toUsage = ({ file, detail }: FileFailure): FileRefused => ({ kind: 'file_refused', file, detail });

export type VerifyOptions = {
  readonly key: string;
  readonly receipts?: string;
  readonly seal?: string;
  readonly tsaCa?: string;
};

/** Verifies an evidence pack as the client's and the operator's command do (decisions 16, 20). */
export const verifyEvidence = (
  file: string,
  { key, receipts: receiptsFile, seal: sealFile, tsaCa }: VerifyOptions,
): TE.TaskEither<FileRefused, VerifiedEvidence> => {
  const spools = makeSpools();
  const readAll = (name: string) =>
    pipe(
      openSource(name),
      TE.chain((source) => TE.tryCatch(() => readReceipts(source, spools), toFileFailure(name))),
      TE.mapLeft(toUsage),
    );
  const verified = pipe(
    TE.Do,
    TE.bind('verifier', () => readPublicKey(key)),
    // Only to say early that it cannot be read.
    TE.tap(() => pipe(openSource(file), TE.mapLeft(toUsage))),
    TE.bind('receipts', () => (receiptsFile === undefined ? TE.right(null) : readAll(receiptsFile))),
    TE.bind('seal', () => (sealFile === undefined ? TE.right(null) : readSeal(sealFile))),
    TE.bind('stampedBy', () => (tsaCa === undefined ? TE.right(null) : readCertificates(tsaCa))),
    TE.chain(({ verifier, receipts, seal, stampedBy }) =>
      TE.fromTask(async () =>
        toVerified(await verifyPack(file, verifier, { receipts, seal, stampedBy, spools }), receipts, verifier.keyId),
      ),
    ),
  );
  return () => verified().finally(spools.close);
};

const VERIFYING = `
Checks the signature, the SHA-256 of each file, and the Merkle tree of the import records, without a database. A receipt is a line
{"import_id": …, "sha256": …} with the X-Import-Id and X-Payload-SHA256 of a 201, such as carryover load keeps beside its journal. It
is looked up among the accepted requests; an import that was undone later was accepted, and is counted. Sound says that the pack is
what was signed, and follows from the records that were sealed; whether totals agreed is its verdict. Whoever holds the signing key can
change no more than what came after the seal that is given with --seal: what that is, and what no seal covers, is told. A pack whose
import records have no seal yet is sound so far, and with --seal it is not known yet whether it is (exit code 1): make it again later.

Exit code 0: sound. 1: not sound, with everything that was changed, or not known yet. 2: wrong usage, also if a file cannot be read.`;

/** Adds the arguments of `evidence verify` to a command. */
export const verifying = (command: Command): Command =>
  command
    .argument('<file>', 'the evidence pack, made by reconcile --evidence')
    .requiredOption('--key <file>', 'public key of the signer')
    .option('--receipts <file>', 'receipts that a client kept, as NDJSON, may be gzip or zstd')
    .option(
      '--seal <file>',
      'an earlier seal, as seal export writes it, or an earlier pack: its history must be that of this pack',
    )
    .option('--tsa-ca <file>', 'certificates in PEM to which the signer of the time stamp must lead')
    .addHelpText('after', VERIFYING);
