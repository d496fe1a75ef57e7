import { writeFile } from 'node:fs/promises';
import { makeEvidenceKeys } from '@carryover/adapters-crypto/evidence-keys';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { openSource } from '@carryover/files/source/source';
import { type Manifest, readPublicKey } from '@carryover/operations/evidence/manifest';
import { type EvidenceProblem, sentenceOf } from '@carryover/operations/evidence/problem';
import { type Receipts, readReceipts } from '@carryover/operations/evidence/receipts';
import { type Verification, verifyPack } from '@carryover/operations/evidence/verify-pack';
import { makeSpools } from '@carryover/operations/spool/spool';
import { count, counted } from '@carryover/report/figures';
import { list, wireName } from '@carryover/terminal/output';
import { visible } from '@carryover/terminal/visible';
import { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { command, type Finished, group, type RunnerWithoutData } from '../command.ts';

/** Neither file is overwritten: packs that were signed with a lost key can be verified, but no others made. */
const createKey = (file: string): TE.TaskEither<FileFailure, Finished> => {
  const { privateKey, publicKey } = makeEvidenceKeys();
  const publicFile = `${file}.pub`;
  const write = (name: string, text: string, mode: number) =>
    TE.tryCatch(() => writeFile(name, text, { flag: 'wx', mode, flush: true }), toFileFailure(name));
  return pipe(
    write(publicFile, publicKey, 0o644),
    TE.chain(() => write(file, privateKey, 0o600)),
    TE.map(() => ({
      text: `The private key is in ${file}. Keep it secret, and set EVIDENCE_KEY_FILE to it for reconcile --evidence.\nThe public key is in ${publicFile}. Hand it to those who verify:\n\n${publicKey}`,
      json: { private_key_file: file, public_key_file: publicFile, public_key: publicKey },
    })),
  );
};

const fromProblem = (problem: EvidenceProblem) =>
  Object.fromEntries([
    ...Object.entries(problem).map(([name, value]) => [wireName(name), value]),
    ['detail', sentenceOf(problem)],
  ]);

const ofUndone = (undone: number): string => (undone === 0 ? '' : ` (${count(undone)} undone)`);

/** What was signed: a sound pack can be of another supplier, and its totals can differ. */
const signedText = ({ verdict, organisation, import_supplier }: Manifest): string =>
  list([
    ['Verdict', verdict ?? 'none: no control totals were given, so nothing was compared'],
    ['Organisation', organisation],
    ['Import supplier', import_supplier],
  ]);

const receiptsText = (receipts: Receipts | null, undone: number): string =>
  receipts === null ? '' : ` ${counted(receipts.count, 'receipt')} found in it${ofUndone(undone)}.`;

const textOf = (
  { problems, problemCount, manifest, receiptsUndone }: Verification,
  receipts: Receipts | null,
): string => {
  const signed = manifest === null ? '' : `\n${signedText(manifest)}`;
  if (problemCount === 0 && manifest !== null)
    return `Sound: ${counted(manifest.files.length, 'file')} with ${counted(manifest.imports.count, 'import record')}${ofUndone(manifest.imports.undone)} of ${visible(manifest.import_supplier)}, as signed, read at ${visible(manifest.snapshot_at)}.${receiptsText(receipts, receiptsUndone)}\n${signed}`;
  const more = problemCount - problems.length;
  const lines = problems.map((problem) => `- ${sentenceOf(problem)}`);
  return `Not sound: ${counted(problemCount, 'problem')}.\n${lines.join('\n')}\n${more > 0 ? `and ${count(more)} more\n` : ''}${signed}`;
};

const toFinished = (verification: Verification, receipts: Receipts | null): Finished => {
  const { problems, problemCount, manifest, receiptsUndone } = verification;
  const isSound = problemCount === 0 && manifest !== null;
  return {
    text: textOf(verification, receipts),
    json: {
      sound: isSound,
      verdict: manifest?.verdict ?? null,
      organisation: manifest?.organisation ?? null,
      import_supplier: manifest?.import_supplier ?? null,
      problem_count: problemCount,
      problems: problems.map(fromProblem),
      manifest,
      receipts: receipts?.count ?? null,
      receipts_undone: receipts === null ? null : receiptsUndone,
    },
    isRefusal: !isSound,
  };
};

/** A file that cannot be read says nothing about the pack: wrong usage. */
const toUsage = ({ file, detail }: FileFailure): FileRefused => ({ kind: 'file_refused', file, detail });

type Options = { readonly key: string; readonly receipts?: string };

const verify = (file: string, { key, receipts: receiptsFile }: Options): TE.TaskEither<FileRefused, Finished> => {
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
    TE.chain(({ verifier, receipts }) =>
      TE.fromTask(async () => toFinished(await verifyPack(file, verifier, receipts), receipts)),
    ),
  );
  return () => verified().finally(spools.close);
};

const VERIFYING = `
Checks the signature, the SHA-256 of each file, and the Merkle tree of the import records, without a database. A receipt is a line
{"import_id": …, "sha256": …} with the X-Import-Id and X-Payload-SHA256 of a 201. It is looked up among the accepted requests; an
import that was undone later was accepted, and is counted. Sound says that the pack is what was signed; whether totals agreed is its
verdict.

Exit code 0: sound. 1: not sound, with everything that was changed. 2: wrong usage, also if a file cannot be read.`;

export const evidenceCommand = (run: RunnerWithoutData): Command => {
  const keys = command('create', 'make an Ed25519 key pair that signs evidence packs')
    .requiredOption('--out <file>', 'file of the private key; the public key is written to <file>.pub')
    .action((options) => run(options, () => createKey(options.out)));
  return group('evidence')
    .addCommand(new Command('key').description('make the keys of evidence packs').addCommand(keys))
    .addCommand(
      command('verify', 'check that an evidence pack is what was signed')
        .argument('<file>', 'the evidence pack, made by reconcile --evidence')
        .requiredOption('--key <file>', 'public key of the signer')
        .option('--receipts <file>', 'receipts that a client kept, as NDJSON, may be gzip or zstd')
        .addHelpText('after', VERIFYING)
        .action((file: string, options) => run(options, () => verify(file, options))),
    );
};
