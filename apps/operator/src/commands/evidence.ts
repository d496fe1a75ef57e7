import { rm, writeFile } from 'node:fs/promises';
import { makeEvidenceKeys } from '@carryover/adapters-crypto/evidence-keys';
import { type VerifyOptions, verifyEvidence, verifying } from '@carryover/evidence/verify-command';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
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
    TE.chain(() =>
      pipe(
        write(file, privateKey, 0o600),
        // It would lie beside the private key that was there, as if it were its own.
        TE.orElseFirstTaskK(() => () => rm(publicFile, { force: true })),
      ),
    ),
    TE.map(() => ({
      text: `The private key is in ${file}. Keep it secret, and set EVIDENCE_KEY_FILE to it for reconcile --evidence.\nThe public key is in ${publicFile}. Hand it to those who verify:\n\n${publicKey}`,
      json: { private_key_file: file, public_key_file: publicFile, public_key: publicKey },
    })),
  );
};

const verify = (file: string, options: VerifyOptions): TE.TaskEither<FileRefused, Finished> =>
  pipe(
    verifyEvidence(file, options),
    TE.map(({ isSound, ...verified }) => ({ ...verified, isRefusal: !isSound })),
  );

export const evidenceCommand = (run: RunnerWithoutData): Command => {
  const keys = command('create', 'make an Ed25519 key pair that signs evidence packs')
    .requiredOption('--out <file>', 'file of the private key; the public key is written to <file>.pub')
    .action((options) => run(options, () => createKey(options.out)));
  return group('evidence')
    .addCommand(new Command('key').description('make the keys of evidence packs').addCommand(keys))
    .addCommand(
      verifying(command('verify', 'check that an evidence pack is what was signed')).action((file: string, options) =>
        run(options, () => verify(file, options)),
      ),
    );
};
