import type { EvidenceVerifier } from '@carryover/adapters-crypto/evidence-keys';
import { readPublicKey } from '@carryover/evidence/manifest';
import type { FileRefused } from '@carryover/files/source/file-failure';
import type { SealCheck } from '@carryover/operations/seals/seals';
import { count, counted } from '@carryover/report/figures';
import { table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { command, group, type Runner, wholeNumber } from '../command.ts';
import { findingJson, findingsTable } from './storage-findings.ts';

const DEFAULT_LIMIT = 50;

const listAll = (run: Runner): Command =>
  command('list', 'list seals, newest first')
    .option('--limit <number>', `maximum number of rows (default: ${DEFAULT_LIMIT})`, wholeNumber)
    .action(({ limit = DEFAULT_LIMIT, ...options }) =>
      run(
        options,
        ({ seals }) => seals.list(limit),
        (seals) => ({
          text: table(
            ['NUMBER', 'SEALED', 'RECORDS', 'SIGNED', 'ROOT'],
            seals.map(({ number, sealedAt, size, signature, root }) => [
              number,
              sealedAt,
              size,
              signature !== null,
              root,
            ]),
            'No seals yet. The service makes one within SEAL_INTERVAL_SECONDS after the first import or operator action.',
          ),
          json: seals.map((seal) =>
            wire(seal, 'number', 'previous', 'root', 'size', 'from', 'to', 'signature', 'sealedAt'),
          ),
        }),
      ),
    );

const EXPORTING = `
Writes each seal that the place does not have yet as seal-NUMBER.json. A file that is there is compared, and never replaced. Keep the
files where the administrators of the database cannot write: whoever holds an earlier seal notices a history that was rewritten.
For s3://, S3_REGION and S3_ENDPOINT are used, and objects are locked if the bucket has a default retention.`;

const exportAll = (run: Runner): Command =>
  command('export', 'write seals to files, or to a bucket')
    .requiredOption('--out <place>', 'a folder, or s3://bucket/prefix')
    .addHelpText('after', EXPORTING)
    .action((options) =>
      run(
        options,
        ({ seals }, { environment }) =>
          seals.export(options.out, {
            region: environment.S3_REGION || 'us-east-1',
            endpoint: environment.S3_ENDPOINT || null,
          }),
        ({ written, kept }) => ({
          text: `${counted(written, 'seal')} written to ${options.out}, ${count(kept)} there already.\n`,
          json: { written, already_there: kept },
        }),
      ),
    );

const toText = ({ sealed, unsealed, findings, findingCount }: SealCheck): string => {
  const rest = unsealed === 0 ? '' : ` ${counted(unsealed, 'later record')} not sealed yet.`;
  if (findingCount === 0)
    return `No findings: ${counted(sealed, 'record')} ${sealed === 1 ? 'is' : 'are'} as sealed.${rest}\n`;
  return `${findingsTable(findings, findingCount)}
${counted(findingCount, 'finding')}.${rest}\n`;
};

const VERIFYING = `
Compares all seals with each other and with the records that they are of, and the given files with the seals of the database. With
the public key, each seal must be signed. Exit code 0: no findings. 1: findings. 2: wrong usage, also if a file is not a seal.`;

const verifierOf = (key: string | undefined): TE.TaskEither<FileRefused, EvidenceVerifier | null> =>
  key === undefined ? TE.right(null) : readPublicKey(key);

const verify = (run: Runner): Command =>
  command('verify', 'find records, actions and seals that were altered or removed')
    .argument('[files...]', 'seals that were exported earlier')
    .option('--key <file>', 'public key of the signer')
    .addHelpText('after', VERIFYING)
    .action((files: ReadonlyArray<string>, options) =>
      run(
        options,
        ({ seals }) =>
          pipe(
            verifierOf(options.key),
            TE.chainW((verifier) => seals.verify(files, verifier)),
          ),
        (check) => ({
          text: toText(check),
          json: {
            sealed: check.sealed,
            unsealed: check.unsealed,
            finding_count: check.findingCount,
            findings: check.findings.map(findingJson),
          },
          isRefusal: check.findingCount > 0,
        }),
      ),
    );

export const sealCommand = (run: Runner): Command =>
  group('seal').addCommand(listAll(run)).addCommand(exportAll(run)).addCommand(verify(run));
