import { readFile } from 'node:fs/promises';
import {
  type EvidenceSigner,
  type EvidenceVerifier,
  evidenceSigner,
  evidenceVerifier,
} from '@carryover/adapters-crypto/evidence-keys';
import { type FileRefused, messageOf } from '@carryover/files/source/file-failure';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

const readKey = <A>(
  file: string,
  toKey: (pem: string) => Promise<A | null>,
  detail: string,
): TE.TaskEither<FileRefused, A> => {
  const refused = (why: string): FileRefused => ({ kind: 'file_refused', file, detail: why });
  return pipe(
    TE.tryCatch(
      async () => toKey(await readFile(file, 'utf8')),
      (error) => refused(messageOf(error)),
    ),
    TE.chain(TE.fromNullable(refused(detail))),
  );
};

export const readPrivateKey = (file: string): TE.TaskEither<FileRefused, EvidenceSigner> =>
  readKey(file, evidenceSigner, 'This is not a private Ed25519 key in PEM. To make one, use `evidence key create`.');

export const readPublicKey = (file: string): TE.TaskEither<FileRefused, EvidenceVerifier> =>
  readKey(
    file,
    evidenceVerifier,
    'This is not a public Ed25519 key in PEM. `evidence key create --out F` writes it to F.pub.',
  );
